"""What only the plan and its format know of the standings: the number of all matches, and an order of their own."""

from __future__ import annotations

from dataclasses import replace

from referee.formats.known import FORMATS
from referee.tournament.schedule import Schedule, active, total_of
from referee.tournament.setup import Setup
from referee.tournament.standings import Ranking, Standings, standings
from referee.tournament.store import Store


def standings_of(setup: Setup, store: Store) -> Standings:
    return standings(
        store,
        setup,
        total=total_of(setup, store),
        ranking=ranking(setup, store),
        by_rating=FORMATS[setup.format].by_rating,
    )


def ranking(setup: Setup, store: Store) -> Ranking | None:
    """The order of the format from all waves that have begun; none where games of several sizes have waves each."""
    rank = FORMATS[setup.format].ranking
    sizes = {*setup.seats.values()}
    begun = len(store.waves())
    if rank is None or len(sizes) > 1 or not begun:
        return None
    schedule = Schedule(setup, "", store)  # without the secret it knows who meets, but not in which order they sit
    for _ in range(begun):  # no more: the next wave would be begun in the store
        schedule.next()
    (seats,) = sizes
    field = replace(schedule.field(seats, begun + 1), entrants=active(store.events()))
    return rank(field, schedule.results().get(seats, ()))
