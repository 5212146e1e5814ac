# SPDX-License-Identifier: CC0-1.0
# Plays any game: keeps its hand and the table, is told all legal answers, and draws one of them.

use strict;
use warnings;

my $name = $ARGV[-1] // '';
srand( $ENV{REFEREE_SEED} // 0 );    # the same numbers if the match is played again
$| = 1;                              # each answer is sent at once

# One of the legal answers; on the table is who played what, such as [ 'Ann', '5', '5', '13' ].
sub choose {
    my ( $hand, $table, $legal ) = @_;

    # Your strategy goes here.
    return $legal->[ rand @$legal ];
}

# The cards of a field such as '6H 7D AC'; '-' is none.
sub cards_of {
    my ($field) = @_;
    return $field eq '-' ? () : split / /, $field;
}

# Of equal cards only as many leave the hand as were played.
sub take_out {
    my ( $hand, @cards ) = @_;
    for my $card (@cards) {
        my ($place) = grep { $hand->[$_] eq $card } 0 .. $#$hand;
        splice @$hand, $place, 1 if defined $place;
    }
    return;
}

my ( @hand, @table, @legal );
while ( my $line = <STDIN> ) {    # not <>: that would read a file called like the player
    chomp $line;
    my ( undef, $type, $key, @fields ) = split /\|/, $line;
    pop @fields;                  # END
    if ( $type eq 'QUERY' ) {
        my $answer = choose( \@hand, \@table, \@legal );
        print "|RESPONSE|$key|$answer|END|\n";
    }
    elsif ( $key eq 'choices' ) {
        @legal = @fields;
    }
    elsif ( $key eq 'start hand' ) {
        @hand = @table = ();
    }
    elsif ( $key =~ /^start (trick|round|turn)$/ ) {
        @table = ();
    }
    elsif ( $key eq 'cards' ) {
        @hand = cards_of( $fields[0] );
    }
    elsif ( $key eq 'dealt' ) {
        push @hand, $fields[0];
    }
    elsif ( $key eq 'played' ) {
        my ( $player, @cards ) = ( $fields[0], cards_of( $fields[1] ) );
        push @table, [ $player, @cards ];
        take_out( \@hand, @cards ) if $player eq $name;
    }
}
