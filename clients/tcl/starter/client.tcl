# SPDX-License-Identifier: CC0-1.0
# Plays any game: keeps its hand and the table, is told all legal answers, and draws one of them.

# Your strategy goes here. `hand` is your cards; `table` is who played what since the trick, round or turn began,
# each a pair of name and cards; `legal` is all answers that are allowed, of which you return one.
proc choose {hand table legal} {
    lindex $legal [expr {int(rand() * [llength $legal])}]
}

proc cardsOf {field} {
    if {$field eq "-"} {
        return {}
    }
    split $field " "
}

proc hear {key fields} {
    global me hand table legal
    switch $key {
        "start hand" {
            set hand {}
            set table {}
        }
        "start trick" - "start round" - "start turn" {
            set table {}
        }
        "cards" {
            set hand [cardsOf [lindex $fields 0]]
        }
        "dealt" {
            lappend hand [lindex $fields 0]
        }
        "played" {
            lassign $fields name field
            set cards [cardsOf $field]
            lappend table [list $name $cards]
            if {$name eq $me} {
                foreach card $cards {
                    set place [lsearch -exact $hand $card]
                    set hand [lreplace $hand $place $place]
                }
            }
        }
        "choices" {
            set legal $fields
        }
    }
}

set me [lindex $argv end]
set hand {}
set table {}
set legal {}
if {[info exists env(REFEREE_SEED)]} {
    expr {srand($env(REFEREE_SEED))} ;# the same numbers if the match is played again
}
chan configure stdin -encoding utf-8
chan configure stdout -encoding utf-8 -buffering line -translation lf ;# each answer leaves at once

while {[gets stdin line] >= 0} {
    set words [split $line |] ;# a bar stands before the first and after the last: both of them are empty
    set key [lindex $words 2]
    if {[lindex $words 1] eq "QUERY"} {
        puts "|RESPONSE|$key|[choose $hand $table $legal]|END|"
    } else {
        hear $key [lrange $words 3 end-2]
    }
}
