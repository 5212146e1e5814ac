"""Simulated results for the tests of numbers: entrants of known strength, luck of the deal, deterministic clients."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from referee.numbers.outcomes import Floats, Ints, Outcomes


@dataclass(frozen=True)
class World:
    """How results come about: at each table the seats are ordered by performance."""

    strengths: tuple[float, ...]
    seats: int = 4
    seatings: int = 4  # rotations of each deal
    luck: float = 0.0  # spread of what the cards of a seat are worth; all rotations together take it out
    style: float = 0.0  # spread of how a deal suits an entrant, wherever it sits
    noise: float = 1.0  # spread from match to match; 0: deterministic clients
    manners: float = 0.0  # spread of how an entrant and the cards of a seat go together, the same at each time
    grid: float = 0.0  # performances as near as this are a tie

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(f"e{n:03}" for n in range(len(self.strengths)))


def played(world: World, blocks: int, rng: np.random.Generator) -> Outcomes:
    """Each block is a table, drawn at random, that plays one deal in rotated seatings."""
    count, shape = len(world.strengths), (blocks, world.seatings, world.seats)
    table = rng.permuted(np.tile(np.arange(count), (blocks, 1)), axis=1)[:, : world.seats]
    seated = np.stack([np.roll(table, by, axis=1) for by in range(world.seatings)], axis=1)
    which = np.arange(blocks)[:, None, None]
    performance = np.array(world.strengths)[seated] + rng.normal(0, world.noise, shape)
    performance += rng.normal(0, world.luck, (blocks, 1, world.seats))
    performance += rng.normal(0, world.style, (blocks, count))[which, seated]
    performance += rng.normal(0, world.manners, (blocks, count, world.seats))[which, seated, np.arange(world.seats)]
    if world.grid:
        performance = np.round(performance / world.grid) * world.grid
    flat = (blocks * world.seatings, world.seats)
    block = np.arange(blocks).repeat(world.seatings)
    return from_performance(world.names, seated.reshape(flat), performance.reshape(flat), block)


def from_performance(names: tuple[str, ...], who: Ints, performance: Floats, block: Ints) -> Outcomes:
    """A line for each match, a column for each seat: the highest performance is first, equal ones share a place."""
    better = (performance[:, None, :] > performance[:, :, None]).sum(axis=2)
    equal = (performance[:, None, :] == performance[:, :, None]).sum(axis=2)
    return from_places(names, who, better + (equal + 1) / 2, performance, block)


def from_places(names: tuple[str, ...], who: Ints, place: Floats, score: Floats, block: Ints) -> Outcomes:
    matches, seats = who.shape
    rows = np.arange(matches).repeat(seats)
    seat = np.tile(np.arange(1, seats + 1), matches)
    return Outcomes(names, rows, np.repeat(block, seats), seat, who.ravel(), place.ravel(), score.ravel())


def nothing(names: tuple[str, ...]) -> Outcomes:
    """Before the first match."""
    return from_places(names, np.zeros((0, 4), np.int64), np.zeros((0, 4)), np.zeros((0, 4)), np.zeros(0, np.int64))


def repeated(who: Sequence[int], place: Sequence[float], matches: int) -> Outcomes:
    """The same match again and again, each a block."""
    places = np.array([place] * matches, dtype=np.float64)
    names = tuple(f"e{n:03}" for n in range(max(who) + 1))
    return from_places(names, np.array([who] * matches), places, -places, np.arange(matches))


def modelled(thetas: Sequence[float], ties: Sequence[float], matches: int, rng: np.random.Generator) -> Outcomes:
    """Tables of four out of the rating's own model, one match a block; `ties` weigh ties of two, three, ..."""
    lines = [_order(rng.permutation(len(thetas))[:4], np.asarray(thetas), [1.0, *ties], rng) for _ in range(matches)]
    who, place = (np.array(column) for column in zip(*lines, strict=True))
    names = tuple(f"e{n:03}" for n in range(len(thetas)))
    return from_places(names, who, place, -place, np.arange(matches))


def _order(table: Ints, thetas: Floats, ties: list[float], rng: np.random.Generator) -> tuple[list[int], list[float]]:
    """Stage by stage some of those that remain are drawn to come next."""
    remaining: list[int] = table.tolist()
    place: dict[int, float] = {}
    while remaining:
        sets = [c for size in range(1, len(ties) + 1) for c in combinations(remaining, size)]
        weights = np.array([ties[len(c) - 1] * np.exp(thetas[list(c)].mean()) for c in sets])
        drawn = sets[rng.choice(len(sets), p=weights / weights.sum())]
        ahead = len(table) - len(remaining)
        place |= dict.fromkeys(drawn, ahead + (len(drawn) + 1) / 2)
        remaining = [who for who in remaining if who not in drawn]
    return table.tolist(), [place[who] for who in table.tolist()]


def joined(*parts: Outcomes) -> Outcomes:
    """One after the other, of the same competitors; their blocks stay apart."""
    matches = np.cumsum([0, *(part.matches for part in parts)])
    blocks = np.cumsum([0, *(part.blocks for part in parts)])
    return Outcomes(
        parts[0].names,
        np.concatenate([part.match + first for part, first in zip(parts, matches, strict=False)]),
        np.concatenate([part.block + first for part, first in zip(parts, blocks, strict=False)]),
        *(np.concatenate([getattr(part, key) for part in parts]) for key in ("seat", "who", "place", "score")),
    )
