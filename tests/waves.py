"""Tournaments on paper: fields, waves with results that a test decides, and how evenly things came out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import TypeVar

from referee.formats.field import Field, Format, Outcome, Table
from referee.formats.known import FORMATS

Thing = TypeVar("Thing")
Judge = Callable[[Table, int], Sequence[int] | None]  # points of each entrant at a table of a wave; None: annulled


def names(n: int) -> tuple[str, ...]:
    return tuple(f"e{k}" for k in range(1, n + 1))


def field(n: int, seats: int, rounds: int = 1, wave: int = 1, challengers: Iterable[str] = ()) -> Field:
    return Field(names(n), seats, rounds, wave, wave - 1, frozenset(challengers))


def rounds_of(name: str, n: int, seats: int, rounds: int, challengers: Iterable[str] = ()) -> list[Sequence[Table]]:
    """All waves of a format that does not look at results."""
    fields = [field(n, seats, rounds, wave, challengers) for wave in range(1, rounds + 1)]
    return [FORMATS[name].tables(one, []) for one in fields]


def first_named_wins(table: Table, wave: int) -> list[int]:
    """Entrants are as strong as they are early."""
    return [-int(name[1:]) for name in table]


def outcome(table: Table, points: Sequence[int], seats: int) -> Outcome:
    """House players lose to everybody; of equal points each beats the other by half."""
    house = seats - len(table)
    beaten = [sum((p > q) + Fraction(p == q, 2) for q in points) - Fraction(1, 2) + house for p in points]
    return Outcome(table, tuple(beaten))


def judged(tables: Iterable[Table], judge: Judge, wave: int, seats: int) -> list[Outcome]:
    points = [(table, judge(table, wave)) for table in tables]
    return [outcome(table, found, seats) for table, found in points if found is not None]


def played(
    what: Format,
    n: int,
    seats: int,
    rounds: int,
    judge: Judge = first_named_wins,
    most: int = 100,
    challengers: Iterable[str] = (),
) -> Played:
    """Until its end, or for the most waves."""
    waves: list[Sequence[Table]] = []
    results: list[list[Outcome]] = []
    while len(waves) < most:
        tables = what.tables(field(n, seats, rounds, len(waves) + 1, challengers), results)
        if not tables:
            break
        waves.append(tables)
        results.append(judged(tables, judge, len(waves), seats))
    return Played(waves, results)


class Played:
    """The waves of a tournament on paper, and what they came to."""

    def __init__(self, waves: list[Sequence[Table]], results: list[list[Outcome]]) -> None:
        self.waves = waves
        self.results = results


def seated(tables: Iterable[Table]) -> Counter[str]:
    return Counter(name for table in tables for name in table)


def met(tables: Iterable[Table]) -> Counter[frozenset[str]]:
    return Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))


def spread(counts: Counter[Thing], things: Iterable[Thing]) -> int:
    """Between the most and the least; what never came up counts too."""
    found = [counts[thing] for thing in things]
    return max(found) - min(found)


def pairs(some: Iterable[str]) -> list[frozenset[str]]:
    return [frozenset(pair) for pair in combinations(some, 2)]
