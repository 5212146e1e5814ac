"""Knockout: the better half of each table goes on, until one table is left."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from referee.formats.field import Field, Format, Outcome, Table, Waves, needs_company, shared_places

MEANING = "the better half of each table goes on, until one table is left; it has as many rounds as that needs"


def tables(field: Field, results: Waves) -> list[Table]:
    results = results[: field.wave - 1]
    stages = _stages(field, results)
    still_in = stages[-1]
    if len(stages) <= len(results) or len(still_in) < 2:
        return []
    return [tuple(table) for table in _seeded(still_in, field.seats)]


def _seeded(names: Sequence[str], seats: int) -> list[list[str]]:
    """Like a snake: to the tables in their order, then back, so that the first of the order meet late."""
    many = -(-len(names) // seats)
    tables: list[list[str]] = [[] for _ in range(many)]
    for k, name in enumerate(names):
        row, place = divmod(k, many)
        tables[place if row % 2 == 0 else many - 1 - place].append(name)
    return tables


def _stages(field: Field, results: Waves) -> list[list[str]]:
    """Who was in each wave, of those who still play, in the order of entry; the last may be still to come."""
    stages = [list(field.entrants)]
    for number, wave in enumerate(results):
        if _was_final(stages[-1], wave, field.seats):
            break
        went_on = _went_on(stages[-1], wave, results[:number], field.seats)
        stages.append([name for name in stages[-1] if name in went_on])
    return stages


def _was_final(names: Sequence[str], wave: Sequence[Outcome], seats: int) -> bool:
    return len(wave) < 2 and len({*names, *(name for one in wave for name in one.table)}) <= seats


def _went_on(names: Sequence[str], wave: Sequence[Outcome], before: Waves, seats: int) -> set[str]:
    """Of a table that came to nothing, those go on who were better before."""
    half = max(1, seats // 2)
    tables = [(list(one.table), dict(zip(one.table, one.beaten, strict=True))) for one in wave]
    counted = {name for one in wave for name in one.table}
    rest = [name for name in names if name not in counted]
    going = {name for table, beaten in tables for name in _best(table, beaten, before, names)[:half]}
    return going | set(_best(rest, {}, before, names)[: half * -(-len(rest) // seats)])


def _best(table: list[str], beaten: dict[str, Fraction], before: Waves, names: Sequence[str]) -> list[str]:
    """By this wave, then by the waves before, then by the order of entry."""
    order = {name: place for place, name in enumerate(names)}

    def worth(name: str) -> tuple[Fraction, Fraction, int]:
        earlier = sum((_beaten(wave, name) for wave in before), Fraction(0))
        return (-beaten.get(name, Fraction(0)), -earlier, order.get(name, len(names)))

    return sorted(table, key=worth)


def _beaten(wave: Sequence[Outcome], name: str) -> Fraction:
    return next((one.beaten[one.table.index(name)] for one in wave if name in one.table), Fraction(0))


def _all_played(names: Sequence[str], wave: Sequence[Outcome]) -> bool:
    return set(names) <= {name for one in wave for name in one.table}


def ranking(field: Field, results: Waves) -> list[list[str]]:
    stages = _stages(field, results)
    if len(stages) > len(results) > 0 and not _all_played(stages[-2], results[-1]):
        stages.pop()  # who goes on from the tables that are still playing is not known
    came = {name: number for number, names in enumerate(stages) for name in names}

    def worth(name: str) -> tuple[int, Fraction]:
        played = [wave for wave in results if any(name in one.table for one in wave)]
        return -came[name], -_beaten(played[-1], name) if played else Fraction(0)

    return shared_places(sorted(field.entrants, key=worth), worth)


def size(field: Field) -> int:
    total, left = 0, len(field.entrants)
    while left > field.seats:
        sizes = [len(table) for table in _seeded([""] * left, field.seats)]
        total += len(sizes)
        left = sum(min(size, max(1, field.seats // 2)) for size in sizes)
    return total + 1


def refusal(field: Field) -> str:
    return needs_company(field)


FORMAT = Format(
    "knockout", MEANING, tables, size, refusal, adaptive=True, ranking=ranking, goes_on=True, takes_additions=False
)
