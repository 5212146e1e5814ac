"""The cards of hill under trumps: suits, strength, legal plays and what points are worth, sentence by sentence."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cards import RANKS, SUITS
from referee.games.hill_cards import DECK, FACES, NEVER_WINS, POINTS, TRUMP, Trumps, points, rank_of, rises, trumps_of

SEVENS_AND_HEARTS = trumps_of("7", "H")
ALL_TRUMPS = st.builds(trumps_of, st.sampled_from(RANKS), st.sampled_from(SUITS))
HANDS = st.lists(st.sampled_from(range(108)), min_size=2, max_size=20, unique=True).map(
    lambda places: sorted(DECK[place] for place in places)
)


def hand(text: str) -> list[str]:
    return sorted(text.split(" "))


def legal(held: str, lead: str) -> set[str]:
    """What may be played when sevens and hearts are trumps."""
    return set(SEVENS_AND_HEARTS.legal(hand(held), lead))


def winner(*plays: str) -> str:
    """The play that wins when sevens and hearts are trumps; the first of equal ones."""
    return max(plays, key=lambda play: SEVENS_AND_HEARTS.strength(play, plays[0]))


def test_there_are_two_packs_with_jokers_108_cards() -> None:
    assert len(DECK) == 108
    assert Counter(DECK) == dict.fromkeys([rank + suit for suit in SUITS for rank in RANKS] + ["~B", "~R"], 2)


def test_fives_count_5_tens_and_kings_10_and_all_together_200() -> None:
    assert {card: value for card, value in POINTS.items() if value} == {
        **{f"5{suit}": 5 for suit in SUITS},
        **{f"{rank}{suit}": 10 for rank in "TK" for suit in SUITS},
    }
    assert points(DECK) == 200


def test_trumps_stand_from_the_red_joker_down_to_the_lowest_of_the_trump_suit() -> None:
    down = ["~R", "~B", "7H", "7S", *(f"{rank}H" for rank in "AKQJT9865432")]
    strengths = [SEVENS_AND_HEARTS.strength(card, "2H") for card in down]
    assert strengths == sorted(set(strengths), reverse=True)


def test_the_trump_rank_in_the_other_suits_is_equal_among_itself() -> None:
    assert len({SEVENS_AND_HEARTS.strength(card, "2H") for card in ("7S", "7C", "7D")}) == 1


@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.parametrize("suit", SUITS)
def test_jokers_the_trump_rank_and_the_trump_suit_are_one_suit_and_no_other_card_is(rank: str, suit: str) -> None:
    suit_of = trumps_of(rank, suit).suit_of
    assert set(suit_of) == set(FACES)
    for card in FACES:
        is_trump = card[0] in ("~", rank) or card[1] == suit
        assert suit_of[card] == (TRUMP if is_trump else card[1])


@pytest.mark.parametrize(
    ("plays", "best"),
    [
        (("9S", "TS", "AC", "3S"), "TS"),
        (("9S", "AS", "2H"), "2H"),
        (("9S", "7S", "AS"), "7S"),
        (("9S", "7D", "7C"), "7D"),
        (("9S", "7D", "7H"), "7H"),
        (("9S", "7H", "~B", "~R"), "~R"),
        (("2H", "AS", "AC"), "2H"),
    ],
)
def test_the_highest_trump_wins_or_the_highest_of_the_led_suit(plays: tuple[str, ...], best: str) -> None:
    assert winner(*plays) == best


@pytest.mark.parametrize(
    ("plays", "best"),
    [
        (("9S 9S", "TS TS", "AS KS"), "TS TS"),
        (("9S 9S", "~R ~B", "7H AH"), "9S 9S"),
        (("9S 9S", "7C 7D"), "9S 9S"),
        (("9S 9S", "AC AC"), "9S 9S"),
        (("9S 9S", "2H 2H", "3H 3H"), "3H 3H"),
        (("9S 9S", "7S 7S", "AH AH"), "7S 7S"),
        (("9S 9S", "7S 7S", "7C 7C"), "7S 7S"),
        (("~B ~B", "~R ~R"), "~R ~R"),
    ],
)
def test_only_a_pair_beats_a_pair(plays: tuple[str, ...], best: str) -> None:
    assert winner(*plays) == best


def test_any_card_or_any_pair_of_identical_cards_may_be_led() -> None:
    assert legal("3C 3C 4S ~R ~R", "") == {"3C", "4S", "~R", "3C 3C", "~R ~R"}


def test_two_trumps_that_are_equal_but_not_identical_are_no_pair() -> None:
    assert legal("7S 7C", "") == {"7S", "7C"}
    assert legal("~B ~R", "") == {"~B", "~R"}


def test_to_a_led_card_suit_is_followed_if_it_can_be() -> None:
    assert legal("3C KC 4S", "9C") == {"3C", "KC"}
    assert legal("3C KC 4S", "9D") == {"3C", "KC", "4S"}


def test_the_trump_rank_does_not_follow_the_suit_that_is_printed_on_it() -> None:
    assert legal("7S 3C", "9S") == {"7S", "3C"}
    assert legal("7S 8S", "9S") == {"8S"}


@pytest.mark.parametrize("lead", ["~R", "7H", "7S", "2H"])
def test_every_trump_follows_every_trump(lead: str) -> None:
    assert legal("7C ~B 3H AS", lead) == {"7C", "~B", "3H"}


def test_to_a_led_pair_a_pair_of_the_suit_is_played_if_there_is_one() -> None:
    assert legal("3C 3C KC AC AC 4S 4S", "9C 9C") == {"3C 3C", "AC AC"}
    assert legal("7C 7C 3H KH 4S", "9H 9H") == {"7C 7C"}


def test_without_a_pair_of_the_suit_any_two_cards_of_it_are_played() -> None:
    assert legal("3C KC AC 4S 4S", "9C 9C") == {"3C KC", "3C AC", "AC KC"}
    assert legal("7C 7S 3H 4S", "9H 9H") == {"7C 7S", "3H 7C", "3H 7S"}


def test_a_lone_card_of_the_suit_is_played_with_any_other_card() -> None:
    assert legal("KC 4S 4S ~R", "9C 9C") == {"KC 4S", "KC ~R"}


def test_without_a_card_of_the_suit_any_two_cards_are_played() -> None:
    assert legal("4S 4S ~R", "9C 9C") == {"4S 4S", "4S ~R"}


def two_that_follow(held: list[str], trumps: Trumps, led: str) -> set[tuple[str, str]]:
    """The same rule, said another way: of all pairs of cards those that follow with as many as they can."""
    suited = Counter(card for card in held if trumps.suit_of[card] == led)
    most = min(2, suited.total())
    plays = {two for two in combinations(held, 2) if sum(trumps.suit_of[card] == led for card in two) == most}
    return {(one, other) for one, other in plays if one == other} if max(suited.values(), default=0) == 2 else plays


@given(HANDS, st.sampled_from(FACES), ALL_TRUMPS)
def test_what_is_legal_to_a_pair_is_all_that_follows_as_far_as_it_can(
    held: list[str], led: str, trumps: Trumps
) -> None:
    found = trumps.legal(held, f"{led} {led}")
    assert {tuple(sorted(play.split(" "))) for play in found} == two_that_follow(held, trumps, trumps.suit_of[led])
    assert len(set(found)) == len(found) > 0


@given(HANDS, st.sampled_from(FACES), ALL_TRUMPS)
def test_what_is_legal_to_a_card_follows_if_it_can(held: list[str], led: str, trumps: Trumps) -> None:
    found = trumps.legal(held, led)
    follows = {card for card in held if trumps.suit_of[card] == trumps.suit_of[led]}
    assert set(found) == (follows or set(held))
    assert len(set(found)) == len(found)


@given(HANDS, ALL_TRUMPS)
def test_a_lead_wins_against_whatever_does_not_follow_and_is_no_trump(held: list[str], trumps: Trumps) -> None:
    lead, *others = held
    for card in others:
        if trumps.suit_of[card] not in (TRUMP, trumps.suit_of[lead]):
            assert trumps.strength(card, lead) == NEVER_WINS < trumps.strength(lead, lead)


@pytest.mark.parametrize(
    ("challenge", "king_rises", "challengers_rise"),
    [
        (0, 3, 0),
        (5, 2, 0),
        (40, 2, 0),
        (45, 1, 0),
        (75, 1, 0),
        (80, 0, 0),
        (115, 0, 0),
        (120, 0, 1),
        (155, 0, 1),
        (160, 0, 2),
        (195, 0, 2),
        (200, 0, 3),
        (240, 0, 3),
    ],
)
def test_how_far_the_sides_rise(challenge: int, king_rises: int, challengers_rise: int) -> None:
    assert rises(challenge) == (king_rises, challengers_rise)


def test_a_rank_is_2_and_the_score_shown_between_2_and_the_ace() -> None:
    assert [rank_of(score) for score in (-3, 0, 1, 8, 12, 13, 15)] == ["2", "2", "3", "T", "A", "A", "A"]
