"""The rules of hill from the first trick on, sentence by sentence: tricks, the teammate, scores, bad cards."""

from __future__ import annotations

import pytest
from fakes import Answer, FakeTable, Strategy, plan, played, random_player
from hill_talk import FIVE, Talk, a_match, deck, hands_of, hill, talk
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.cards import RANKS
from referee.game import find
from referee.games.hill import Hill
from referee.games.hill_cards import DECK, points, rises, trumps_of
from referee.games.hill_words import play_cards
from referee.match import Fault
from referee.steps import Ask


def tricks(rules: Hill, called: str, *answers: str) -> list[str]:
    """What is told of the tricks when twos and hearts are trumps, without the starts of tricks."""
    told = talk(rules.tricks(trumps_of("2", "H"), called), *answers).told
    return [line for line in told if not line.startswith("start trick")]


def test_the_king_leads_first_then_who_won_and_the_circle_is_kept() -> None:
    rules = hill("Cat", Ann="3S 4S", Bob="AS 5S", Cat="9S 6S", Dan="8S 7S", Eve="JS TS")
    told = talk(rules.tricks(trumps_of("2", "H"), "none"), "9S", "8S", "JS", "4S", "AS").told
    assert [line for line in told if "start" in line] == [
        "start trick 1 Cat Dan Eve Ann Bob",
        "start trick 2 Bob Cat Dan Eve Ann",
    ]


def test_a_trick_is_worth_the_points_in_it() -> None:
    rules = hill("Ann", Ann="KS", Bob="TS", Cat="5S", Dan="5H", Eve="3S")
    assert tricks(rules, "none")[-1] == "end trick 1 Dan 30"
    assert rules.points == {"Ann": 0, "Bob": 0, "Cat": 0, "Dan": 30, "Eve": 0}


def test_of_equal_cards_the_first_wins() -> None:
    rules = hill("Ann", Ann="9S", Bob="2S", Cat="2C", Dan="2S", Eve="AS")
    assert tricks(rules, "none")[-1] == "end trick 1 Bob 0"
    rules = hill("Ann", Ann="AS", Bob="AS", Cat="3C", Dan="4C", Eve="KS")
    assert tricks(rules, "none")[-1] == "end trick 1 Ann 10"


def test_of_equal_pairs_the_first_wins() -> None:
    rules = hill("Ann", Ann="9S 9S", Bob="2S 2S", Cat="2C 2C", Dan="AS KS", Eve="3C 4C")
    told = tricks(rules, "none", "9S 9S")
    assert told[1] == "played Bob 2S 2S"
    assert told[-1] == "end trick 1 Bob 10"


def test_a_pair_that_was_led_takes_two_cards_from_everybody() -> None:
    rules = hill("Ann", Ann="9S 9S", Bob="3S 4C", Cat="3C 4C", Dan="AS KS", Eve="~R ~B")
    assert tricks(rules, "none", "9S 9S") == [
        "played Ann 9S 9S",
        "played Bob 3S 4C",
        "played Cat 3C 4C",
        "played Dan AS KS",
        "played Eve ~B ~R",
        "end trick 1 Ann 10",
    ]


def test_the_cards_of_a_pair_may_be_said_in_any_order() -> None:
    assert play_cards.choose("~R ~B", ["3S ~B", "~B ~R"]) == "~B ~R"


# The teammate


def test_who_first_plays_the_called_card_joins_at_once() -> None:
    rules = hill("Ann", Ann="3S", Bob="AS", Cat="AS", Dan="4S", Eve="5S")
    told = tricks(rules, "AS")
    assert told[1:4] == ["played Bob AS", "joined Bob", "played Cat AS"]
    assert rules.side == ["Ann", "Bob"]


def test_the_second_copy_means_nothing_also_in_a_later_trick() -> None:
    rules = hill("Ann", Ann="3S 4C", Bob="AS 6C", Cat="6S AC", Dan="4S AS", Eve="5S KC")
    told = tricks(rules, "AS", "3S", "AS", "6S", "4S", "5S", "6C", "AC")
    assert [line for line in told if "joined" in line] == ["joined Bob"]
    assert rules.side == ["Ann", "Bob"]


def test_if_the_king_plays_the_called_card_first_nobody_joins() -> None:
    rules = hill("Ann", Ann="AS", Bob="AS", Cat="3S", Dan="4S", Eve="5S")
    assert not [line for line in tricks(rules, "AS") if "joined" in line]
    assert rules.side == ["Ann"]


def test_the_called_card_joins_also_as_half_of_what_is_played_to_a_pair() -> None:
    rules = hill("Ann", Ann="3S 3S", Bob="AS KS", Cat="4S 6S", Dan="4C 6C", Eve="5S 7S")
    assert tricks(rules, "AS", "3S 3S")[1:3] == ["played Bob AS KS", "joined Bob"]


@pytest.mark.parametrize("called", ["none", "~R"])
def test_if_none_is_called_or_nobody_has_the_card_the_king_is_alone(called: str) -> None:
    rules = hill("Ann", Ann="3S", Bob="AS", Cat="AS", Dan="4S", Eve="5S")
    assert not [line for line in tricks(rules, called) if "joined" in line]
    assert rules.side == ["Ann"]


# What a hand is worth


def reckoned(mate: str = "", last_winner: str = "Ann", buried: str = "3S", **won: int) -> tuple[Hill, Talk]:
    """The end of a hand in which Ann is the king."""
    rules = hill("Ann")
    rules.side = ["Ann", mate] if mate else ["Ann"]
    rules.buried, rules.points = buried.split(), {**dict.fromkeys(FIVE, 0), **won}
    return rules, talk(rules.reckon(last_winner))


def test_the_challengers_score_is_what_those_not_with_the_king_won() -> None:
    _, heard = reckoned(mate="Dan", Ann=50, Bob=5, Cat=20, Dan=100, Eve=25)
    assert heard.told == ["buried 3S", "challenge 50"]


def test_buried_points_count_twice_if_the_last_trick_is_the_challengers() -> None:
    _, heard = reckoned(mate="Dan", last_winner="Bob", buried="5S TC KC 3S", Cat=20)
    assert heard.told == ["buried 5S TC KC 3S", "challenge 70"]


@pytest.mark.parametrize("last_winner", ["Ann", "Dan"])
def test_buried_points_count_nothing_if_the_last_trick_is_the_kings_sides(last_winner: str) -> None:
    _, heard = reckoned(mate="Dan", last_winner=last_winner, buried="5S TC KC 3S", Cat=20)
    assert heard.told[-1] == "challenge 20"


@pytest.mark.parametrize(
    ("score", "king_rises", "challengers_rise"),
    [(0, 3, 0), (40, 2, 0), (75, 1, 0), (80, 0, 0), (120, 0, 1), (160, 0, 2), (200, 0, 3)],
)
def test_king_and_teammate_rise_together_or_all_challengers_do(
    score: int, king_rises: int, challengers_rise: int
) -> None:
    rules, _ = reckoned(mate="Dan", Bob=score)
    assert [rules.scores[player] for player in ("Ann", "Dan")] == [king_rises] * 2
    assert [rules.scores[player] for player in ("Bob", "Cat", "Eve")] == [challengers_rise] * 3


@pytest.mark.parametrize(("score", "mate", "king"), [(75, "Dan", "Dan"), (75, "", "Ann"), (80, "", "Bob")])
def test_below_80_the_teammate_is_the_next_king_or_else_the_same_one(score: int, mate: str, king: str) -> None:
    assert reckoned(mate=mate, Bob=score)[0].king == king


def test_from_80_on_the_next_in_seat_order_that_was_not_with_the_king_is_king() -> None:
    assert reckoned(mate="Dan", Bob=80)[0].king == "Bob"
    assert reckoned(mate="Bob", Cat=80)[0].king == "Cat"


def test_what_was_buried_the_score_and_the_levels_are_told_before_the_hand_ends() -> None:
    for hand in hands_of(a_match(hands=4)):
        closing = [line[0] for line in hand if line[0] != "end game"]
        assert closing[-5:] == ["end trick", "buried", "challenge", "levels", "end hand"]


def test_the_match_ends_after_so_many_hands() -> None:
    assert len(hands_of(a_match(hands=4))) == 4
    assert {option.name: option.default for option in find("hill").options} == {"hands": 10}


def test_the_match_ends_when_somebody_has_risen_past_the_ace_and_not_before() -> None:
    rules = Hill(FIVE, {"hands": 10})
    rules.scores["Eve"] = 12
    assert "start hand 1" in talk(rules.play()).told
    rules.scores["Eve"] = 13
    assert talk(rules.play()).told[1:] == ["end game " + " ".join(f"{n} {rules.scores[n]}" for n in FIVE)]


def test_a_score_is_the_levels_won() -> None:
    *_, (_, *levels), _, (_, *scores) = hands_of(a_match(hands=5))[-1]
    assert levels == [f"{name} {RANKS[int(score)]}" for name, score in (text.split(" ") for text in scores)]
    assert levels != [f"{name} 2" for name in FIVE]


# A bad card


def passes(ask: Ask) -> str:
    return "pass" if ask.query.key == "declare" else ask.legal[0]


def errs_at(key: str, answer: Answer = "XX") -> Strategy:
    """Declares when it may, so that it is king, and gives this answer to a question."""
    return lambda ask: answer if ask.query.key == key else ask.legal[0]


@pytest.mark.parametrize("answer", ["XX", "", Fault.SILENT, Fault.GONE, Fault.UNASKED, b"hello"])
@pytest.mark.parametrize("key", ["declare", "bury", "call", "card"])
def test_a_bad_card_at_any_question_costs_3_levels_and_ends_the_hand_at_once(key: str, answer: Answer) -> None:
    table = FakeTable(passes, Bob=errs_at(key, answer))
    match, _ = played(plan("hill", FIVE, hands=1), table)
    assert match.scores == {"Ann": 0, "Bob": -3, "Cat": 0, "Dan": 0, "Eve": 0}
    assert [line[0] for line in hands_of(table)[0]][-4:] == ["bad card", "levels", "end hand", "end game"]


def test_a_revoke_is_a_bad_card() -> None:
    rules = hill("Ann", Ann="3S", Bob="4S 5C", Cat="", Dan="", Eve="")
    steps = rules.trick(FIVE, trumps_of("2", "H"), "none")
    next(steps)
    steps.send("3S")
    question = next(steps)
    assert isinstance(question, Ask)
    assert question.legal == ["4S"]


def test_after_a_bad_card_of_another_the_same_player_is_king() -> None:
    rules = hill("Dan")
    assert talk(rules.hand(2), errs_at=("Eve", "card")).told[-2:] == [
        "levels Ann 2 Bob 2 Cat 2 Dan 2 Eve 2",
        "end hand 2",
    ]
    assert (rules.king, rules.scores["Eve"]) == ("Dan", -3)


@pytest.mark.parametrize("key", ["trump", "bury", "call", "card"])
def test_after_a_bad_card_of_the_king_the_next_seat_is_king(key: str) -> None:
    rules = hill("Eve")
    talk(rules.hand(2), deck=deck(), errs_at=("Eve", key))
    assert (rules.king, rules.scores["Eve"]) == ("Ann", -3)


def test_after_a_bad_card_before_there_is_a_king_the_next_hand_is_dealt_like_a_first_one() -> None:
    rules = hill()
    talk(rules.hand(1), deck=deck(Bob="2H"), errs_at=("Bob", "declare"))
    assert (rules.king, rules.rank) == ("", "2")


def test_a_declaration_alone_makes_nobody_king() -> None:
    rules = hill()
    told = talk(rules.hand(1), "H", deck=deck(Ann="2H 2H"), errs_at=("Ann", "declare")).told
    assert [line for line in told if line[:3] != "to "][3:] == [
        "declared Ann H 1",
        "levels Ann 2 Bob 2 Cat 2 Dan 2 Eve 2",
        "end hand 1",
    ]
    assert rules.king == ""


def test_a_hand_that_a_bad_card_ended_counts() -> None:
    assert len(hands_of(a_match(passes, hands=2, Bob=errs_at("card")))) == 2


def test_the_third_bad_card_retires() -> None:
    table = FakeTable(random_player(2), Bob=lambda _: "XX")
    match, _ = played(plan("hill", FIVE, hands=10, bad_cards=find("hill").bad_cards), table)
    assert [(one.player, one.score) for one in match.retirements] == [("Bob", -9)]


# What always holds


@given(st.integers(0, 10**6))
@settings(max_examples=15, deadline=None)
def test_all_108_cards_and_all_200_points_are_accounted_for(seed: int) -> None:
    for hand in hands_of(a_match(random_player(seed), str(seed), hands=2)):
        words = [(key, data) for key, *data in hand]
        seen = [card for key, data in words if key == "dealt" for card in data]
        seen += [card for key, data in words if key == "kitty" for card in data[0].split(" ")]
        gone = [card for key, data in words if key == "played" for card in data[1].split(" ")]
        [buried] = [data[0].split(" ") for key, data in words if key == "buried"]
        assert sorted(seen) == sorted(gone + buried) == sorted(DECK)
        assert sum(int(data[2]) for key, data in words if key == "end trick") + points(buried) == 200


@given(st.integers(0, 10**6))
@settings(max_examples=15, deadline=None)
def test_the_kings_side_rises_or_the_others_do_by_the_challengers_score(seed: int) -> None:
    for hand in hands_of(a_match(random_player(seed), str(seed), hands=3)):
        side = {data[0] for key, *data in hand if key in ("king", "joined")}
        [score] = [int(data[0]) for key, *data in hand if key == "challenge"]
        before, after = ([RANKS.index(level[-1]) for level in data] for key, *data in hand if key == "levels")
        risen = {name: new - old for name, old, new in zip(FIVE, before, after, strict=True)}
        assert risen == {name: rises(score)[name not in side] for name in FIVE}
