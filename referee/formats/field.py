"""What a format is given and what it gives: entrants and results in, tables out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

Table = tuple[str, ...]  # the entrants that meet; where there are fewer than seats, house players sit there too


@dataclass(frozen=True)
class Outcome:
    """What a table of an earlier wave came to."""

    table: Table
    beaten: tuple[Fraction, ...]  # by each entrant: how many opponents a match, of its matches that count; ties half


Waves = Sequence[
    Sequence[Outcome]
]  # the results so far, wave by wave; a table none of whose matches count is not there


@dataclass(frozen=True)
class Field:
    """Who plays, and how far it has come."""

    entrants: tuple[str, ...]  # that play now, in the order in which they entered
    seats: int  # at a table
    rounds: int  # the waves that are wanted; 0: without end
    wave: int  # the number of the wave that is asked for, from 1
    since: int  # how many waves there were since the entrants last changed
    challengers: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Format:
    name: str
    meaning: str  # in a sentence, for the file of a tournament and its documentation
    tables: Callable[[Field, Waves], Sequence[Table]]  # of the next wave; none when the tournament is over
    size: Callable[[Field], int]  # how many tables all waves have together; 0: without end
    refusal: Callable[[Field], str]  # why it cannot be played, or nothing
    adaptive: bool = False  # whether a wave depends on the results of the waves before
    ranking: Callable[[Field, Waves], list[list[str]]] | None = None  # groups that share a place, best first
    by_rating: bool = False  # else, and without a ranking, mean places decide
    takes_additions: bool = True  # whether an entrant may come in later
