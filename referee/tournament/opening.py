"""Begins a tournament, or takes up one that has begun, if it is still the same; only then may matches be played."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from referee import __version__
from referee.disk import UNFINISHED, write_safely
from referee.errors import Mistake, Stuck
from referee.formats.known import FORMATS
from referee.plan import Plan, Player
from referee.seats.processes import kill_all_in
from referee.tournament.entering import freeze, put_right
from referee.tournament.entrants import changed, differs_from_source, player
from referee.tournament.file import read
from referee.tournament.home import FILE, Home
from referee.tournament.records import Entrant, Fixture
from referee.tournament.schedule import active, rounds_after
from referee.tournament.secret import beacon_value, mixed, published, secret_seed, seed_of
from referee.tournament.setup import Setup, Source
from referee.tournament.stops import told, what_to_do
from referee.tournament.store import NotBegun, Store, now
from referee.tournament.untouched import Untouched
from referee.tournament.worker import Job

Note = Callable[[str], None]


@dataclass
class Tournament:
    """One that is open, for whoever has its lock."""

    home: Home
    setup: Setup
    store: Store
    secret: str  # what the seeds of blocks come from
    _entrants: dict[tuple[str, int], Entrant] = field(default_factory=dict)
    _untouched: Untouched = field(default_factory=Untouched)

    def job(self, fixture: Fixture) -> Job:
        setup, game = self.setup, fixture.game
        seated = zip(fixture.seats, fixture.versions, strict=True)
        players = tuple(self._player(name, version) for name, version in seated)
        seed = seed_of(self.secret, fixture.block)
        plan = Plan(game, dict(setup.options[game]), players, seed, setup.seed is not None, setup.limits[game])
        return Job(plan, self.home.log(fixture.number), fixture.number)

    def _player(self, name: str, version: int) -> Player:
        if version == 0:
            return Player(name, (), "")
        return player(self._entrant(name, version), self.home.frozen(name, version), name)

    def put_right(self, name: str, version: int) -> str:
        """What of the client was not as it entered, or nothing; the mistake is the user's if that stays so."""
        if version == 0:
            return ""
        entrant, folder = self._entrant(name, version), self.home.frozen(name, version)
        if not self._untouched.difference(entrant, folder):
            return ""
        found = put_right(self.home, entrant)
        if difference := self._untouched.difference(entrant, folder):
            raise Stuck(what_to_do(f"{folder}: {difference} since {name} entered; put it back"))
        return found

    def _entrant(self, name: str, version: int) -> Entrant:
        if (name, version) not in self._entrants:
            self._entrants.update({(one.name, one.version): one for one in self.store.entrants()})
        return self._entrants[name, version]


@contextlib.contextmanager
def opened(home: Home, note: Note, beacon: str | None = None) -> Iterator[Tournament]:
    """The tournament, ready to be played by us alone."""
    with told(home.folder):
        home.check_that_it_is_ours()
        known = _known(home)
        setup = read(home.file, known)
        home.make()
        with home.locked():
            yield from _opened(home, setup, note, beacon)


def _opened(home: Home, setup: Setup, note: Note, beacon: str | None) -> Iterator[Tournament]:
    _clean(home)
    seed = secret_seed(home, setup)
    store = Store(home.store, create=True)
    try:
        _begin_or_go_on(home, setup, store, seed, note)
        yield Tournament(home, setup, store, mixed(seed, beacon_value(setup, store, beacon)))
    finally:
        store.close()


def _known(home: Home) -> set[str]:
    """Entrants whose clients need not be found, since their copies play."""
    try:
        store = Store(home.store)
    except NotBegun:
        return set()
    names = {one.name for one in store.entrants()}
    store.sql.close()
    return names


def _clean(home: Home) -> None:
    """What a runner left that was killed: programs, and halves of files."""
    kill_all_in(home.entrants)
    for path in home.matches.glob(f"{UNFINISHED}*"):
        path.unlink(missing_ok=True)


def _begin_or_go_on(home: Home, setup: Setup, store: Store, seed: str, note: Note) -> None:
    plain = json.dumps(lasting(setup), sort_keys=True)
    if store.fact("setup") is None:
        _check_that_nothing_is_lost(home)
        entered = [freeze(home, setup, source, 1) for source in setup.sources]
        text = home.file.read_text(encoding="utf-8")
        facts = {"setup": plain, "file": text, "referee": __version__, "seed_hash": published(seed)}
        facts["rounds"] = str(setup.rounds)
        store.begin(entered, **facts, practice=str(int(setup.seed is not None)), begun=now())
    else:
        _check_unchanged(setup, store, seed)
        if store.fact("finished"):
            return
        _check_entrants(home, setup, store, note)
        _see_rounds(setup, store, note)
    _keep_the_file(home, setup)


def _check_that_nothing_is_lost(home: Home) -> None:
    if log := next(home.matches.glob("*.log.gz"), None):
        raise Mistake(
            f"{home.store}: there is nothing in it, but matches were played, such as {log.name}; "
            f"put a copy of it in its place, or remove {home.folder} to begin anew"
        )


def lasting(setup: Setup) -> dict[str, Any]:
    """What cannot change once matches count; rounds may, and entrants have events of their own."""
    return {name: value for name, value in asdict(setup).items() if name not in ("path", "sources", "rounds")}


def _check_unchanged(setup: Setup, store: Store, seed: str) -> None:
    if (version := store.fact("referee")) != __version__:
        raise Mistake(f"{store.path}: begun by referee {version}, and this is {__version__}; go on with that version")
    was = json.loads(store.fact("setup") or "{}")
    for name, value in json.loads(json.dumps(lasting(setup))).items():
        if was.get(name) != value:
            raise Mistake(f"{setup.path}: {name} was {_shown(was.get(name))} when it began, and is {_shown(value)} now")
    if store.fact("seed_hash") != published(seed):
        raise Mistake(f"{store.path}: the seed is not the one that was published")


def _shown(value: object) -> str:
    return json.dumps(value)


def _check_entrants(home: Home, setup: Setup, store: Store, note: Note) -> None:
    """Those that are new enter; the others must be those that play."""
    playing = active(store.events())
    latest = {one.name: one for one in store.entrants()}
    for name in playing:
        _check_entrant(home, setup, latest[name], note)
    new = [source for source in setup.sources if source.name not in latest]
    if new and not FORMATS[setup.format].takes_additions:
        raise Mistake(f"{setup.path}: {new[0].name} cannot enter a {setup.format} that has begun")
    _enter(home, setup, store, new, note)


def _see_rounds(setup: Setup, store: Store, note: Note) -> None:
    """They may be raised, which is recorded; a ladder that went on without end may be given one."""
    now_planned, was = setup.rounds, rounds_after(store.events(), int(store.fact("rounds") or 0))
    if now_planned == was:
        return
    begun = len(store.waves())
    if (was == 0 and now_planned < begun) or 0 < now_planned < was:
        least = was or begun
        raise Mistake(
            f"{setup.path}: rounds was {was}, and {begun} have begun; it can be {least} or more, not {now_planned}"
        )
    store.change_rounds(now_planned)
    note(f"there are {now_planned or 'no end of'} rounds now, and were to be {was or 'without end'}")


def _check_entrant(home: Home, setup: Setup, entrant: Entrant, note: Note) -> None:
    name = entrant.name
    source = next((one for one in setup.sources if one.name == name), None)
    if source is None:
        raise Mistake(f"{setup.path}: {name} is gone from the entrants; put it back, or run `withdraw` for it first")
    for what, was, is_now in (
        ("client", entrant.client, source.client),
        ("choices", entrant.asked, source.choices),
    ):
        if was != is_now:
            raise Mistake(
                f"{setup.path}: {name}'s {what} was {_shown(was)} when it entered, and is {_shown(is_now)} now; "
                "run `update` for it, or put it back"
            )
    if put_right(home, entrant) and (difference := changed(entrant, home.frozen(name, entrant.version))):
        raise Mistake(f"{home.frozen(name, entrant.version)}: {difference} since {name} entered; put it back")
    if differs_from_source(entrant, source, setup.base):
        note(f"{name} plays as it was when it entered; its source has changed since (`update` enters it)")


def _enter(home: Home, setup: Setup, store: Store, sources: list[Source], note: Note) -> None:
    entered = [freeze(home, setup, source, 1) for source in sources]
    if entered:
        store.enter(entered, "enter")
    if store.waves():
        for one in entered:
            note(f"{one.name} enters from the next wave on")


def _keep_the_file(home: Home, setup: Setup) -> None:
    """The folder tells by itself what was played."""
    kept = home.folder / FILE
    if setup.path != kept and (not kept.exists() or kept.read_bytes() != setup.path.read_bytes()):
        write_safely(kept, setup.path.read_bytes())
