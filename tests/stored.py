"""Stores filled with simulated results, without clients and quickly."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, count
from pathlib import Path
from typing import Any

from referee.plan import Limits
from referee.result import BadCardReport, Result, Standing
from referee.tournament.records import HOUSE, Entrant, Finished, Fixture, Wave
from referee.tournament.setup import Setup
from referee.tournament.store import Store

AT = "2026-12-01T12:00:00.000+00:00"
FACTS = {"setup": "{}", "referee": "0.1.0", "seed_hash": "5e" * 32, "begun": AT}


def entrant(name: str, version: int = 1) -> Entrant:
    client = f"./{name}"
    return Entrant(name, version, client, False, False, False, (client,), f"{name}{version}".encode().hex() * 4, {})


def new_store(folder: Path, *names: str, **facts: str) -> Store:
    """A tournament that these entered, and its first wave, of which nothing was played yet."""
    store = Store(folder / "results.sqlite", create=True)
    store.set_facts(**{**FACTS, **facts})
    store.enter([entrant(name) for name in names], "enter")
    store.begin_wave(Wave(1, 1, 1), len(names))
    return store


def standing(player: str, place: int, score: int | None = None, **more: Any) -> Standing:
    """How one player came out: its score goes with its place unless given; `bad` is its bad cards by kind."""
    bad = dict(more.pop("bad", {}))
    first = BadCardReport(next(iter(bad)), 1, "card", "9Z", ("2S",), True) if bad else None
    made = Standing(place, player, -place if score is None else score, bad, first, 10, 10_000, 2000, "")
    return replace(made, **more)


def finished(
    number: int,
    *standings: Standing,
    block: int | None = None,
    game: str = "tricks",
    wave: int = 1,
    seconds: float = 0.5,
    versions: Mapping[str, int] | None = None,
    notes: Sequence[tuple[str, str]] = (),
) -> Finished:
    """A match; each is a block of its own unless told otherwise."""
    seats = tuple(one.player for one in standings)
    playing = tuple(0 if HOUSE.fullmatch(name) else (versions or {}).get(name, 1) for name in seats)
    fixture = Fixture(number, wave, number if block is None else block, game, seats, playing)
    return Finished(fixture, Result(standings), tuple(notes), seconds, AT, number.to_bytes(32))


def placed(number: int, **places: int) -> Finished:
    """A match by nothing but the places, in the order of the seats; `_` in a name stands for `-`."""
    return finished(number, *(standing(name.replace("_", "-"), place) for name, place in places.items()))


@dataclass(frozen=True)
class Simulation:
    """Results by strength, chance and the luck of the deal, which goes round with the seats of a block."""

    strengths: Mapping[str, float]
    seats: int = 4
    luck: float = 1.0
    game: str = "tricks"
    seed: int = 1

    def matches(self, most: int, first: int = 1) -> Iterator[Finished]:
        """Round-robin: all tables in turn, each deal in all rotations."""
        chance = random.Random(self.seed)
        tables = list(combinations(self.strengths, self.seats))
        numbers = iter(range(first, first + most))
        for block in count(1):
            table = tables[block % len(tables)]
            luck = [chance.gauss(0, self.luck) for _ in table]
            for turn in range(self.seats):
                number = next(numbers, None)
                if number is None:
                    return
                yield self._match(number, block, table[turn:] + table[:turn], luck, chance)

    def _match(
        self, number: int, block: int, seats: Sequence[str], luck: Sequence[float], chance: random.Random
    ) -> Finished:
        made = [
            round(10 * (self.strengths[name] + here + chance.gauss(0, 1)))
            for name, here in zip(seats, luck, strict=True)
        ]
        standings = [
            standing(
                name,
                1 + sum(other > score for other in made),
                score,
                answers=52,
                micros=chance.randrange(50_000, 90_000),
                slowest_micros=chance.randrange(2_000, 9_000),
                bad={"garbled": 1} if chance.random() < 0.001 else {},
            )
            for name, score in zip(seats, made, strict=True)
        ]
        return finished(number, *standings, block=block, game=self.game, seconds=0.02)


def simulated(folder: Path, matches: int, entrants: int = 6, step: float = 0.2, **settings: Any) -> Store:
    """A store of so many matches among entrants that are the weaker the later their letter."""
    strengths = {f"bot-{chr(97 + n)}": -step * n for n in range(entrants)}
    store = new_store(folder, *strengths)
    store.record(Simulation(strengths, **settings).matches(matches))
    return store


def setup(*games: str, **changes: Any) -> Setup:
    """What a tournament's file of these games would say."""
    named = games or ("tricks",)
    plain = Setup(
        path=Path("cup.toml"),
        games=named,
        options={game: {} for game in named},
        seats=dict.fromkeys(named, 4),
        limits={game: Limits() for game in named},
        format="round-robin",
        rounds=10,
        deals=1,
        seatings="rotations",
        challengers=(),
        seed=None,
        beacon=None,
        cores=1,
        sources=(),
    )
    return replace(plain, **changes)
