"""How far a tournament is at this moment: whether it runs, how fast, what went wrong, and what to do next."""

from __future__ import annotations

import shlex
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any

from referee.tournament.home import Home
from referee.tournament.schedule import active, rounds_after, total_of
from referee.tournament.setup import Setup
from referee.tournament.standings import Head, head_of
from referee.tournament.store import Store

NOT_BEGUN, WAITS, RUNS, STOPPED, FINISHED = "not begun", "waits for the beacon", "running", "stopped", "finished"
RECENT = 100  # matches, from which the rate is measured


@dataclass(frozen=True)
class Status:
    state: str  # one of the five above
    stopped: str  # why the last run could not go on, or nothing
    head: Head
    rounds: int  # how many waves are wanted; 0: without end, or as many as the format needs
    entrants: tuple[str, ...]  # that play now
    rate: float | None  # matches a second of late, while it runs
    seconds_left: float | None
    bad_cards: int
    retirements: int
    next: tuple[str, ...]  # commands, or what to do before one

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def status(home: Home, setup: Setup, store: Store, file: str) -> Status:
    """`file` is how the user named it."""
    events = store.events()
    head = head_of(store, setup, total_of(setup, store))
    state = _state(home, store, head)
    rate = _rate(store) if state == RUNS else None
    left = head.total - head.played - head.annulled - head.dropped if head.total else None
    ((bad_cards,),) = store.rows("select coalesce(sum(count), 0) from bad_card")
    ((retirements,),) = store.rows("select count(*) from seat where retired <> ''")
    return Status(
        state,
        (store.fact("stopped") or "") if state == STOPPED else "",
        head,
        rounds_after(events, setup.rounds),
        active(events),
        rate,
        max(left, 0) / rate if rate and left is not None else None,
        bad_cards,
        retirements,
        to_do(state, file, head.announced),
    )


def _state(home: Home, store: Store, head: Head) -> str:
    if head.finished:
        return FINISHED
    if home.is_running():
        return RUNS
    if store.fact("awaits_beacon") and not head.beacon:
        return WAITS
    return STOPPED


def _rate(store: Store) -> float | None:
    """Without the longest pause, in which nothing may have run."""
    query = "select at from match where state = 'played' order by at desc limit ?"
    times = [datetime.fromisoformat(at) for (at,) in store.rows(query, RECENT)]
    pauses = sorted((later - earlier).total_seconds() for later, earlier in pairwise(times))
    passed = sum(pauses[:-1])
    return (len(pauses) - 1) / passed if passed else None


def to_do(state: str, file: str, announced: str = "") -> tuple[str, ...]:
    name = shlex.quote(file)
    run = f"referee tournament run {name}"
    if state == WAITS:
        return (f"publish the seed's hash; when {announced} is known: {run} --beacon VALUE",)
    if state == FINISHED:
        return (f"referee tournament standings {name}", f"referee verify {name}")
    return (f"referee tournament standings {name}",) if state == RUNS else (run,)
