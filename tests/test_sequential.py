"""A sequential test's errors are as rare as it says, whenever it stops, and its bets know nothing of what comes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.random import Generator

from referee.numbers.outcomes import Floats
from referee.numbers.sequential import BETTER, NOT_BETTER, Question, Trial, Wager, log_capitals, lower_end

MOST = 3.0  # places, at a table of four
MARGIN = 0.2
QUESTION = Question(MOST, MARGIN)
LINE = np.log(20)  # of the capital at an error rate of 5 %

numbers = st.lists(st.floats(-MOST, MOST).map(lambda x: round(x, 3)), max_size=40)


def trial(given: list[float], question: Question = QUESTION) -> Trial:
    """One that has had these numbers, as far as it took them."""
    one = Trial(question)
    for number in given:
        if one.verdict is None:
            one.add(number)
    return one


def duplicate(rng: Generator, runs: int, blocks: int, strength: float, luck: float) -> Floats:
    """Improvements of blocks at four seats, whose deals matter as much as `luck` says; chance in play matters as 1."""
    deals = luck * rng.normal(size=(runs, blocks, 4))
    total = np.zeros((runs, blocks))
    for seat in range(4):
        for sign, own in ((1, 0.0), (-1, strength)):
            scores = deals + rng.normal(size=deals.shape)
            scores[..., seat] += own
            total += sign * (1 + (scores > scores[..., seat, None]).sum(axis=-1))
    return total / 4


# Strengths at which NEW comes so many places before OLD, by how much luck there is in the deal.
STRENGTHS = {
    0: {0.0: 0.0, MARGIN: 0.24, 2 * MARGIN: 0.475, 1.0: 1.36},
    1: {0.0: 0.0, MARGIN: 0.338, 2 * MARGIN: 0.675},
}


def coin(low: float, high: float, mean: float) -> Callable[[Generator, int, int], Floats]:
    """Two numbers only: the worst that can be thought of, if one is rare and far away."""
    share = (mean - low) / (high - low)
    return lambda rng, runs, blocks: np.where(rng.random((runs, blocks)) < share, high, low)


def skilled(improvement: float, luck: int) -> Callable[[Generator, int, int], Floats]:
    return lambda rng, runs, blocks: duplicate(rng, runs, blocks, STRENGTHS[luck][improvement], luck)


def changing(rng: Generator, runs: int, blocks: int) -> Floats:
    """Fair at every moment, but as wild as what came before was high."""
    given = np.zeros((runs, blocks))
    for block in range(1, blocks):
        wild = np.clip(given[:, :block].sum(axis=1), 0.1, MOST)
        given[:, block] = wild * rng.choice([-1, 1], size=runs)
    return given


NO_BETTER = {
    "equal clients, chance in play": skilled(0.0, 0),
    "equal clients, luck of the deal": skilled(0.0, 1),
    "all or nothing": coin(-MOST, MOST, 0),
    "seldom much better": coin(-0.1, MOST, 0),
    "seldom much worse": coin(-MOST, 0.1, 0),
    "a bit up or down": coin(-0.25, 0.25, 0),
    "changing": changing,
}
AT_THE_MARGIN = {
    "better clients, chance in play": skilled(MARGIN, 0),
    "better clients, luck of the deal": skilled(MARGIN, 1),
    "all or nothing": coin(-MOST, MOST, MARGIN),
    "seldom much better": coin(0, MOST, MARGIN),
    "seldom much worse": coin(-MOST, 0.3, MARGIN),
}


def wrong(numbers: Floats, bound: float) -> float:
    """In which part of the runs the capital against a true bound ever reaches the line."""
    return float((log_capitals(numbers, bound, MOST).max(axis=-1) >= LINE).mean())


def allowed(runs: int) -> float:
    """5 %, and what chance adds to it in so many runs (three standard errors)."""
    return 0.05 + 3 * float(np.sqrt(0.05 * 0.95 / runs))


SIZES = [(400, 300), pytest.param((2000, 2000), marks=pytest.mark.full)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", NO_BETTER)
def test_who_is_no_better_is_seldom_called_better_however_often_one_looks(name: str, size: tuple[int, int]) -> None:
    given = in_parts(NO_BETTER[name], *size)
    assert wrong(given, 0) <= allowed(len(given))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", AT_THE_MARGIN)
def test_who_is_better_by_the_margin_is_seldom_called_not_better(name: str, size: tuple[int, int]) -> None:
    given = in_parts(AT_THE_MARGIN[name], *size)
    assert wrong(-given, -MARGIN) <= allowed(len(given))


def in_parts(make: Callable[[Generator, int, int], Floats], runs: int, blocks: int) -> Floats:
    """Runs from a fixed seed; a few at a time, since four seats take much room."""
    rng = np.random.default_rng(4)
    return np.concatenate([make(rng, 200, blocks) for _ in range(runs // 200)])


def test_a_test_that_may_be_looked_at_only_once_would_be_wrong_far_more_often() -> None:
    """So the simulations above could tell."""
    given = in_parts(NO_BETTER["equal clients, chance in play"], 400, 300)
    count = np.arange(1, 301)
    z = given.cumsum(axis=-1) / np.sqrt(count) / given.std()
    assert (z[:, 10:].max(axis=-1) > 1.645).mean() > 4 * 0.05


@pytest.mark.parametrize("size", SIZES)
def test_an_end_of_the_interval_is_seldom_ever_beyond_the_true_mean(size: tuple[int, int]) -> None:
    given = in_parts(skilled(2 * MARGIN, 1), *size)
    mean = 0.4 if size[0] == 400 else float(given.mean())
    assert wrong(given, mean) <= allowed(len(given))
    assert wrong(-given, -mean) <= allowed(len(given))


def test_the_verdict_is_that_of_the_first_block_at_which_a_capital_reaches_its_line() -> None:
    given = in_parts(skilled(2 * MARGIN, 1), 200, 300)
    for run in given[:20]:
        better = log_capitals(run, 0, MOST) >= LINE
        not_better = log_capitals(-run, -MARGIN, MOST) >= LINE
        done = trial(list(run))
        assert done.verdict == (BETTER if better[len(done.numbers) - 1] else NOT_BETTER)
        assert not (better | not_better)[: len(done.numbers) - 1].any()


def test_clients_that_always_do_alike_are_not_better_as_soon_as_a_bounded_mean_allows() -> None:
    done = trial([0.0] * 200)
    assert done.verdict == NOT_BETTER
    fewest = LINE / np.log1p(MARGIN / (MOST - MARGIN))  # had all been put on it that there is a difference of 0
    assert fewest < len(done.numbers) < 1.6 * fewest


@pytest.mark.parametrize(
    ("improvement", "luck", "most_blocks", "verdict"),
    [
        (0.0, 0, 140, NOT_BETTER),
        (0.0, 1, 110, NOT_BETTER),
        (MARGIN, 0, 140, BETTER),
        (MARGIN, 1, 110, BETTER),
        (2 * MARGIN, 0, 60, BETTER),
        (1.0, 0, 20, BETTER),
    ],
)
def test_half_of_all_comparisons_are_decided_in_so_many_blocks(
    improvement: float, luck: int, most_blocks: int, verdict: str
) -> None:
    done = [trial(list(run)) for run in in_parts(skilled(improvement, luck), 200, 400)[:60]]
    assert np.median([len(one.numbers) for one in done]) <= most_blocks
    assert sum(one.verdict == verdict for one in done) >= 0.8 * len(done)


@given(numbers, st.floats(-2.9, 2.9), st.floats(-MOST, MOST))
def test_a_bet_is_made_before_its_number_is_seen(before: list[float], bound: float, number: float) -> None:
    wager = Wager(bound, MOST)
    for one in before:
        wager.add(one)
    capital, bet = wager.log_capital, wager.bet
    wager.add(number)
    gain = 1 + bet * (number - bound) / (MOST + bound)
    assert wager.log_capital == pytest.approx(capital + np.log(gain), abs=1e-9)


@given(numbers, st.floats(-2.9, 2.9), st.floats(0, 1), st.floats(0, 1))
def test_where_the_mean_is_the_bound_the_next_number_wins_nothing_on_average(
    before: list[float], bound: float, below: float, above: float
) -> None:
    low, high = bound - below * (bound + MOST), bound + above * (MOST - bound)
    share = (bound - low) / (high - low) if high > low else 0.0  # of the high one, so that the mean is the bound
    capital = float(np.exp(log_capitals(np.array([0.0, *before]), bound, MOST)[-1]))
    ways = [float(np.exp(log_capitals(np.array([0.0, *before, x]), bound, MOST)[-1])) for x in (low, high)]
    assert (1 - share) * ways[0] + share * ways[1] == pytest.approx(capital)


@given(numbers.filter(len), st.randoms(use_true_random=False))
def test_what_is_known_after_some_numbers_does_not_depend_on_their_order(given: list[float], chance: Random) -> None:
    other = chance.sample(given, len(given))
    assert lower_end(other, MOST, 0.05) == pytest.approx(lower_end(given, MOST, 0.05), abs=2e-4)


@given(numbers.filter(len))
def test_with_the_two_clients_exchanged_the_interval_is_the_same_the_other_way_round(given: list[float]) -> None:
    one, other = trial(given), trial([-x for x in given])
    assume(one.verdict is None and other.verdict is None)
    here, there = one.estimate(), other.estimate()
    assert here
    assert there
    assert here.low is not None
    assert here.high is not None
    assert there.value == pytest.approx(-here.value)
    assert there.low == pytest.approx(-here.high)
    assert there.high == pytest.approx(-here.low)


@given(numbers.filter(len), st.floats(0.1, 10))
def test_the_unit_that_places_are_counted_in_is_of_no_matter(given: list[float], unit: float) -> None:
    here = trial(given)
    there = trial([unit * x for x in given], Question(unit * MOST, unit * MARGIN))
    assert there.verdict == here.verdict
    assert there.evidence == pytest.approx(here.evidence)


@given(numbers.filter(len))
def test_the_interval_holds_the_mean_and_agrees_with_the_verdict(given: list[float]) -> None:
    done = trial(given)
    estimate = done.estimate()
    assert estimate
    assert estimate.low is not None
    assert estimate.high is not None
    assert -MOST <= estimate.low <= estimate.value + 1e-9
    assert estimate.value - 1e-9 <= estimate.high <= MOST
    assert (estimate.low >= 0) == (done.verdict == BETTER)
    if done.verdict == NOT_BETTER:
        assert estimate.high <= MARGIN + 1e-4
    if done.verdict is None:
        assert estimate.high > MARGIN


def test_a_number_beyond_the_bound_is_refused() -> None:
    with pytest.raises(ValueError, match="not from -3 to 3"):
        Trial(QUESTION).add(3.1)


def test_after_the_verdict_no_number_counts() -> None:
    done = trial([3.0] * 100)
    assert done.verdict == BETTER
    with pytest.raises(ValueError, match="verdict"):
        done.add(3.0)


@pytest.mark.parametrize("margin", [0.0, -0.1, 3.0, float("nan")])
def test_a_margin_is_between_nothing_and_all_places(margin: float) -> None:
    with pytest.raises(ValueError, match="margin"):
        Question(MOST, margin)
