"""Which sets of cards a hand of dalmuti can lead, top with, and give away."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.dalmuti_sets import DECK, Held, best, gifts, held, in_order, leads, tops

HANDS = st.permutations(DECK).flatmap(lambda deck: st.integers(1, 16).map(lambda size: held(deck[:size])))


def sets_of(hand: Held) -> dict[str, tuple[int, int]]:
    """Size and number of every set: cards of one number, jesters for any of them; or only jesters, which are 13."""
    jesters = {" ".join(["13"] * size): (size, 13) for size in range(1, hand[13] + 1)}
    return jesters | {
        " ".join([str(number)] * own + ["13"] * filling): (own + filling, number)
        for number in range(1, 13)
        for own in range(1, hand[number] + 1)
        for filling in range(hand[13] + 1)
    }


@given(HANDS)
def test_any_set_of_the_hand_can_be_led_and_the_leader_cannot_pass(hand: Held) -> None:
    assert sorted(leads(hand)) == sorted(sets_of(hand))


@given(HANDS, st.integers(1, 14), st.integers(1, 13))
def test_to_top_takes_as_many_cards_of_a_strictly_lower_number(hand: Held, size: int, number: int) -> None:
    tops_by_rule = [cards for cards, (its_size, its) in sets_of(hand).items() if its_size == size and its < number]
    assert sorted(tops(hand, size, number)) == sorted(tops_by_rule)


@pytest.mark.parametrize(
    ("hand", "size", "number", "legal"),
    [
        ("5 13 13", 3, 6, ["5 13 13"]),
        ("5 5 13 13", 3, 6, ["5 5 13", "5 13 13"]),
        ("5 13 13", 3, 5, []),
        ("13 13", 2, 13, []),
        ("13", 1, 13, []),
        ("12", 1, 13, ["12"]),
        ("12 12", 2, 13, ["12 12"]),
        ("11 13", 2, 13, ["11 13"]),
        ("1", 2, 5, []),
        ("3 3 3", 2, 5, ["3 3"]),
    ],
)
def test_a_jester_fills_in_for_any_card_and_counts_as_13_only_alone(
    hand: str, size: int, number: int, legal: list[str]
) -> None:
    assert tops(held(hand.split()), size, number) == legal


@pytest.mark.parametrize(
    ("hand", "two"),
    [("13 13 12 11", "11 12"), ("1 13 13", "1 13"), ("4 4 4", "4 4"), ("13 1 2", "1 2"), ("13 13 12", "12 13")],
)
def test_a_jester_counts_as_13_in_the_tax_of_the_last(hand: str, two: str) -> None:
    assert " ".join(best(held(hand.split()), 2)) == two


@given(HANDS)
def test_any_two_cards_of_a_hand_may_be_given(hand: Held) -> None:
    cards = in_order(hand)
    pairs = {" ".join(sorted(two, key=int)) for two in product(cards, repeat=2) if not Counter(two) - Counter(cards)}
    assert set(gifts(hand, 2)) == pairs
    assert sorted(gifts(hand, 1)) == sorted(set(cards))
