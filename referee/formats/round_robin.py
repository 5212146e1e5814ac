"""Round-robin: everybody meets everybody, equally often as far as whole rounds can."""

from __future__ import annotations

from referee.formats.balance import design, tables_in_a_round
from referee.formats.field import Field, Format, Table, Waves, needs_company, needs_rounds

MEANING = "everybody meets everybody: all tables there are, where the rounds suffice, else as evenly as can be found"


def tables(field: Field, results: Waves) -> list[Table]:
    if field.wave > field.rounds or len(field.entrants) < 2:
        return []
    plan = design(len(field.entrants), field.seats, field.rounds - field.wave + 1 + field.since)
    return [tuple(field.entrants[one] for one in table) for table in plan.round(field.since)]


def size(field: Field) -> int:
    return field.rounds * tables_in_a_round(len(field.entrants), field.seats)


def refusal(field: Field) -> str:
    return needs_company(field) or needs_rounds(field)


FORMAT = Format("round-robin", MEANING, tables, size, refusal)
