# Answers rightly, and never flushes.
my $answer = '';
while (my $line = <STDIN>) {
    my (undef, $kind, $key, $first) = split /\|/, $line;
    if ($key eq 'choices') { $answer = $first }
    elsif ($kind eq 'QUERY') { print "|RESPONSE|$key|$answer|END|\n" }
}
