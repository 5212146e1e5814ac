"""What the waves of a plan came to, as formats are told it: who beat how many at which table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from referee.formats.field import Outcome, Table
from referee.tournament.records import Event, Fixture, Wave
from referee.tournament.store import Store

Beaten = Mapping[str, Fraction]  # by each player of a match


@dataclass(frozen=True)
class Round:
    """A wave with its tables, each with the numbers of its matches."""

    wave: Wave
    fixtures: tuple[Fixture, ...]
    tables: Mapping[tuple[int, Table], Sequence[int]]  # by the seats at the table, and who sits there


class Results:
    """Read from the store once, as far as they were there; an annulment changes only what it is about."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._beaten: dict[int, Beaten] = {}
        self._annulled: frozenset[int] = frozenset()
        self._known: dict[int, dict[int, list[Outcome]]] = {}  # by the number of the wave, by seats

    def waves(self, rounds: Sequence[Round], events: Iterable[Event]) -> dict[int, list[Sequence[Outcome]]]:
        annulled = frozenset(event.match for event in events if event.kind == "annul" and event.match)
        if annulled != self._annulled:
            self._annulled = annulled
            self._known.clear()
        self._read()
        found: dict[int, list[Sequence[Outcome]]] = {}
        for one in rounds:
            for seats, outcomes in self._of(one).items():
                found.setdefault(seats, []).append(outcomes)
        return found

    def _of(self, one: Round) -> dict[int, list[Outcome]]:
        if one.wave.number in self._known:
            return self._known[one.wave.number]
        found: dict[int, list[Outcome]] = {}
        for (seats, table), numbers in one.tables.items():
            beaten = [self._beaten[n] for n in numbers if n in self._beaten and n not in self._annulled]
            found.setdefault(seats, [])
            if beaten:
                means = (sum((each[name] for each in beaten), Fraction()) / len(beaten) for name in table)
                found[seats].append(Outcome(table, tuple(means)))
        if all(f.number in self._beaten for f in one.fixtures):
            self._known[one.wave.number] = found
        return found

    def _read(self) -> None:
        """A tie counts half."""
        query = (
            """select match, entrant, place, sharing, count(*) over (partition by match) from seat where match > ?"""
        )
        new: dict[int, dict[str, Fraction]] = {}
        for match, name, place, sharing, seats in self._store.rows(query, max(self._beaten, default=0)):
            new.setdefault(match, {})[name] = Fraction(2 * (seats - place) - (sharing - 1), 2)
        self._beaten.update(new)
