"""Gauntlet: each challenger meets the same tables of the field, and no other challenger."""

from __future__ import annotations

from referee.formats.balance import design, tables_in_a_round
from referee.formats.field import Field, Format, Table, Waves, needs_company, needs_rounds

MEANING = "each of the challengers meets all the others, at the same tables as every other challenger"


def tables(field: Field, results: Waves) -> list[Table]:
    challengers, others = _divided(field)
    if field.wave > field.rounds or not challengers or not others:
        return []
    plan = design(len(others), field.seats - 1, field.rounds - field.wave + 1 + field.since)
    return [
        (challenger, *(others[one] for one in table)) for table in plan.round(field.since) for challenger in challengers
    ]


def size(field: Field) -> int:
    challengers, others = _divided(field)
    return field.rounds * len(challengers) * tables_in_a_round(len(others), field.seats - 1)


def refusal(field: Field) -> str:
    unknown = sorted(field.challengers - set(field.entrants))
    if unknown:
        return f"challengers: {unknown[0]!r} is none of the entrants ({', '.join(field.entrants)})"
    if not field.challengers:
        return 'challengers: a gauntlet needs at least one, such as challengers = ["mybot"]'
    if not _divided(field)[1]:
        return "challengers: some entrants must be none, for the challengers to meet"
    return needs_company(field) or needs_rounds(field)


def _divided(field: Field) -> tuple[list[str], list[str]]:
    challengers = [name for name in field.entrants if name in field.challengers]
    return challengers, [name for name in field.entrants if name not in field.challengers]


FORMAT = Format("gauntlet", MEANING, tables, size, refusal)
