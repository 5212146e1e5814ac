"""Mean places, scores and shares; who wins in which seat; neighbours; what duplicate play gains."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from simulated import World, from_places, joined, nothing, played, repeated

from referee.numbers.duplicates import spread_of_duplicates
from referee.numbers.means import places, scores, shares
from referee.numbers.measure import Measure
from referee.numbers.neighbours import neighbours
from referee.numbers.outcomes import Outcomes
from referee.numbers.rating import ratings
from referee.numbers.seats import wins_by_seat

NINE = tuple(np.linspace(-1, 1, 9))
ONE = np.array([0])  # block


def duel(*places_of_first: float, per_block: int = 1) -> Outcomes:
    """Two play, always in the same seats; so many matches are a block."""
    place = np.array([[first, 3 - first] for first in places_of_first])
    block = np.arange(len(place)) // per_block
    return from_places(("a", "b"), np.array([[0, 1]] * len(place)), place, 10 * place, block)


def test_means_are_plain_means() -> None:
    outcomes = joined(
        from_places(tuple("abcd"), np.array([[0, 1, 2, 3]]), np.array([[1, 2.5, 2.5, 4]]), np.zeros((1, 4)), ONE),
        from_places(tuple("abcd"), np.array([[1, 0]]), np.array([[1, 2]]), np.array([[7.0, 3]]), ONE),
    )
    assert places(outcomes).value.tolist() == [1.5, 1.75, 2.5, 4]
    assert scores(outcomes).value.tolist() == [1.5, 3.5, 0, 0]
    assert shares(outcomes).value.tolist() == [0.5, 0.75, 0.5, 0]
    assert places(outcomes).matches.tolist() == [2, 2, 1, 1]


def test_an_interval_is_students_of_the_means_of_blocks_and_one_imagined_block_more() -> None:
    found = scores(duel(1, 1, 2, 1, 1, 2, 2, 2, per_block=2)).estimate(0)
    blocks = np.array([10, 15, 15, 20])
    imagined = 25 / 2  # the variance of single scores, by two matches a block
    error = sqrt(blocks.var(ddof=1) / 4 + imagined / 4**2)
    assert found.value == 15
    assert (found.low, found.high) == pytest.approx((15 - 3.182446 * error, 15 + 3.182446 * error))


def test_one_block_has_no_interval_however_many_matches_it_has() -> None:
    found = places(duel(1, 2, 1, 2, per_block=4)).estimate(0)
    assert (found.value, found.low, found.high) == (1.5, None, None)


def test_two_equal_results_are_no_proof_that_all_are() -> None:
    found = places(duel(1, 1))
    assert (found.estimate(0).low, found.estimate(0).high) == (1, 2)
    many = places(duel(*[1.0] * 100)).estimate(0)
    assert many.high is not None
    assert 1.005 < many.high < 1.02


def test_no_interval_leaves_what_is_possible() -> None:
    outcomes = played(World(NINE, style=3), 6, np.random.default_rng(1))
    for found, least, most in ((places(outcomes), 1, 4), (shares(outcomes), 0, 1)):
        for estimate in found.estimates():
            assert estimate.low is None or estimate.low >= least
            assert estimate.high is None or estimate.high <= most


def test_without_a_match_there_is_no_mean() -> None:
    found = places(replace(duel(1, 2, 1), names=("a", "b", "late")))
    assert np.isnan(found.value[2])
    assert (found.estimate(2).low, found.matches[2], found.blocks[2]) == (None, 0, 0)
    assert places(nothing(())).estimates() == []
    assert np.isnan(shares(nothing(("a",))).value).all()


def test_house_players_of_one_match_play_it_once() -> None:
    found = places(repeated([0, 1, 1, 1], [1, 2, 3, 4], 3))
    assert found.matches.tolist() == [3, 3]
    assert found.value.tolist() == [1, 3]


def test_a_difference_knows_that_places_of_one_block_hang_together() -> None:
    """With two at a table, what one gains the other loses."""
    found = places(duel(1, 1, 2, 1, 2, 1, 1))
    assert found.variance_of_difference(0, 1) > 3 * (found.covariance[0, 0] + found.covariance[1, 1]) / 2
    assert found.difference(0, 1).value == pytest.approx(-found.difference(1, 0).value)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.permutations(range(9)))
def test_names_and_the_order_of_blocks_change_nothing(seed: int, other: list[int]) -> None:
    outcomes = played(World(NINE, luck=1), 8, np.random.default_rng(seed))
    renamed = replace(outcomes, who=np.array(other)[outcomes.who], block=7 - outcomes.block)
    one, two = places(outcomes), places(renamed)
    assert two.value[other] == pytest.approx(one.value, nan_ok=True)
    assert two.covariance[np.ix_(other, other)] == pytest.approx(one.covariance)


def test_first_places_are_counted_by_seat_and_split() -> None:
    place = np.array([[1.5, 1.5, 3], [3, 2, 1], [2, 2, 2]])
    who = np.array([[0, 1, 2], [1, 2, 0], [2, 0, 1]])
    found = wins_by_seat(from_places(tuple("abc"), who, place, place, np.arange(3)))
    assert found.won == pytest.approx(np.array([[0.5, 1 / 3, 1], [0, 0.5, 1 / 3], [1 / 3, 0, 0]]))
    assert found.share().tolist() == pytest.approx([(0.5 + 1 / 3) / 3, (0.5 + 1 / 3) / 3, 4 / 9])
    assert found.played.tolist() == [[1, 1, 1]] * 3


def measured(value: list[float], error: float, blocks: int) -> Measure:
    each = np.full(len(value), blocks)
    return Measure(np.array(value), np.eye(len(value)) * error**2, each * 4, each)


def test_neighbours_are_apart_when_the_interval_of_their_difference_leaves_zero_out() -> None:
    first, second = neighbours(measured([1.0, 1.5, 1.52], 0.1, 30), [0, 1, 2])
    assert (first.upper, first.lower, first.apart, first.more_blocks, first.more_matches) == (0, 1, True, None, None)
    assert (second.upper, second.lower, second.apart) == (1, 2, False)
    assert second.difference.value == pytest.approx(-0.02)


def test_nobody_can_tell_how_much_more_tells_equals_apart() -> None:
    for other in (2.0, 2.0000001):
        [equal] = neighbours(measured([2.0, other], 0.1, 30), [0, 1])
        assert (equal.apart, equal.more_blocks, equal.more_matches) == (False, None, None)
    [young] = neighbours(measured([1.0, 2.0], 0.1, 1), [0, 1])
    assert (young.apart, young.more_blocks) == (False, None)


def test_so_many_more_blocks_tell_about_four_times_out_of_five() -> None:
    world, blocks, rng = World((0, 0.15), seats=2, seatings=2, luck=1), 100, np.random.default_rng(5)
    long = places(played(world, 40000, rng))
    now = Measure(long.value, long.covariance * 400, long.matches // 400, long.blocks // 400)
    [found] = neighbours(now, [1, 0])
    assert found.more_blocks is not None
    assert found.more_matches == 2 * found.more_blocks
    then = [places(played(world, blocks + found.more_blocks, rng)) for _ in range(200)]
    assert 0.7 < np.mean([neighbours(one, [1, 0])[0].apart for one in then]) < 0.9


def gain(world: World, blocks: int, seed: int) -> float | None:
    outcomes = played(world, blocks, np.random.default_rng(seed))
    field = range(len(world.strengths))
    return spread_of_duplicates(outcomes, ratings(outcomes, field), field)


def test_duplicate_play_is_measured_to_take_out_the_luck_of_the_deal() -> None:
    assert gain(World(NINE, luck=0), 400, 6) == pytest.approx(1, abs=0.05)
    assert gain(World(NINE, luck=2), 400, 6) == pytest.approx(0.65, abs=0.05)
    suits = gain(World(NINE, style=2), 400, 6)
    assert suits is not None
    assert suits > 1.3  # a deal that suits an entrant in all seats makes duplicates worse than new deals


def test_the_measured_gain_is_the_true_one() -> None:
    """One table, so that the spread of its mean places is that of duplicate play, and of single deals, alone."""
    duplicate, single = World(NINE[::3], luck=2), World(NINE[::3], luck=2, seatings=1)
    rng = np.random.default_rng(7)
    spread = [
        np.std([places(played(world, blocks, rng)).value for _ in range(300)], axis=0).mean()
        for world, blocks in ((replace(duplicate, seats=3, seatings=3), 10), (replace(single, seats=3), 30))
    ]
    told = gain(replace(duplicate, seats=3, seatings=3), 1000, 8)
    assert told == pytest.approx(spread[0] / spread[1], abs=0.05)


def test_without_duplicates_or_with_too_few_no_gain_is_told() -> None:
    assert gain(World(NINE, seatings=1), 100, 9) is None
    assert gain(World(NINE), 9, 9) is None
    assert gain(World(NINE), 10, 9) is not None
