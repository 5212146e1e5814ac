"""The intervals cover the true numbers as often as they claim, in simulated tournaments with effects of the deal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from simulated import World, played

from referee.numbers.means import places
from referee.numbers.measure import Measure
from referee.numbers.outcomes import Estimate, Outcomes
from referee.numbers.pairs import Pair, pairs
from referee.numbers.rating import ratings

STRENGTHS = tuple(np.linspace(-1, 1, 8))
ENTRANTS = range(len(STRENGTHS))
BLOCKS = 100
WORLDS = {
    "no luck": World(STRENGTHS),
    "luck of the deal, which duplicates take out, and ties": World(STRENGTHS, luck=2, grid=0.5),
    "deals that suit an entrant in all seats": World(STRENGTHS, luck=1, style=1.5),
    "deterministic clients": World(STRENGTHS, noise=0, luck=1, manners=0.5),
    "deterministic clients that deals suit": World(STRENGTHS, noise=0, luck=1, manners=0.5, style=1),
    "single deals": World(STRENGTHS, luck=1, seatings=1),
    "one that nearly always wins, one that nearly always loses": World((3, 0, 0, 0, 0, 0, 0, -3), luck=0.5),
}
Numbers = tuple[Measure, Measure, dict[tuple[int, int], Pair]]


def numbers(outcomes: Outcomes) -> Numbers:
    return places(outcomes), ratings(outcomes, ENTRANTS), pairs(outcomes)


def estimated(found: Numbers) -> Iterator[tuple[str, Estimate]]:
    """Every estimate of a tournament, by its kind, always in the same order."""
    for kind, measure in zip(("place", "rating"), found[:2], strict=True):
        yield from ((kind, estimate) for estimate in measure.estimates())
        yield from ((f"{kind} of neighbours", measure.difference(one, one + 1)) for one in ENTRANTS[1:-1])
    missing = Pair(Estimate(0.5, None, None), 0, 0)
    yield from (("pair", found[2].get((one, other), missing).share) for one in ENTRANTS for other in range(one))


def coverage(world: World, tournaments: int, by_block: bool = True) -> dict[str, float]:
    """How often each kind of interval holds what a tournament three hundred times as long comes to."""
    rng = np.random.default_rng(11)
    true = [estimate.value for _, estimate in estimated(numbers(played(world, 300 * BLOCKS, rng)))]
    held = defaultdict(list)
    for _ in range(tournaments):
        outcomes = played(world, BLOCKS, rng)
        found = numbers(outcomes if by_block else replace(outcomes, block=outcomes.match))
        for value, (kind, estimate) in zip(true, estimated(found), strict=True):
            if estimate.low is not None and estimate.high is not None:
                held[kind].append(estimate.low <= value <= estimate.high)
    return {kind: float(np.mean(cases)) for kind, cases in held.items()}


@pytest.mark.full
@pytest.mark.parametrize("world", WORLDS.values(), ids=WORLDS)
def test_intervals_cover_as_often_as_they_claim(world: World) -> None:
    for kind, rate in coverage(world, 300).items():
        assert 0.92 < rate < 0.98, kind


@pytest.mark.parametrize("name", ["deals that suit an entrant in all seats", "deterministic clients"])
def test_intervals_cover_about_as_often_as_they_claim_in_a_sample(name: str) -> None:
    """With so few tournaments chance alone makes two or three points."""
    for kind, rate in coverage(WORLDS[name], 40).items():
        assert 0.9 < rate < 0.99, kind


def test_intervals_that_took_each_match_as_independent_would_cover_too_seldom() -> None:
    for kind, rate in coverage(WORLDS["deals that suit an entrant in all seats"], 40, by_block=False).items():
        assert rate < 0.9, kind


def test_intervals_that_took_each_match_as_independent_would_hide_what_duplicates_gain() -> None:
    name = "luck of the deal, which duplicates take out, and ties"
    for kind, rate in coverage(WORLDS[name], 20, by_block=False).items():
        assert rate > 0.98, kind
