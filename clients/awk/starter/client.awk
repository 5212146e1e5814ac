# SPDX-License-Identifier: CC0-1.0
# Plays any game: keeps its hand and the table, is told all legal answers, and draws one of them.
# It keeps to what every awk knows; all lists are counted from 1, and their lengths are in variables of their own.

# Your strategy goes here. `hand` is your `cards` cards; `table_name` and `table_cards` are the `plays` of who played
# what since the trick, round or turn began; `legal` is all `answers` that are allowed, of which you return one.
function choose() {
    return legal[1 + int(rand() * answers)]
}

# Takes one copy of a card from the hand; the last card fills its place.
function drop(card,    place) {
    for (place = 1; place <= cards; place++)
        if (hand[place] == card) {
            hand[place] = hand[cards]
            delete hand[cards--]
            return
        }
}

BEGIN {
    FS = "|"                       # $1 is empty, $2 the type, $3 the key; fields begin with $4, and END is $(NF - 1)
    me = ARGV[ARGC - 1]
    ARGC = 1                       # the name is no file to read
    srand(ENVIRON["REFEREE_SEED"]) # the same numbers if the match is played again
}

$2 == "QUERY" {
    print "|RESPONSE|" $3 "|" choose() "|END|"
    fflush()
    next
}

$3 == "start hand" {
    cards = plays = 0
}

$3 == "start trick" || $3 == "start round" || $3 == "start turn" {
    plays = 0
}

$3 == "cards" {
    cards = $4 == "-" ? 0 : split($4, hand, " ")
}

$3 == "dealt" {
    hand[++cards] = $4
}

$3 == "played" {
    table_name[++plays] = $4
    table_cards[plays] = $5
    if ($4 == me) {
        count = split($5, played, " ")
        for (i = 1; i <= count; i++)
            drop(played[i])
    }
}

$3 == "choices" {
    answers = NF - 5
    for (i = 1; i <= answers; i++)
        legal[i] = $(i + 3)
}
