"""Rounds found by search: entrants change places between tables as long as pairs then meet more evenly."""

from __future__ import annotations

from itertools import combinations
from math import comb, gcd

from referee.formats.sequence import Numbers

Table = tuple[int, ...]
_EFFORT = 24000  # exchanges that are looked at for one round
_STEP = 8  # how much dearer a meeting makes the next one in the same round


def _price(ahead: int) -> int:
    return _STEP * ahead**2


class Search:
    """Rounds in which everybody plays equally often, each as good for the pairs as was found."""

    def __init__(self, n: int, seats: int) -> None:
        self.n, self.seats = n, seats
        self.met = [[0] * n for _ in range(n)]
        self.numbers = Numbers(n * 1000 + seats)

    def next_round(self) -> list[Table]:
        prices = self._prices()
        now = _Round(prices, self._drawn())
        best, least = now.copied(), now.cost
        effort, ideal = _EFFORT // self.seats**2, self._ideal(prices)
        while True:
            effort -= now.improve(effort, ideal)
            if now.cost < least:
                best, least = now.copied(), now.cost
            if effort <= 0 or least <= ideal:
                break
            self._shake(now)
        self._count(best)
        return best

    def _drawn(self) -> list[Table]:
        """At random; nobody is at a table twice."""
        row: list[int] = []
        for _ in range(self.seats // gcd(self.n, self.seats)):
            layer = list(range(self.n))
            self.numbers.shuffle(layer)
            begun = set(row[len(row) - len(row) % self.seats :])
            row += sorted(layer, key=begun.__contains__)
        return [tuple(row[k : k + self.seats]) for k in range(0, len(row), self.seats)]

    def _prices(self) -> list[list[int]]:
        """Of the next meeting of each pair: the more it is ahead of others, the steeper."""
        least = min(min(row[:x]) for x, row in enumerate(self.met) if x)
        most = max(map(max, self.met))
        price = {count: _price(count - least) for count in range(most + 1)}
        rows = [[price[count] for count in row] for row in self.met]
        for x, row in enumerate(rows):
            row[x] = 0
        return rows

    def _ideal(self, prices: list[list[int]]) -> int:
        """What a round costs that takes the cheapest meetings of all."""
        number = self.n // gcd(self.n, self.seats) * comb(self.seats, 2)
        return sum(sorted(price for x, row in enumerate(prices) for price in row[:x])[:number])

    def _shake(self, now: _Round) -> None:
        for _ in range(2):
            a = self.numbers.below(len(now.tables))
            b = (a + 1 + self.numbers.below(len(now.tables) - 1)) % len(now.tables)
            now.swap_at_random(a, b, self.numbers)

    def _count(self, tables: list[Table]) -> None:
        for table in tables:
            for x, y in combinations(table, 2):
                self.met[x][y] += 1
                self.met[y][x] += 1


class _Round:
    """A round that is being improved, and what it costs; each meeting makes the next of the same pair dearer."""

    def __init__(self, prices: list[list[int]], tables: list[Table]) -> None:
        self.prices = [row.copy() for row in prices]
        self.tables = [set(table) for table in tables]
        self.tables_of: list[set[int]] = [set() for _ in prices]
        self.cost = 0
        for number, table in enumerate(tables):
            for x in table:
                self.tables_of[x].add(number)
            for x, y in combinations(table, 2):
                self._meet(x, y)
        # What each entrant's meeting with all of each table would cost.
        self.sums = [list(map(sum, zip(*(self.prices[x] for x in table), strict=True))) for table in tables]

    def copied(self) -> list[Table]:
        return [tuple(sorted(table)) for table in self.tables]

    def improve(self, effort: int, ideal: int) -> int:
        """Until no exchange between two tables makes it better; how many pairs of tables were looked at."""
        spent, since = 0, 0
        pairs = comb(len(self.tables), 2)
        while since < pairs:
            for a, b in combinations(range(len(self.tables)), 2):
                since = 0 if self._better(a, b) else since + 1
                spent += 1
                if since >= pairs or spent >= effort or self.cost <= ideal:
                    return spent
        return spent

    def _better(self, a: int, b: int) -> bool:
        of_a, of_b = self.sums[a], self.sums[b]
        left = [(of_b[x] - of_a[x], x) for x in self.tables[a] - self.tables[b]]
        right = [(of_a[y] - of_b[y], y) for y in self.tables[b] - self.tables[a]]
        if not left:
            return False
        gain, x, y = min((i + j - 2 * self.prices[x][y], x, y) for i, x in left for j, y in right)
        if gain + 2 * _STEP * (len(left) - 1) >= 0:
            return False
        self._swap(a, x, b, y)
        return True

    def swap_at_random(self, a: int, b: int, numbers: Numbers) -> None:
        left, right = sorted(self.tables[a] - self.tables[b]), sorted(self.tables[b] - self.tables[a])
        if left:
            self._swap(a, left[numbers.below(len(left))], b, right[numbers.below(len(right))])

    def _swap(self, a: int, x: int, b: int, y: int) -> None:
        at_a, at_b = self.tables[a] - self.tables[b] - {x}, self.tables[b] - self.tables[a] - {y}
        for apart, together, others in ((x, y, at_a), (y, x, at_b)):
            for z in others:
                self._part(apart, z)
                self._reprice(apart, z, -_STEP)
                self._meet(together, z)
                self._reprice(together, z, _STEP)
        self._move(x, a, b)
        self._move(y, b, a)

    def _meet(self, x: int, y: int) -> None:
        self.cost += self.prices[x][y]
        self.prices[x][y] += _STEP
        self.prices[y][x] += _STEP

    def _part(self, x: int, y: int) -> None:
        self.prices[x][y] -= _STEP
        self.prices[y][x] -= _STEP
        self.cost -= self.prices[x][y]

    def _reprice(self, x: int, y: int, more: int) -> None:
        for table in self.tables_of[y]:
            self.sums[table][x] += more
        for table in self.tables_of[x]:
            self.sums[table][y] += more

    def _move(self, x: int, a: int, b: int) -> None:
        self.tables[a].remove(x)
        self.tables[b].add(x)
        self.tables_of[x].remove(a)
        self.tables_of[x].add(b)
        row = self.prices[x]
        self.sums[a] = [there - own for there, own in zip(self.sums[a], row, strict=True)]
        self.sums[b] = [there + own for there, own in zip(self.sums[b], row, strict=True)]
