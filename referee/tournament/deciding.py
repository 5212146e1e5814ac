"""What people decide about a tournament, also while it is played: who leaves, what does not count, who comes in."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from referee.errors import Mistake
from referee.formats.known import FORMATS
from referee.tournament.entering import freeze
from referee.tournament.entrants import differs_from_source
from referee.tournament.file import read
from referee.tournament.home import Home
from referee.tournament.records import Entrant
from referee.tournament.schedule import active
from referee.tournament.setup import Setup, Source
from referee.tournament.store import Store


def withdraw(home: Home, name: str, because: str) -> None:
    with _store(home) as store:
        check_known(home.file, store, name)
        if name not in active(store.events()):
            raise Mistake(f"{name} has left already")
        store.withdraw(name, because)


def annul(home: Home, match: int, because: str) -> None:
    with _store(home) as store:
        if store.states().get(match) != "played":
            listed = f"`referee tournament matches {home.file}` lists those that were"
            raise Mistake(f"match {match} was not played; {listed}")
        if any(event.kind == "annul" and event.match == match for event in store.events()):
            raise Mistake(f"match {match} is annulled already")
        store.annul(match, because)


def update(home: Home, name: str, because: str) -> int:
    """The version that plays from the next wave on: of an entrant that plays, or of one that is new in the file."""
    with _store(home) as store:
        latest = {one.name: one for one in store.entrants()}
        setup = read(home.file, latest.keys() - {name})
        source = next((one for one in setup.sources if one.name == name), None)
        if source is None:
            check_known(home.file, store, name)
            raise Mistake(f"{home.file}: {name} is gone from the entrants")
        if store.fact("finished"):
            raise Mistake(f"{home.file}: the tournament is over")
        old = latest.get(name)
        _check_that_it_may(setup, source, old, playing=name in active(store.events()))
        version = old.version + 1 if old else 1
        store.enter([freeze(home, setup, source, version)], "update" if old else "enter", because)
        return version


def _check_that_it_may(setup: Setup, source: Source, old: Entrant | None, *, playing: bool) -> None:
    name = source.name
    if old is None:
        if not FORMATS[setup.format].takes_additions:
            raise Mistake(f"{setup.path}: {name} cannot enter a {setup.format} that has begun")
    elif not playing:
        raise Mistake(f"{name} has left the tournament")
    elif (source.client, source.choices) == (old.client, old.asked) and not differs_from_source(
        old, source, setup.base
    ):
        raise Mistake(f"{name} plays as its client is now; there is nothing new to enter")


def check_known(file: Path, store: Store, name: str) -> None:
    names = sorted({one.name for one in store.entrants()})
    if name not in names:
        raise Mistake(f"{file}: no entrant is named {name!r}; there are: {', '.join(names)}")


@contextlib.contextmanager
def _store(home: Home) -> Iterator[Store]:
    store = Store(home.store)
    try:
        yield store
    finally:
        store.sql.close()
