"""The piles of kings: which card fits on which pile, and what each is worth."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.kings_piles import NUMBERS, PACK, SPECIALS, Pile, in_pack_order, king_score, placings, score, takes


def pile(text: str) -> Pile:
    return tuple(text.split())


def ranks(cards: frozenset[str]) -> str:
    return "".join(sorted({card[0] for card in cards}))


@st.composite
def built_piles(draw: st.DrawFn) -> Pile:
    """A pile as play can make it: each card fits on those below."""
    made: Pile = ()
    for _ in range(draw(st.integers(1, 12))):
        if fitting := sorted(takes(made)):
            made = (*made, draw(st.sampled_from(fitting)))
    return made


def test_the_pack_has_a_card_of_each_suit_and_rank_but_kings_and_four_blanks_of_each_rank() -> None:
    counted = Counter(PACK)
    assert len(PACK) == 96
    assert "".join(dict.fromkeys(card[0] for card in PACK)) == "23456789TJQA"
    assert {card[1]: count for card, count in counted.items()} == {"S": 1, "C": 1, "H": 1, "D": 1, "B": 4}


def test_the_pack_in_order_is_spades_clubs_hearts_diamonds_and_then_the_blanks_rank_by_rank() -> None:
    assert PACK[:13] == pile("2S 3S 4S 5S 6S 7S 8S 9S TS JS QS AS 2C")
    assert PACK[48:54] == pile("2B 2B 2B 2B 3B 3B")
    assert in_pack_order(pile("2B QD 2D AS 2B TC")) == pile("AS TC 2D QD 2B 2B")


def test_an_empty_pile_is_founded_by_a_queen_a_jack_or_an_ace_of_any_suit_and_by_nothing_else() -> None:
    assert takes(()) == SPECIALS
    assert ranks(SPECIALS) == "AJQ"
    assert {card[1] for card in SPECIALS} == set("SCHDB")


@given(built_piles())
def test_no_pile_takes_a_second_special_card(built: Pile) -> None:
    assert takes(built) <= NUMBERS
    assert built[0] in SPECIALS


# Queens.


def test_on_a_queen_alone_goes_any_number_card() -> None:
    assert takes(pile("QB")) == NUMBERS


def test_on_a_queen_with_a_lone_rank_goes_only_that_rank_in_any_suit() -> None:
    assert takes(pile("QB 2S")) == set(pile("2S 2C 2H 2D 2B"))


@pytest.mark.parametrize("built", ["QH 2S 2B", "QH 2S 2B 2B", "QH 2S 2B 7H 7B"])
def test_on_a_queen_with_pairs_or_more_of_each_rank_goes_any_number_card(built: str) -> None:
    assert takes(pile(built)) == NUMBERS


def test_the_lone_rank_may_come_after_pairs() -> None:
    assert ranks(takes(pile("QH 2S 2B 7H"))) == "7"


@pytest.mark.parametrize(("built", "worth"), [("QH", 0), ("QH 2S", 2), ("QH 2S 2B", 4), ("QH 2S 2B 7H", 6)])
def test_a_queen_pile_is_worth_two_for_each_card_a_lone_one_too(built: str, worth: int) -> None:
    assert score(pile(built)) == worth


@given(built_piles())
def test_on_a_queen_lies_at_most_one_lone_rank(built: Pile) -> None:
    if built[0][0] == "Q":
        assert list(Counter(card[0] for card in built[1:]).values()).count(1) <= 1


# Jacks.


@pytest.mark.parametrize("suit", "SCHDB")
def test_on_a_jack_goes_any_number_card_of_its_suit_on_a_blank_one_blanks(suit: str) -> None:
    fitting = takes((f"J{suit}",))
    assert fitting == {card for card in NUMBERS if card[1] == suit}
    assert len(fitting) == 9
    assert takes((f"J{suit}", f"5{suit}", f"9{suit}")) == fitting


@pytest.mark.parametrize(("built", "worth"), [("JH", 0), ("JH 5H", 1), ("JB 5B 5B 2B", 3)])
def test_a_jack_pile_is_worth_one_for_each_card(built: str, worth: int) -> None:
    assert score(pile(built)) == worth


# Aces.


def test_the_first_card_on_an_ace_is_any_number_card() -> None:
    assert takes(pile("AB")) == NUMBERS


@pytest.mark.parametrize(
    ("built", "fitting"),
    [("AS 5H", "46"), ("AS 5H 6B", "47"), ("AS 5H 4B 6H", "37"), ("AS 2H", "3"), ("AS TH", "9"), ("AS 9H TB", "8")],
)
def test_on_an_ace_goes_a_rank_not_yet_there_next_to_one_that_is(built: str, fitting: str) -> None:
    assert ranks(takes(pile(built))) == fitting
    assert {card[1] for card in takes(pile(built))} == set("SCHDB")


def test_a_straight_from_two_to_ten_takes_nothing_more() -> None:
    assert takes(pile("AS 2H 3H 4H 5H 6H 7H 8H 9H TH")) == frozenset()


@pytest.mark.parametrize(
    ("built", "worth"), [("AS", 0), ("AS 3H", 1), ("AS 2H", 2), ("AS 4B 3H 2H", 4), ("AS 3H 4H 5H", 3)]
)
def test_an_ace_pile_is_worth_one_for_each_card_and_one_more_with_a_two(built: str, worth: int) -> None:
    assert score(pile(built)) == worth


@given(built_piles())
def test_on_an_ace_lies_a_straight(built: Pile) -> None:
    if built[0][0] == "A":
        assert "".join(sorted((card[0] for card in built[1:]), key="23456789T".index)) in "23456789T"


# Placing.


def test_on_the_king_pile_go_number_cards_of_the_players_own_suit() -> None:
    assert placings(pile("7H 8S QH 7B 2H"), "H", [(), (), ()])[:2] == ["7H king", "2H king"]
    assert [answer for answer in placings(PACK, "D", [(), (), ()]) if "king" in answer] == [
        f"{rank}D king" for rank in "23456789T"
    ]


def test_a_card_may_go_on_every_pile_that_takes_it() -> None:
    house = [pile("JS 2S"), (), pile("QB 8H")]
    assert set(placings(pile("8S AB 3D"), "S", house)) == {"8S king", "8S 1", "8S 3", "AB 2"}


def test_equal_cards_make_one_answer() -> None:
    assert placings(pile("QB QB 7D"), "S", [(), pile("JH"), ()]) == ["QB 1", "QB 3"]


@given(st.lists(st.sampled_from(PACK)), st.sampled_from("HSDC"), st.lists(built_piles(), min_size=3, max_size=3))
def test_answers_are_unique_and_of_cards_held(hand: list[str], suit: str, house: list[Pile]) -> None:
    answers = placings(hand, suit, house)
    assert len(set(answers)) == len(answers)
    assert {answer.split()[0] for answer in answers} <= set(hand)


@pytest.mark.parametrize(("count", "worth"), [(0, 0), (1, 1), (8, 8), (9, 36)])
def test_a_king_pile_gives_one_for_each_card_and_27_more_when_it_is_complete(count: int, worth: int) -> None:
    assert king_score(tuple(f"{rank}H" for rank in "23456789T"[:count])) == worth
