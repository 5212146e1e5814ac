"""Rounds for a number of entrants that has no divisor in common with the seats: one table, turned around the circle.

The entrants stand in a circle. A round is one table and all that come from it when everybody moves one place on; so
everybody sits as often as there are seats, and two entrants meet as often as the table has pairs at their distance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.formats.sequence import Numbers

Table = tuple[int, ...]


def turned(table: Table, n: int) -> list[Table]:
    return [tuple(sorted((one + step) % n for one in table)) for step in range(n)]


def circles(n: int, seats: int) -> Iterator[Table]:
    """One table out of each circle."""
    for gaps in _sums(n, seats):
        if gaps == min(gaps[k:] + gaps[:k] for k in range(seats)):
            yield tuple(sum(gaps[:k]) for k in range(seats))


def _sums(total: int, parts: int) -> Iterator[Table]:
    """Positive numbers of this sum, none less than the first."""

    def more(begun: Table, left: int, parts: int) -> Iterator[Table]:
        if parts == 1:
            yield (*begun, left)
            return
        least = begun[0] if begun else 1
        for part in range(least, left - (parts - 1) * least + 1):
            yield from more((*begun, part), left - part, parts - 1)

    return more((), total, parts)


def distances(table: Table, n: int) -> list[int]:
    """Of its pairs."""
    return [min((a - b) % n, (b - a) % n) for k, a in enumerate(table) for b in table[:k]]


def meetings(distance: int, n: int) -> int:
    """Of two at this distance, for each such pair of a turned table: opposite ones meet at the half turn again."""
    return 2 if 2 * distance == n else 1


class Search:
    """For circles too many to list: the table of each round is built so that the rarest distances come up."""

    def __init__(self, n: int, seats: int) -> None:
        self.n, self.seats = n, seats
        self.met = [0] * (n // 2 + 1)  # how often two at this distance met
        self.numbers = Numbers(n * 1000 + seats)

    def next_round(self) -> list[Table]:
        best = min((self._built() for _ in range(max(1, _EFFORT // (self.n * self.seats)))), key=self._cost)
        for distance in distances(best, self.n):
            self.met[distance] += meetings(distance, self.n)
        return turned(best, self.n)

    def _cost(self, table: Table) -> int:
        """The squares of all meetings that there will be, less those that there were."""
        price = 0
        for distance, count in Counter(distances(table, self.n)).items():
            often = meetings(distance, self.n)
            price += (2 * self.met[distance] + count * often) * count
        return price

    def _built(self) -> Table:
        table: Table = ()
        for _ in range(self.seats):
            table = self._with_one_more(table)
        for _ in range(2 * self.seats):
            other = self._with_one_more(table[1:])
            if self._cost(other) <= self._cost(table):
                table = other
            table = (*table[1:], table[0])
        return table

    def _with_one_more(self, table: Table) -> Table:
        met, n = self.met.copy(), self.n
        for distance in distances(table, n):
            met[distance] += 1
        around = [met[min(step, n - step)] for step in range(n)]
        first = self.numbers.below(n)
        places = (place % n for place in range(first, first + n) if place % n not in table)
        return (*table, min(places, key=lambda place: sum(around[place - one] for one in table)))


_EFFORT = 4000
