"""Checks a whole tournament against its logs, its plan and its seed, and gives one digest of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from itertools import chain, islice
from pathlib import PurePath
from typing import Any

from referee.log import BadLog
from referee.plan import Plan
from referee.tournament.entrants import changed
from referee.tournament.file import read
from referee.tournament.home import FILE, Home
from referee.tournament.opening import lasting
from referee.tournament.records import Fixture
from referee.tournament.schedule import Schedule
from referee.tournament.secret import mixed, published, seed_of
from referee.tournament.setup import Setup
from referee.tournament.store import Store
from referee.tournament.worker import digest_of
from referee.verify import Differs, verify

AT_ONCE = 256  # matches for each process, so that memory stays small


class Unsound(Exception):
    """The first thing that does not hold."""


class Untold(Exception):
    """The seed is not told yet, so that deals cannot be checked."""


@dataclass(frozen=True)
class Audit:
    """What was found to hold."""

    matches: int
    seed: str
    digest: str


@dataclass(frozen=True)
class Expected:
    """What a match must be by the plan and the store."""

    fixture: Fixture
    plan: dict[str, Any]  # without the commands of its players
    digest: bytes
    came: list[tuple[Any, ...]]


def audit(home: Home, processes: int = 1) -> Audit:
    """What holds of all that is in the store; Unsound names the first thing that does not."""
    store = Store(home.store)
    try:
        setup = read(home.folder / FILE, {one.name for one in store.entrants()})
        secret = _secret(home, setup, store)
        _check_entrants(home, store)
        matches = _check_matches(home, _expected(setup, store, secret), processes)
        return Audit(matches, store.fact("seed") or "", digest(setup, store))
    finally:
        store.sql.close()


def _secret(home: Home, setup: Setup, store: Store) -> str:
    seed = store.fact("seed") or setup.seed
    if seed is None:
        try:
            seed = home.seed.read_text(encoding="ascii")
        except OSError:
            raise Untold(f"{home.store}: the seed is told when the tournament is over") from None
    if published(seed) != store.fact("seed_hash"):
        raise Unsound(f"the seed {seed} does not have the hash that was published, {store.fact('seed_hash')}")
    return mixed(seed, store.fact("beacon") or "")


def _check_entrants(home: Home, store: Store) -> None:
    """What the tournament's folder holds of them; interpreters may be elsewhere on the machine of who checks."""
    for one in store.entrants():
        frozen = {name: known for name, known in one.files.items() if not PurePath(name).is_absolute()}
        if difference := changed(replace(one, files=frozen), home.frozen(one.name, one.version)):
            raise Unsound(f"{home.frozen(one.name, one.version)}: {difference} since it entered")


def _expected(setup: Setup, store: Store, secret: str) -> Iterator[Expected]:
    """The matches of the plan that were played, wave by wave; each match of the store must be one of them."""
    if json.loads(json.dumps(lasting(setup))) != json.loads(store.fact("setup") or "{}"):
        raise Unsound(f"{setup.path}: not the file that the tournament was begun with")
    schedule = Schedule(setup, secret, store)
    planned = 0
    for found in schedule.begun():
        first, last = found.fixtures[0].number, found.fixtures[-1].number
        played = _played(store, first, last)
        planned += len(played)
        for fixture in found.fixtures:
            if fixture.number in played:
                block, game, result_digest, came = played[fixture.number]
                seats = [(name, version) for name, version, *_ in came]
                if (block, game, seats) != _meeting(fixture):
                    raise Unsound(
                        f"match {fixture.number}: the plan says {_meeting(fixture)}, not {(block, game, seats)}"
                    )
                yield Expected(fixture, _plan(setup, fixture, secret), result_digest, came)
    ((count,),) = store.rows("select count(*) from match where state = 'played'")
    if count != planned:
        raise Unsound(f"{count - planned} matches in the store are not in the plan")


def _meeting(fixture: Fixture) -> tuple[int, str, list[tuple[str, int]]]:
    return fixture.block, fixture.game, list(zip(fixture.seats, fixture.versions, strict=True))


def _played(store: Store, first: int, last: int) -> dict[int, tuple[int, str, bytes, list[tuple[Any, ...]]]]:
    found: dict[int, tuple[int, str, bytes, list[tuple[Any, ...]]]] = {}
    bad = bad_cards(store, first, last)
    query = """select number, block, game, digest, seat, entrant, version, place, score, retired, answers
        from match join seat on match = number where number between ? and ? order by number, seat"""
    for number, block, game, its_digest, seat, *came in store.rows(query, first, last):
        _, _, _, seats = found.setdefault(number, (block, game, its_digest, []))
        seats.append((*came, bad.get((number, seat), {})))
    return found


def bad_cards(store: Store, first: int, last: int) -> dict[tuple[int, int], dict[str, int]]:
    found: dict[tuple[int, int], dict[str, int]] = {}
    query = "select match, seat, kind, count from bad_card where match between ? and ? order by match, seat, kind"
    for match, seat, kind, count in store.rows(query, first, last):
        found.setdefault((match, seat), {})[kind] = count
    return found


def _plan(setup: Setup, fixture: Fixture, secret: str) -> dict[str, Any]:
    """As the header of its log must have it."""
    game = fixture.game
    seed, practice = seed_of(secret, fixture.block), setup.seed is not None
    plan = Plan(game, dict(setup.options[game]), (), seed, practice, setup.limits[game])
    return plan.as_dict() | {"players": list(fixture.seats)}


def _check_matches(home: Home, expected: Iterator[Expected], processes: int) -> int:
    """In many processes, but told in their order; returns how many there were."""
    check = partial(_fault, home)
    checked = 0
    with ProcessPoolExecutor(processes) as pool:
        while some := list(islice(expected, AT_ONCE * processes)):
            for fault in pool.map(check, some, chunksize=AT_ONCE // 8):
                if fault:
                    raise Unsound(fault)
            checked += len(some)
    return checked


def _fault(home: Home, expected: Expected) -> str:
    """What does not hold of a match, or nothing."""
    number = expected.fixture.number
    path = home.log(number)
    try:
        log = verify(path)
    except OSError as error:
        return f"match {number}: {path}: {error.strerror}"
    except (BadLog, Differs) as error:
        return f"match {number}: {error}"
    header = log.plan.as_dict() | {"players": list(log.plan.names)}
    for name, value in expected.plan.items():
        if header[name] != value:
            return f"match {number}: {path}: its {name} should be {value!r}, not {header[name]!r}"
    if log.cut or digest_of(log) != expected.digest:
        return f"match {number}: {path}: not the log that was kept when the match was played"
    last = json.loads(log.lines[log.lines.rfind(b"\n= ") + 3 :])
    came = [(s["place"], s["score"], s["retired"], s["answers"], s["bad_cards"]) for s in last["standings"]]
    if came != [tuple(row[2:]) for row in expected.came]:
        return f"match {number}: the store has another result than {path}"
    return ""


def digest(setup: Setup, store: Store) -> str:
    """Covers what was played by whom, and what it came to; not when, how quickly and where on the disk."""
    parts: Sequence[Iterator[Any]] = (
        iter([lasting(setup), store.fact("seed_hash"), store.fact("beacon"), store.fact("referee")]),
        ((one.name, one.version, one.hash) for one in store.entrants()),
        ((one.kind, one.entrant, one.match, one.because, one.wave) for one in store.events()),
        ((*row, its_digest.hex()) for *row, its_digest in store.rows(_MATCHES)),
        store.rows(
            "select match, seat, entrant, version, place, score, retired, answers from seat order by match, seat"
        ),
        store.rows("select match, seat, kind, count from bad_card order by match, seat, kind"),
    )
    whole = sha256()
    for part in chain.from_iterable(parts):
        whole.update(json.dumps(part, sort_keys=True).encode() + b"\n")
    return whole.hexdigest()


_MATCHES = "select number, wave, block, game, state, digest from match order by number"
