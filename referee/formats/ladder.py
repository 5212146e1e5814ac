"""Ladder: the next tables are where the ranking is least decided, and nobody starves.

Nobody sits out two waves in a row, unless more sat out the last wave than there are seats, as when many come in at
once; then those who waited longest play first. So of two who are there as long, neither has played less than half as
often as the other, but for the odd wave.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations

from referee.formats.field import Field, Format, Outcome, Table, Waves, needs_company

MEANING = "goes on until it is stopped, or for so many rounds; those meet whose order is least decided"

_START = 1500
_FAR = 200  # ratings so far apart make the better one beat the other in three of four meetings
_NEAR = 100  # ratings that differ less say little about who is better
_FINE = 10**10


def tables(field: Field, results: Waves) -> list[Table]:
    if 0 < field.rounds < field.wave or len(field.entrants) < 2:
        return []
    if len(field.entrants) <= field.seats:
        return [field.entrants]
    return _Wave(field, _known(field.seats, results[: field.wave - 1])).tables()


class _Past:
    """What the waves so far say."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.waves: list[tuple[Outcome, ...]] = []
        self.rating: dict[str, int] = {}
        self.played: Counter[str] = Counter()
        self.last: dict[str, int] = {}  # the number of the wave in which somebody last played
        self.met: Counter[tuple[str, str]] = Counter()

    def add(self, wave: tuple[Outcome, ...]) -> None:
        self.waves.append(wave)
        gains = [gain for outcome in wave for gain in self._gains(outcome)]
        for name, gain in gains:
            self.rating[name] = self.rating.get(name, _START) + gain
        for outcome in wave:
            self.met.update(_pair(*two) for two in combinations(outcome.table, 2))
            for name in outcome.table:
                self.played[name] += 1
                self.last[name] = len(self.waves)

    def _gains(self, outcome: Outcome) -> Iterable[tuple[str, int]]:
        """Whoever beats more than was expected gains; a house player counts as one that nothing is known of."""
        ratings = [self.rating.get(name, _START) for name in outcome.table]
        house = [_START] * (self.seats - len(ratings))
        for name, own, beaten in zip(outcome.table, ratings, outcome.beaten, strict=True):
            expected = sum(_expected(own - other) for other in ratings + house) - _expected(0)
            step = max(16, 200 // (1 + self.played[name]))
            yield name, round(step * (1000 * beaten - expected) / Fraction(1000 * (self.seats - 1)))


def _expected(ahead: int) -> int:
    """How many of 1000 meetings are won; a fraction and not Elo's power, which machines may round differently."""
    more = 500 * abs(ahead) // (abs(ahead) + _FAR)
    return 500 + more if ahead > 0 else 500 - more


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


_kept: dict[int, _Past] = {}  # by seats: what was read last, which mostly is what is read next but for one wave


def _known(seats: int, results: Waves) -> _Past:
    waves = [tuple(wave) for wave in results]
    past = _kept.get(seats)
    if past is None or past.waves != waves[: len(past.waves)]:
        past = _kept[seats] = _Past(seats)
    for wave in waves[len(past.waves) :]:
        past.add(wave)
    return past


class _Wave:
    """The tables of a wave while they are filled."""

    def __init__(self, field: Field, past: _Past) -> None:
        self.field, self.past = field, past
        n, seats = len(field.entrants), field.seats
        self.many = _many(n, seats)
        waited = {name: field.wave - 1 - past.last.get(name, 0) for name in field.entrants}
        waiting = [name for name in field.entrants if waited[name]]
        self.must = sorted(waiting, key=lambda name: (-waited[name], past.played[name]))[: self.many * seats]
        self.may = [name for name in field.entrants if not waited[name]]
        self.need = self._needs()

    def tables(self) -> list[Table]:
        return [self._table(self.many - k) for k in range(self.many)]

    def _table(self, tables_left: int) -> Table:
        first = self.must[0] if self.must else max(self.may, key=self.need.__getitem__)
        table = [self._taken(first)]
        worth: Counter[str] = Counter()
        while len(table) < self.field.seats:
            for name in self.must + self.may:
                worth[name] += self._weight(name, table[-1])
            left = tables_left * self.field.seats - len(table)
            free = [] if left <= len(self.must) else self.may
            table.append(self._taken(max(self.must + free, key=worth.__getitem__)))
        return tuple(table)

    def _taken(self, name: str) -> str:
        (self.must if name in self.must else self.may).remove(name)
        return name

    def _needs(self) -> Counter[str]:
        """How undecided the order of each is against its neighbours in the ranking."""
        ranked = sorted(self.field.entrants, key=lambda name: -self.past.rating.get(name, _START))
        need: Counter[str] = Counter()
        for k, name in enumerate(ranked):
            for other in ranked[k + 1 : k + self.field.seats]:
                weight = self._weight(name, other)
                need[name] += weight
                need[other] += weight
        return need

    def _weight(self, one: str, other: str) -> int:
        """The more, the nearer their ratings are and the less often they met."""
        ratings = self.past.rating
        apart = ratings.get(one, _START) - ratings.get(other, _START)
        return _FINE // ((1 + self.past.met[_pair(one, other)]) * (_NEAR**2 + apart**2))


def _many(n: int, seats: int) -> int:
    """Tables of a wave: full ones, and so few that some are free to play or not."""
    return max(1, min(n // seats, -(-2 * n // (3 * seats))))


def size(field: Field) -> int:
    return field.rounds * _many(len(field.entrants), field.seats)


def refusal(field: Field) -> str:
    return needs_company(field)


FORMAT = Format("ladder", MEANING, tables, size, refusal, adaptive=True, by_rating=True)
