"""All tables of a size, divided into rounds in which everybody plays equally often (Baranyai's theorem, by flows).

The entrants are seated one after another. The tables of all rounds begin empty; each step decides which of the tables
that are not full the next entrant joins: in each round as many as a round gives everybody, and of all tables that hold
the same entrants so far, as many as go on to hold this one too. Shares of tables would do it exactly; so whole tables
do it too, as a flow between whole numbers that has any solution has one in whole numbers.
"""

from __future__ import annotations

from collections import Counter
from math import comb, gcd

Mask = int  # a set of entrants, as bits


def all_tables(n: int, seats: int) -> list[list[tuple[int, ...]]]:
    """Every table of `seats` out of `n` exactly once, in rounds."""
    each = seats // gcd(n, seats)
    size = n // gcd(n, seats)
    rounds: list[list[Mask]] = [[0] * size for _ in range(comb(n, seats) // size)]
    for entrant in range(n):
        _seat(entrant, rounds, n, seats, each)
    return [[tuple(i for i in range(n) if mask >> i & 1) for mask in tables] for tables in rounds]


def _seat(entrant: int, rounds: list[list[Mask]], n: int, seats: int, each: int) -> None:
    there = [Counter(mask for mask in tables if mask.bit_count() < seats) for tables in rounds]
    wanted = {mask: comb(n - entrant - 1, seats - mask.bit_count() - 1) for open_ in there for mask in open_}
    joined = _Flow(there, wanted, each).solved()
    for tables, joins in zip(rounds, joined, strict=True):
        left = Counter(joins)
        for k, mask in enumerate(tables):
            if left[mask]:
                left[mask] -= 1
                tables[k] = mask | 1 << entrant


class _Flow:
    """Which tables are joined: `each` in every round, and of every kind of table as many as are wanted."""

    def __init__(self, there: list[Counter[Mask]], wanted: dict[Mask, int], each: int) -> None:
        self.there = there
        self.joins: list[Counter[Mask]] = [Counter() for _ in there]
        self.wanted = dict(wanted)
        self.free = [each] * len(there)
        self.rounds_with: dict[Mask, list[int]] = {}
        for number, tables in enumerate(there):
            for mask in tables:
                self.rounds_with.setdefault(mask, []).append(number)

    def solved(self) -> list[Counter[Mask]]:
        self._join_the_most_urgent()
        for mask in sorted(self.wanted):
            while self.wanted[mask] > 0:
                self._make_way(mask)
        return self.joins

    def _join_the_most_urgent(self) -> None:
        """Nearly all of the solution, quickly."""
        left: Counter[Mask] = Counter()
        for tables in self.there:
            left.update(tables)
        for number, tables in enumerate(self.there):
            for mask in sorted(tables, key=lambda mask: (-self.wanted[mask] * _FINE // left[mask], mask)):
                count = min(self.free[number], tables[mask], self.wanted[mask])
                if count:
                    share = min(count, max(1, tables[mask] * self.wanted[mask] // left[mask]))
                    self._join(number, mask, share)
            left.subtract(tables)

    def _join(self, number: int, mask: Mask, count: int = 1) -> None:
        self.joins[number][mask] += count
        self.free[number] -= count
        self.wanted[mask] -= count

    def _make_way(self, start: Mask) -> None:
        """One more of `start`: a round that has no room for it gives up another kind, which finds a place elsewhere."""
        way: dict[int, Mask] = {}  # for which kind a round was reached
        given_up: dict[Mask, int] = {start: -1}  # in which round a kind was given up
        kinds = [start]
        for kind in kinds:
            for number in self.rounds_with[kind]:
                if number in way or self.joins[number][kind] >= self.there[number][kind]:
                    continue
                way[number] = kind
                if self.free[number]:
                    self._go_back(number, way, given_up)
                    return
                for other, count in self.joins[number].items():
                    if count and other not in given_up:
                        given_up[other] = number
                        kinds.append(other)
        raise AssertionError("Baranyai's theorem says that there is a way")

    def _go_back(self, number: int, way: dict[int, Mask], given_up: dict[Mask, int]) -> None:
        while number >= 0:
            kind = way[number]
            self._join(number, kind)
            number = given_up[kind]
            if number >= 0:
                self._join(number, kind, -1)


_FINE = 1 << 20
