"""The README of an author's share of a tournament."""

from __future__ import annotations

README = """\
What the client {name} was told and wrote in a tournament ({games}), for its author.
Nothing is in it that others alone knew.

matches.csv               a row for each match: place, score, bad cards, times
NNNNNN.lines.gz           match NNNNNN, line by line
NNNNNN.{name}.stderr.gz   what the client wrote to stderr in that match, if it did

{held_back}
A file of lines begins with `referee share 1` and a line of JSON: the game, its options and limits, and the players by
their seats. Of the lines after these two the first character says what it is:

> LINE               was sent to {name}
< MICROS LINE        it answered, after so many microseconds
! KIND MICROS LINE   its answer was a bad card: silent, gone, overlong, unasked, flood or time; what it wrote, if it did
. ended, . started   its program ended, or was started anew
# TEXT               a note of the referee, such as an exit code
= JSON               its own row of the result

To give a program all that was sent in match 117 (it is told no more than {name} was, whatever it answers):

    gunzip -c 000117.lines.gz | sed -n 's/^> //p' | ./mybot {name}

To see questions and answers:

    gunzip -c 000117.lines.gz | grep -e '^> |QUERY|' -e '^[<!]'
"""

HELD_BACK = """\
{number} are held back, since others are still to play their deals from other seats; export again when they have.
"""


def readme(name: str, games: tuple[str, ...], held_back: str) -> str:
    """`held_back` counts the matches that are, or is nothing."""
    held = HELD_BACK.format(number=held_back) if held_back else ""
    return README.format(name=name, games=", ".join(games), held_back=held).replace("\n\n\n", "\n\n")
