"""From a table to the orders in which it is played."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations

from referee.tournament.records import HOUSE

Table = tuple[str, ...]


def filled(table: Sequence[str], seats: int) -> Table:
    """House players sit where entrants are missing."""
    missing = seats - len(table)
    return (*table, *(f"house-{k}" if k > 1 else "house" for k in range(1, missing + 1)))


def seatings(order: Sequence[str], how: str) -> list[Table]:
    """All orders in which a deal is played; in rotations everybody sits once on each seat, by the same neighbours."""
    if how == "orders":
        return list(permutations(order))
    turns = len(order) if how == "rotations" else 1
    return [(*order[k:], *order[:k]) for k in range(turns)]


class Seats:
    """Gives everybody all seats equally often, where each table is played in one order only."""

    def __init__(self) -> None:
        self._sat: defaultdict[str, list[int]] = defaultdict(list)

    def seated(self, table: Table) -> Table:
        """The order in which entrants come to seats that they had least; it is counted."""
        sat = [self._counts(name, len(table)) for name in table]
        order = _cheapest(tuple(tuple(count - min(counts) for count in counts) for counts in sat))
        for seat, one in enumerate(order):
            sat[one][seat] += 1
        return tuple(table[one] for one in order)

    def _counts(self, name: str, seats: int) -> list[int]:
        if HOUSE.fullmatch(name):
            return [0] * seats
        counts = self._sat[name]
        counts += [0] * (seats - len(counts))
        return counts


@lru_cache(maxsize=4096)
def _cheapest(ahead: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Who takes each seat, so that the squares of how often seats were had stay least in sum.

    Seats are given one after another; of all ways to give the first seats to the same set of players, only the best
    one is followed. A way is one number: its price, then the player of each seat, so that the least is the best.
    """
    size = len(ahead)
    digits = [1 << 4 * (size - 1 - seat) for seat in range(size)]
    price = [[count**2 << 4 * size for count in counts] for counts in ahead]
    best: dict[int, int] = {0: 0}
    for seat in range(size):
        following: dict[int, int] = {}
        for seated, way in best.items():
            for one in range(size):
                if not seated >> one & 1:
                    now, longer = seated | 1 << one, way + price[one][seat] + one * digits[seat]
                    if longer < following.get(now, longer + 1):
                        following[now] = longer
        best = following
    return tuple(best[(1 << size) - 1] // digit % 16 for digit in digits)
