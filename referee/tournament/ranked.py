"""What only the plan and its format know of the standings: the number of all matches, and an order of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.formats.field import Outcome, Waves
from referee.formats.known import FORMATS
from referee.tournament.results import Round
from referee.tournament.schedule import Schedule, active, total_of
from referee.tournament.setup import Setup
from referee.tournament.standings import Stage, Standings, standings
from referee.tournament.store import Store


def standings_of(setup: Setup, store: Store) -> Standings:
    format_, total = FORMATS[setup.format], total_of(setup, store)
    sizes = {*setup.seats.values()}
    if format_.ranking is None or len(sizes) > 1 or not store.waves():  # games of several sizes have waves each
        return standings(store, setup, total=total, by_rating=format_.by_rating)
    (seats,) = sizes
    schedule = Schedule(setup, "", store)  # without the secret it knows who meets, but not in which order they sit
    rounds = list(schedule.begun())
    results = schedule.results().get(seats, [])
    field = replace(schedule.field(seats, len(rounds) + 1), entrants=active(store.events()))
    return replace(
        standings(store, setup, total=total, ranking=format_.ranking(field, results)),
        sums={name: float(number) for name, number in format_.sums(field, results).items()} if format_.sums else {},
        stages=tuple(_stages(rounds, results)) if format_.goes_on else (),
    )


def _stages(rounds: Sequence[Round], results: Waves) -> Iterator[Stage]:
    for number, (one, outcomes) in enumerate(zip(rounds, results, strict=True), start=1):
        later = {name for _, table in rounds[number].tables for name in table} if number < len(rounds) else set()
        for _, table in one.tables:
            went_on = tuple(name for name in table if name in later)
            yield Stage(one.wave.number, table, _beaten(table, outcomes), went_on)


def _beaten(table: tuple[str, ...], outcomes: Sequence[Outcome]) -> tuple[float, ...]:
    found = next((one.beaten for one in outcomes if one.table == table), ())
    return tuple(map(float, found))
