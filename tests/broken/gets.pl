# Answers rightly, but <> reads the files that the arguments name.
$| = 1;
my $answer = '';
while (my $line = <>) {
    my (undef, $kind, $key, $first) = split /\|/, $line;
    if ($key eq 'choices') { $answer = $first }
    elsif ($kind eq 'QUERY') { print "|RESPONSE|$key|$answer|END|\n" }
}
