"""The secret of a tournament: its seed, the hash that is published, the beacon, and the seeds of blocks."""

from __future__ import annotations

import contextlib
import secrets
from hashlib import sha256

from referee.disk import write_safely
from referee.errors import Mistake
from referee.tournament.home import Home
from referee.tournament.setup import Setup
from referee.tournament.store import Store, now


class Unannounced(Mistake):
    """The hash of the seed is there to be published; the beacon is still to come."""


def mixed(seed: str, beacon: str) -> str:
    """What the seeds of blocks come from."""
    return sha256(f"{seed}|{beacon}".encode()).hexdigest() if beacon else seed


def published(seed: str) -> str:
    """The hash that binds to the seed and does not tell it."""
    return sha256(seed.encode()).hexdigest()


def seed_of(secret: str, block: int) -> str:
    """The seed of all matches of a block."""
    return sha256(f"{secret}|block|{block}".encode()).hexdigest()[:32]


def secret_seed(home: Home, setup: Setup) -> str:
    if setup.seed is not None:
        return setup.seed
    with contextlib.suppress(FileNotFoundError):
        return home.seed.read_text(encoding="ascii")
    if home.store.exists() and home.store.stat().st_size:
        raise Mistake(
            f"{home.seed}: the seed of the tournament is gone; put it back (or into {setup.path.name}, if it was there)"
        )
    write_safely(home.seed, secrets.token_hex(32).encode(), mode=0o600)
    return home.seed.read_text(encoding="ascii")


def beacon_value(setup: Setup, store: Store, given: str | None) -> str:
    """Its value, which may only be known after the hash of the seed was published."""
    if setup.beacon is None:
        if given is not None:
            raise Mistake(f"--beacon: {setup.path} announces none; it has no key `beacon`")
        return ""
    known = store.fact("beacon")
    if known is not None:
        if given not in (None, known):
            raise Mistake(f"--beacon: the value was {known!r} when the first match was played")
        return known
    seen = store.fact("awaits_beacon") is not None
    if given is not None and not given.strip():
        raise Mistake("--beacon: the value is empty")
    if given is None or not seen:
        store.set_facts(awaits_beacon=now())
        raise Unannounced(
            f"publish this hash of the seed: {store.fact('seed_hash')}; when {setup.beacon} is known, "
            "run again with --beacon VALUE"
        )
    store.set_facts(beacon=given)
    return given
