"""Who beats whom."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from simulated import World, from_places, nothing, played, repeated

from referee.numbers.outcomes import Outcomes
from referee.numbers.pairs import Pair, pairs

EIGHT = tuple(np.linspace(-1, 1, 8))


def counted(outcomes: Outcomes, one: int, other: int) -> tuple[float, int, int]:
    """Match by match, as a reader of the results would."""
    before, blocks = [], set()
    for match in range(outcomes.matches):
        here = outcomes.match == match
        place = dict(zip(outcomes.who[here].tolist(), outcomes.place[here].tolist(), strict=True))
        if one in place and other in place:
            before.append((1 + np.sign(place[other] - place[one])) / 2)
            blocks.add(int(outcomes.block[here][0]))
    return (float(np.mean(before)) if before else -1, len(before), len(blocks))


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([0.0, 0.7]), st.integers(1, 10))
def test_the_share_is_that_of_common_matches_ties_half(seed: int, grid: float, blocks: int) -> None:
    outcomes = played(World(EIGHT, grid=grid), blocks, np.random.default_rng(seed))
    found = pairs(outcomes)
    for one in range(8):
        for other in set(range(8)) - {one}:
            share, matches, blocks = counted(outcomes, one, other)
            assert ((one, other) in found) == (matches > 0)
            if matches:
                pair = found[one, other]
                assert pair.share.value == pytest.approx(share)
                assert (pair.matches, pair.blocks) == (matches, blocks)


def test_both_ways_make_one() -> None:
    found = pairs(played(World(EIGHT, grid=0.5), 40, np.random.default_rng(1)))
    for (one, other), pair in found.items():
        back = found[other, one]
        assert pair.share.value + back.share.value == pytest.approx(1)
        assert (pair.matches, pair.blocks) == (back.matches, back.blocks)
        if pair.share.low is not None and back.share.high is not None:
            assert pair.share.low + back.share.high == pytest.approx(1)
    assert list(found) == sorted(found)


def test_a_match_against_two_house_players_is_one_match() -> None:
    found = pairs(repeated([1, 0, 0, 2], [2, 1, 3, 4], 6))
    assert (found[1, 0].share.value, found[1, 0].matches, found[1, 0].blocks) == (0.5, 6, 6)
    assert found[2, 0].share.value == 0
    assert (0, 0) not in found


def test_one_block_has_no_interval_and_few_have_a_wide_one() -> None:
    def wins(matches: int, per_block: int) -> Pair:
        outcomes = repeated([0, 1], [1, 2], matches)
        return pairs(replace(outcomes, block=outcomes.block // per_block))[0, 1]

    assert (wins(4, 4).share.low, wins(4, 4).blocks) == (None, 1)
    assert (wins(8, 4).share.low, wins(8, 4).share.high) == (0, 1)
    lows = [wins(matches, 1).share.low or 0 for matches in (3, 10, 100)]
    assert lows == sorted(lows)
    assert 0.98 < lows[-1] < 0.995


def test_who_never_met_is_left_out() -> None:
    who = np.array([[0, 1], [2, 3]])
    found = pairs(from_places(tuple("abcd"), who, np.array([[1, 2], [1, 2]]), np.zeros((2, 2)), np.arange(2)))
    assert list(found) == [(0, 1), (1, 0), (2, 3), (3, 2)]
    assert pairs(nothing(("a", "b"))) == {}
