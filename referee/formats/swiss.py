"""Swiss: those who stand near each other meet, and nobody meets the same opponents again without need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations

from referee.formats.field import Field, Format, Outcome, Table, Waves, needs_company, needs_rounds, shared_places

MEANING = "in each round those meet who stand next to each other so far"
_LOOKS = 20  # how often all tables are looked through for a better exchange
_NEAR = 2  # tables between which entrants are exchanged


def tables(field: Field, results: Waves) -> list[Table]:
    if field.wave > field.rounds or len(field.entrants) < 2:
        return []
    results = results[: field.wave - 1]
    standing = _standing(field, results)
    many, size, larger = _sizes(len(standing), field.seats)
    at_small = set(_for_small_tables(field, results, standing, (many - larger) * size)) if larger else set()
    rank = {name: place for place, name in enumerate(standing)}
    met = Counter(frozenset(pair) for wave in results for one in wave for pair in combinations(one.table, 2))
    groups = [
        _cut([name for name in standing if name in at_small], size),
        _cut([name for name in standing if name not in at_small], size + 1 if larger else size),
    ]
    for group in groups:
        _exchange(group, _Price(rank, met, field.seats))
    return sorted(
        (tuple(sorted(table, key=rank.__getitem__)) for group in groups for table in group),
        key=lambda table: rank[table[0]],
    )


def _sizes(n: int, seats: int) -> tuple[int, int, int]:
    """How many tables, how many entrants at each, and at how many of them one more."""
    many = -(-n // seats)
    return (many, *divmod(n, many))


def _cut(names: list[str], size: int) -> list[list[str]]:
    return [names[k : k + size] for k in range(0, len(names), size)]


def _standing(field: Field, results: Waves) -> list[str]:
    """Best first; who has equal sums stands in the order of entry."""
    sums = beaten(field, results)
    return sorted(field.entrants, key=lambda name: -sums[name])


def beaten(field: Field, results: Waves) -> dict[str, Fraction]:
    """How many opponents each beat, over all waves."""
    return _sums(field, results, lambda outcome, name: outcome.beaten[outcome.table.index(name)])


def _for_small_tables(field: Field, results: Waves, standing: Sequence[str], number: int) -> list[str]:
    """Who met the fewest house players so far, the last of the standing first: small tables have more of them."""
    so_far = _sums(field, results, lambda outcome, _: Fraction(field.seats - len(outcome.table)))
    last_first = list(reversed(standing))
    return sorted(last_first, key=so_far.__getitem__)[:number]


def _sums(field: Field, results: Waves, worth: Callable[[Outcome, str], Fraction]) -> dict[str, Fraction]:
    """Over all waves; one in which an entrant has no match that counts gives it the mean of the others there."""
    sums = dict.fromkeys(field.entrants, Fraction(0))
    for wave in results:
        there = {name: worth(outcome, name) for outcome in wave for name in outcome.table}
        if there:
            mean = sum(there.values(), Fraction(0)) / len(there)
            for name in sums:
                sums[name] += there.get(name, mean)
    return sums


class _Price:
    """What it costs that two sit together: the places between them in the standing, and each meeting they had."""

    def __init__(self, rank: dict[str, int], met: Counter[frozenset[str]], seats: int) -> None:
        self.rank, self.met, self.again = rank, met, 4 * seats * seats

    def __call__(self, one: str, other: str) -> int:
        return abs(self.rank[one] - self.rank[other]) + self.again * self.met[frozenset((one, other))]

    def leaving(self, one: str, own: Sequence[str], other: Sequence[str]) -> int:
        """What it costs more to join another table, while nobody leaves that one."""
        return sum(self(one, new) for new in other) - sum(self(one, old) for old in own if old != one)


def _exchange(tables: list[list[str]], price: _Price) -> None:
    """Between near tables, until no exchange of two entrants helps."""
    for _ in range(_LOOKS):
        near = [(a, b) for b in range(len(tables)) for a in range(max(0, b - _NEAR), b)]
        better = [_better(tables[a], tables[b], price) for a, b in near]
        if not any(better):
            return


def _better(left: list[str], right: list[str], price: _Price) -> bool:
    away = [price.leaving(one, left, right) for one in left]
    back = [price.leaving(one, right, left) for one in right]
    gain, i, j = min(
        (away[i] + back[j] - 2 * price(one, other), i, j) for i, one in enumerate(left) for j, other in enumerate(right)
    )
    if gain < 0:
        left[i], right[j] = right[j], left[i]
    return gain < 0


def ranking(field: Field, results: Waves) -> list[list[str]]:
    return shared_places(_standing(field, results), beaten(field, results).__getitem__)


def size(field: Field) -> int:
    return field.rounds * -(-len(field.entrants) // field.seats)


def refusal(field: Field) -> str:
    return needs_company(field) or needs_rounds(field)


FORMAT = Format("swiss", MEANING, tables, size, refusal, adaptive=True, ranking=ranking, sums=beaten)
