"""Ratings: held against choix and against a likelihood written out, and the laws that they obey."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise

import choix
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize  # type: ignore[import-untyped]
from simulated import World, from_places, joined, modelled, nothing, played, repeated

from referee.numbers.outcomes import Floats, Outcomes
from referee.numbers.rating import CENTRE, ELO, PRIOR, TIES_PRIOR, fitted, ratings

STRENGTHS = (-1.0, -0.4, 0.0, 0.1, 0.5, 0.8)


def everybody(outcomes: Outcomes) -> range:
    return range(len(outcomes.names))


def orders(outcomes: Outcomes) -> list[tuple[int, ...]]:
    """Who came where, best first; without ties."""
    [rows] = outcomes.tables()
    return [tuple(outcomes.who[line][np.argsort(outcomes.place[line])].tolist()) for line in rows]


@pytest.mark.parametrize("prior", [1000.0, 2.0])
def test_without_ties_it_is_plackett_luce_as_choix_has_it(prior: float) -> None:
    outcomes = modelled(STRENGTHS, [], 200, np.random.default_rng(1))
    # The penalty of choix is alpha times the sum of squares, so alpha is half the precision.
    theirs = choix.opt_rankings(len(STRENGTHS), orders(outcomes), alpha=prior**-2 / 2, tol=1e-10)
    assert fitted(outcomes, prior).at == pytest.approx(theirs - theirs.mean(), abs=1e-5)


def minus_log_posterior(at: Floats, outcomes: Outcomes, sizes: list[int], prior: float) -> float:
    """The model as the paper states it, match by match and set by set."""
    count = len(outcomes.names)
    strength, weight = np.exp(at[:count]), {1: 1.0, **dict(zip(sizes, np.exp(at[count:]), strict=True))}
    found = float((at[:count] ** 2).sum() / (2 * prior**2) + (at[count:] ** 2).sum() / (2 * TIES_PRIOR**2))

    def chance(chosen: tuple[int, ...]) -> float:
        return float(weight[len(chosen)] * np.prod(strength[list(chosen)]) ** (1 / len(chosen)))

    for match in range(outcomes.matches):
        here = outcomes.match == match
        who, place = outcomes.who[here], outcomes.place[here]
        remaining = who.tolist()
        for at_place in np.unique(place):
            chosen = tuple(who[place == at_place].tolist())
            ways = [c for size in weight for c in combinations(remaining, size)]
            found -= np.log(chance(chosen) / sum(chance(way) for way in ways))
            for one in chosen:
                remaining.remove(one)
    return found


def of_two_sizes() -> Outcomes:
    """Tables of four and of two, with ties of two and of three, and two house players at some tables."""
    four = modelled(STRENGTHS, [0.5, 0.4], 30, np.random.default_rng(2))
    two = played(World(STRENGTHS, seats=2, seatings=2, grid=1.5), 10, np.random.default_rng(3))
    house = np.array([[5, 0, 5, 1], [2, 5, 5, 3], [5, 4, 5, 1]])
    place = np.array([[1.5, 1.5, 3, 4], [1, 2.5, 2.5, 4], [4, 2, 2, 2]])
    return joined(four, two, from_places(four.names, house, place, -place, np.arange(3)))


def test_with_ties_it_is_the_maximum_of_the_likelihood_written_out() -> None:
    outcomes = of_two_sizes()
    start = np.zeros(len(STRENGTHS) + 2)
    theirs = minimize(minus_log_posterior, start, (outcomes, [2, 3], 2.0), tol=1e-9, options={"gtol": 1e-5}).x
    assert fitted(outcomes, 2.0).at == pytest.approx(theirs, abs=1e-4)


def test_the_rating_is_the_fit_on_the_elo_scale_centred_on_the_field() -> None:
    outcomes = of_two_sizes()
    at = fitted(outcomes, PRIOR / ELO).at[: len(STRENGTHS)]
    found = ratings(outcomes, range(5))  # the last one is the house
    assert found.value[:5].mean() == pytest.approx(CENTRE, abs=1e-5)
    assert found.value - found.value[0] == pytest.approx((at - at[0]) * 400 / np.log(10), abs=1e-5)


@pytest.mark.parametrize("ties", [[], [0.3], [0.3, 0.2]])
def test_known_strengths_are_recovered(ties: list[float]) -> None:
    outcomes = modelled(STRENGTHS, ties, 3000, np.random.default_rng(4))
    found = ratings(outcomes, everybody(outcomes))
    true = CENTRE + ELO * np.array(STRENGTHS)
    assert found.value == pytest.approx(true, abs=25)
    assert sum(e.low < t < e.high for e, t in zip(found.estimates(), true, strict=True) if e.low and e.high) >= 5
    assert np.exp(fitted(outcomes, 3.0).at[len(STRENGTHS) :]) == pytest.approx(ties, rel=0.2)


def test_the_unbeaten_are_finite_and_far_from_certain() -> None:
    widths = []
    for matches in (2, 10, 100):
        found = ratings(repeated([0, 1, 2, 3], [1, 2, 3, 4], matches), range(4)).estimate(0)
        assert found.low is not None
        assert found.high is not None
        assert np.isfinite([found.low, found.value, found.high]).all()
        widths.append(found.high - found.low)
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] > 400


def test_one_block_gives_a_rating_and_no_interval() -> None:
    found = ratings(repeated([0, 1, 2, 3], [1, 2, 3, 4], 1), range(4)).estimate(0)
    assert found.value > CENTRE
    assert (found.low, found.high) == (None, None)


def test_who_ties_always_is_rated_alike() -> None:
    found = ratings(repeated([0, 1, 2, 3], [2.5] * 4, 20), range(4))
    assert found.value.tolist() == [CENTRE] * 4


def test_without_a_match_there_is_the_prior_alone() -> None:
    outcomes = repeated([0, 1, 2, 3], [2.5] * 4, 3)
    found = ratings(replace(outcomes, names=(*outcomes.names, "late")), range(4))
    assert found.value[4] == CENTRE
    assert found.estimate(4).low is None
    assert ratings(nothing(()), []).value.size == 0


def test_each_match_more_that_is_won_raises_the_rating() -> None:
    values = [ratings(repeated([0, 1, 2, 3], [1, 2.5, 2.5, 4], matches), range(4)).value[0] for matches in (1, 5, 25)]
    assert all(after > before for before, after in pairwise(values))


def shuffled(outcomes: Outcomes, rng: np.random.Generator) -> Outcomes:
    """The matches and the blocks in another order."""
    [rows] = outcomes.tables()
    rows = rows[rng.permutation(len(rows))].ravel()
    blocks = rng.permutation(outcomes.blocks)
    columns = {key: getattr(outcomes, key)[rows] for key in ("seat", "who", "place", "score")}
    return Outcomes(outcomes.names, outcomes.match, blocks[outcomes.block[rows]], **columns)


small = st.builds(
    lambda seed, grid, blocks: played(World(STRENGTHS, luck=1, grid=grid), blocks, np.random.default_rng(seed)),
    st.integers(0, 10**6),
    st.sampled_from([0.0, 0.7]),
    st.integers(1, 12),
)


@settings(max_examples=30, deadline=None)
@given(small, st.integers(0, 10**6))
def test_the_order_of_matches_changes_no_digit_that_is_told(outcomes: Outcomes, seed: int) -> None:
    other = shuffled(outcomes, np.random.default_rng(seed))
    one, two = ratings(outcomes, range(6)), ratings(other, range(6))
    assert one.value.tolist() == two.value.tolist()
    assert one.covariance == pytest.approx(two.covariance, rel=1e-6, abs=1e-3)


@settings(max_examples=30, deadline=None)
@given(small, st.permutations(range(6)))
def test_names_and_their_order_change_no_rating(outcomes: Outcomes, other: list[int]) -> None:
    renamed = replace(outcomes, who=np.array(other)[outcomes.who])
    assert ratings(renamed, range(6)).value[other] == pytest.approx(ratings(outcomes, range(6)).value, abs=2e-6)


@settings(max_examples=30, deadline=None)
@given(small, st.sets(st.integers(0, 5), min_size=1))
def test_another_field_shifts_all_ratings_alike(outcomes: Outcomes, field: set[int]) -> None:
    one, two = ratings(outcomes, range(6)), ratings(outcomes, sorted(field))
    assert two.value[sorted(field)].mean() == pytest.approx(CENTRE, abs=1e-5)
    assert np.diff(one.value) == pytest.approx(np.diff(two.value), abs=3e-6)
    assert one.variance_of_difference(0, 1) == pytest.approx(two.variance_of_difference(0, 1), rel=1e-6)


@settings(max_examples=30, deadline=None)
@given(small)
def test_between_two_what_is_won_and_lost_is_symmetric(outcomes: Outcomes) -> None:
    """Plackett-Luce of more than two is not symmetric, of two it is."""
    two = [rows[:2] for [rows] in [outcomes.tables()] for rows in rows]
    who = outcomes.who[np.array(two)]
    place = 1.5 - np.sign(outcomes.place[np.array(two)] @ [-1.0, 1.0])[:, None] * [0.5, -0.5]
    block = outcomes.block[np.array(two)[:, 0]]
    there = ratings(from_places(outcomes.names, who, place, place, block), range(6))
    back = ratings(from_places(outcomes.names, who, 3 - place, place, block), range(6))
    assert there.value - CENTRE == pytest.approx(CENTRE - back.value, abs=2e-6)
