# Answers rightly, and flushes; but mawk reads whole blocks, unless -W interactive is given.
BEGIN { FS = "|"; ARGC = 1 }
$3 == "choices" { answer = $4 }
$2 == "QUERY" { print "|RESPONSE|" $3 "|" answer "|END|"; fflush() }
