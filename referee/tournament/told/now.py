"""The state of a tournament as a page, and as pairs of a name and a value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.tournament.status import Status
from referee.tournament.told.decisions import decisions
from referee.tournament.told.full import about
from referee.tournament.told.glance import headline, remarks
from referee.tournament.told.grid import Cell
from referee.tournament.told.page import Exact, Part, Strong
from referee.tournament.told.running import counted, duration, paced

COLUMNS = ("name", "value")


def page(status: Status) -> list[Part]:
    head = status.head
    faults = [counted(status.bad_cards, "bad card"), counted(status.retirements, "retirement")]
    faults.append(counted(len(head.voids), "void start"))
    return [
        Strong(f"{status.state}{_pace(status)}"),
        *([f"the last run stopped: {status.stopped}"] if status.stopped else []),
        headline(head),
        *([_wave(status)] if head.waves else []),
        f"{counted(len(status.entrants), 'entrant')}: {', '.join(status.entrants)}",
        f"faults: {', '.join(faults)}",
        *remarks(head),
        *about(head),
        *decisions(head),
        *(Exact(f"next: {one}") for one in status.next),
    ]


def _wave(status: Status) -> str:
    return f"wave {status.head.waves}" + (f" of {status.rounds}" if status.rounds else "")


def _pace(status: Status) -> str:
    parts = [paced(status.rate)] if status.rate else []
    parts += [f"{duration(status.seconds_left)} left"] if status.seconds_left is not None else []
    return f": {', '.join(parts)}" if parts else ""


def rows(status: Status) -> Iterator[Sequence[Cell]]:
    head = status.head
    yield from (("state", status.state), ("stopped", status.stopped))
    yield from (("games", " ".join(head.games)), ("format", head.format), ("entrants", " ".join(status.entrants)))
    yield from (("waves", head.waves), ("rounds", status.rounds))
    yield from (("played", head.played), ("total", head.total), ("annulled", head.annulled), ("dropped", head.dropped))
    yield from (("matches_a_second", status.rate), ("seconds_left", status.seconds_left))
    yield from (("bad_cards", status.bad_cards), ("retirements", status.retirements), ("voids", len(head.voids)))
    yield from (("seed_hash", head.seed_hash), ("seed", head.seed), ("practice", int(head.practice)))
    yield from (("begun", head.begun), ("finished", head.finished))
