"""What a format is given and what it gives: entrants and results in, tables out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

Table = tuple[str, ...]  # the entrants that meet; where there are fewer than seats, house players sit there too


@dataclass(frozen=True)
class Outcome:
    """What a table of an earlier wave came to."""

    table: Table
    beaten: tuple[Fraction, ...]  # by each entrant: how many opponents a match, of its matches that count; ties half


# The results so far, wave by wave; a table none of whose matches count is not there.
Waves = Sequence[Sequence[Outcome]]


@dataclass(frozen=True)
class Field:
    """Who plays, and how far it has come."""

    entrants: tuple[str, ...]  # that play now, in the order in which they entered
    seats: int  # at a table
    rounds: int  # the waves that are wanted; 0: without end
    wave: int  # the number of the wave that is asked for, from 1
    since: int  # how many waves before it had these same entrants, without a break
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
    sums: Callable[[Field, Waves], Mapping[str, Fraction]] | None = None  # what the ranking goes by, where it is a sum
    goes_on: bool = False  # whether only a part of each table is in the next wave
    by_rating: bool = False  # else, and without a ranking, mean places decide
    takes_additions: bool = True  # whether an entrant may come in later


def needs_company(field: Field) -> str:
    return "" if len(field.entrants) > 1 else "[entrants]: at least two are needed"


def needs_rounds(field: Field) -> str:
    return "" if field.rounds > 0 else "rounds: at least 1 is needed"


def shared_places(names: Sequence[str], worth: Callable[[str], object]) -> list[list[str]]:
    """Those of equal worth share a place; `names` come best first."""
    groups: list[list[str]] = []
    for name in names:
        if groups and worth(groups[-1][0]) == worth(name):
            groups[-1].append(name)
        else:
            groups.append([name])
    return groups
