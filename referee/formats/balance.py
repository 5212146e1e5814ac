"""Balanced designs: rounds of tables in which entrants sit equally often and pairs meet as evenly as can be found."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from heapq import heappop, heappush
from itertools import combinations
from math import comb, gcd
from typing import Protocol

from referee.formats import circles, complete, search
from referee.formats.sequence import Numbers

Table = tuple[int, ...]  # entrants as numbers from 0
_TABLES = 20_000  # so many are listed, all of them
_EFFORT = 20_000  # pairs that are looked at to choose one round of those that were listed


class _Source(Protocol):
    def next_round(self) -> list[Table]: ...


def tables_in_a_round(n: int, seats: int) -> int:
    return 1 if n <= seats else n // gcd(n, seats)


@lru_cache(maxsize=16)
def design(n: int, seats: int, planned: int) -> Design:
    """The one design for so many planned rounds; it has more if they are asked for."""
    return Design(n, seats, planned)


class Design:
    """Rounds without end, each found once and kept; a whole round gives everybody the same number of tables."""

    def __init__(self, n: int, seats: int, planned: int) -> None:
        self.n, self.seats = n, min(n, seats)
        self._source = _source(n, self.seats, planned)
        self._rounds: list[array[int]] = []

    def round(self, number: int) -> list[Table]:
        """From 0."""
        while len(self._rounds) <= number:
            tables = _evenly_ordered(self._source.next_round(), self.n)
            self._rounds.append(array("H", [one for table in tables for one in table]))
        row = self._rounds[number]
        return [tuple(row[k : k + self.seats]) for k in range(0, len(row), self.seats)]


def _source(n: int, seats: int, planned: int) -> _Source:
    every = comb(n, seats)
    if gcd(n, seats) == 1:
        return _Circles(n, seats) if every <= _TABLES else circles.Search(n, seats)
    if every <= min(_TABLES, planned * tables_in_a_round(n, seats)):
        return _Complete(n, seats)
    return search.Search(n, seats)


class _Listed:
    """Rounds that together have every table once: the next one is that which keeps the pairs most even; then again."""

    def __init__(self, meetings: list[list[int]], weight: Callable[[int], int] = lambda kind: 1) -> None:
        # Of each round: the kinds of pairs that meet in it, each with how often it came up in the round before.
        self._meetings = [[(kind, row[:k].count(kind)) for k, kind in enumerate(row)] for row in meetings]
        self._weight = weight  # how often two of a kind meet each time that it comes up
        self._met: Counter[int] = Counter()
        self._left = list(range(len(meetings)))
        Numbers(len(meetings)).shuffle(self._left)
        self._order: list[int] = []
        self._given = 0

    def next_number(self) -> int:
        if self._left:
            self._order.append(self._chosen())
        number = self._order[self._given % len(self._order)]
        self._given += 1
        return number

    def _chosen(self) -> int:
        looked_at = self._left[: max(1, _EFFORT // (1 + len(self._meetings[0])))]
        best = min(range(len(looked_at)), key=lambda place: self._price(looked_at[place]))
        chosen, self._left[best] = self._left[best], self._left[-1]
        self._left.pop()
        for kind, _ in self._meetings[chosen]:
            self._met[kind] += self._weight(kind)
        return chosen

    def _price(self, number: int) -> int:
        met = self._met
        return sum((met[kind] + before) ** 2 for kind, before in self._meetings[number])


class _Circles:
    def __init__(self, n: int, seats: int) -> None:
        self._n = n
        self._tables = list(circles.circles(n, seats))
        found = [circles.distances(table, n) for table in self._tables]
        self._listed = _Listed(found, lambda distance: circles.meetings(distance, n))

    def next_round(self) -> list[Table]:
        return circles.turned(self._tables[self._listed.next_number()], self._n)


class _Complete:
    def __init__(self, n: int, seats: int) -> None:
        self._rounds = complete.all_tables(n, seats)
        self._listed = _Listed([[x * n + y for t in tables for x, y in combinations(t, 2)] for tables in self._rounds])

    def next_round(self) -> list[Table]:
        return self._rounds[self._listed.next_number()]


def _evenly_ordered(tables: list[Table], n: int) -> list[Table]:
    """So that after any of them everybody sat about equally often."""
    of: list[list[int]] = [[] for _ in range(n)]
    for number, table in enumerate(tables):
        for one in table:
            of[one].append(number)
    sat = [0] * len(tables)  # how often those of each table sat before, together; -1: it is placed
    queue = [(0, number) for number in range(len(tables))]
    ordered: list[Table] = []
    while queue:
        then, number = heappop(queue)
        if then != sat[number]:
            continue
        sat[number] = -1
        ordered.append(tables[number])
        for other in (other for one in tables[number] for other in of[one] if sat[other] >= 0):
            sat[other] += 1
            heappush(queue, (sat[other], other))
    return ordered
