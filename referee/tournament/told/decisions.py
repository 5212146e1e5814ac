"""What people decided about a tournament, a line each."""

from __future__ import annotations

from collections.abc import Iterator

from referee.tournament.records import Event
from referee.tournament.standings import Head
from referee.tournament.told.words import date

MOST = 8  # at a glance


def decisions(head: Head, most: int | None = None) -> Iterator[str]:
    made = [event for event in head.events if not _is_of_the_start(event, head)]
    for event in made[:most]:
        yield f"{date(event.at)}: {_what(event)}{_late(event, head)}" + (f": {event.because}" if event.because else "")
    if most is not None and len(made) > most:
        yield f"{len(made) - most} more decisions: --full"


def _is_of_the_start(event: Event, head: Head) -> bool:
    """The entrants that it began with."""
    return event.kind == "enter" and (event.wave == 1 or not head.waves)


def _what(event: Event) -> str:
    return {
        "enter": f"{event.entrant} entered later",
        "update": f"{event.entrant} came with a new version",
        "withdraw": f"{event.entrant} was withdrawn",
        "rounds": f"there are {event.rounds or 'endless'} rounds",
        "annul": f"match {event.match} was annulled",
    }[event.kind]


def _late(event: Event, head: Head) -> str:
    return ", after the end of the tournament" if head.finished and event.at > head.finished else ""
