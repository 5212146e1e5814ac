"""The rules of dalmuti: what a hand gives, how the next one begins, what a bad card costs, and who is told what."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from dalmuti_talk import BOTH_JESTERS, FIVE, NAMES, TABLES, a_match, dealing, fields, hands, one_hand, text
from fakes import Answer, FakeTable, first_legal, plan, played, random_player
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.chance import draw
from referee.games.dalmuti import GAME, Dalmuti
from referee.games.dalmuti_sets import DECK, in_order
from referee.match import Fault
from referee.steps import Ask, Chance, Tell


def test_the_cards_of_a_set_may_be_said_in_any_order() -> None:
    def jester_first(ask: Ask) -> str:
        mixed = [cards for cards in ask.legal if cards.endswith(" 13")]
        return " ".join(reversed(mixed[0].split())) if mixed else ask.legal[0]

    table = FakeTable(jester_first)
    match, _ = played(plan("dalmuti", FIVE, hands=4), table)
    assert not table.lines("bad card")
    assert any(" 13|" in line for line in table.lines("played"))
    assert sum(match.scores.values()) == 40


# Scores and the next hand.


@given(TABLES, st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_the_players_rank_in_the_next_hand_as_they_went_out_of_this_one(players: tuple[str, ...], seed: int) -> None:
    table = FakeTable(random_player(seed))
    played(plan("dalmuti", players, seed=str(seed), hands=3), table)
    for hand, following in pairwise(hands(table)):
        assert [int(place) for _, place in hand["went out"]] == list(range(1, len(players) + 1))
        assert following["ranks"][0] == [player for player, _ in hand["went out"]]


@given(TABLES, st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_each_hand_gives_the_players_behind_one_as_points(players: tuple[str, ...], seed: int) -> None:
    table = FakeTable(random_player(seed))
    match, _ = played(plan("dalmuti", players, seed=str(seed), hands=3), table)
    points: Counter[str] = Counter()
    for hand in hands(table):
        points.update({player: len(players) - int(place) for player, place in hand["went out"]})
        assert hand["scores"] == [[f"{player} {points[player]}" for player in players]], "in the order of the seats"
    assert match.scores == points


@given(TABLES, st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_no_card_is_lost_or_doubled(players: tuple[str, ...], seed: int) -> None:
    match = Dalmuti(players, {"hands": 2})
    chance, steps, gone = random.Random(seed), match.play(), Counter[str]()
    step: Any = next(steps)
    while not (isinstance(step, Tell) and text(step).startswith("end game")):
        answer: Any = None
        if isinstance(step, Ask):
            answer = chance.choice(list(step.legal))
        elif isinstance(step, Chance):
            answer = draw(str(seed), step)
        elif isinstance(step, Tell) and text(step).startswith("start hand"):
            gone.clear()
        elif isinstance(step, Tell) and text(step).startswith("played "):
            gone.update(text(step).split(" ")[2:])
        if isinstance(step, Ask):
            left = [card for hand in match.hands.values() for card in in_order(hand)]
            assert gone + Counter(left) == Counter(DECK)
        step = steps.send(answer)


def test_scores_are_told_before_every_end_of_a_hand() -> None:
    table = FakeTable(random_player(1), Bob=lambda ask: "XX" if len(table.lines("start hand")) == 2 else ask.legal[0])
    played(plan("dalmuti", FIVE, hands=3), table)
    told = [line.split("|")[2] for line in table.lines()]
    assert [told[place - 1] for place, key in enumerate(told) if key == "end hand"] == ["scores"] * 3


@pytest.mark.parametrize("count", [1, 3, 10])
def test_a_match_has_ten_hands_unless_another_number_is_set(count: int) -> None:
    table = FakeTable()
    played(plan("dalmuti", FIVE, hands=count), table)
    assert [fields(line)[0] for line in table.lines("end hand")] == [str(n) for n in range(1, count + 1)]
    assert [(option.name, option.default) for option in GAME.options] == [("hands", 10)]


def test_the_next_hand_is_another_deal() -> None:
    table = FakeTable()
    played(plan("dalmuti", FIVE, hands=4), table)
    first_told = [hand["cards"][:5] for hand in hands(table)]
    assert all(before != after for before, after in pairwise(first_told))


# Bad cards.


@pytest.mark.parametrize(
    "bad", ["XX", "pass", "1 2", "13 13 13", "", Fault.SILENT, Fault.GONE, Fault.UNASKED, b"hello"], ids=repr
)
@pytest.mark.parametrize(("count", "cost"), [(5, 8), (6, 10), (7, 12), (8, 14)])
def test_a_bad_card_costs_twice_the_points_of_a_won_hand(count: int, cost: int, bad: Answer) -> None:
    table = FakeTable(lambda ask: bad if ask.query.key == "play" and ask.legal[-1] != "pass" else first_legal(ask))
    match, _ = played(plan("dalmuti", NAMES[:count], hands=1), table)
    assert sorted(match.scores.values()) == [-cost] + [0] * (count - 1)


@pytest.mark.parametrize(
    ("script", "deal"),
    [
        (["Cat bad"], ("", "", BOTH_JESTERS)),
        (["Ann bad"], ()),
        (["Ann 12 12", "Bob bad"], ("12 12",)),
        (["Ann 12 12", "Bob 12", "Ann bad"], ("12 12", "12")),
        (["Ann 12 12", "Bob 12", "Ann 12", "Bob bad"], ("12 12 12", "12 11")),
    ],
    ids=["revolution", "tax of the first", "tax of the second", "lead", "top"],
)
def test_a_bad_card_ends_the_hand_at_once_whatever_was_asked(script: list[str], deal: tuple[str, ...]) -> None:
    match = a_match()
    offender = script[-1].split(" ")[0]
    told = one_hand(match, *script, deal=dealing(*deal))
    ended = ["scores " + " ".join(f"{player} {-8 * (player == offender)}" for player in FIVE), "end hand 1"]
    assert told[-2:] == ended
    assert not [line for line in told if line.startswith("end round")]
    assert match.scores == {player: -8 * (player == offender) for player in FIVE}


def test_the_offender_goes_to_the_last_rank_and_those_below_it_move_up() -> None:
    match = a_match()
    one_hand(match, "Ann 12 12", "Bob bad", deal=dealing("12 12"))
    assert match.ranks == ("Ann", "Cat", "Dan", "Eve", "Bob")


def test_after_a_greater_revolution_it_is_the_turned_order_that_stands() -> None:
    match = a_match()
    one_hand(match, "Eve yes", "Eve bad", deal=dealing("", "", "", "", BOTH_JESTERS))
    assert match.ranks == ("Dan", "Cat", "Bob", "Ann", "Eve")


def test_a_hand_that_a_bad_card_ended_gives_no_points_also_to_those_that_are_out() -> None:
    def bad_when_one_is_out(ask: Ask) -> str:
        return "XX" if len(table.lines("went out")) == 1 else ask.legal[0]

    table = FakeTable(bad_when_one_is_out)
    match, _ = played(plan("dalmuti", FIVE, hands=1), table)
    assert sorted(match.scores.values()) == [-8, 0, 0, 0, 0]
    assert not [line for line in table.lines("went out") if fields(line)[1] != "1"]


def test_it_counts_as_a_hand_and_is_dealt_anew() -> None:
    table = FakeTable(lambda ask: "XX" if len(table.lines("start hand")) == 1 else ask.legal[0])
    played(plan("dalmuti", FIVE, hands=2), table)
    first, second = hands(table)
    assert (len(first["bad card"]), first["end hand"], second["end hand"]) == (1, [["1"]], [["2"]])
    assert first["cards"] != second["cards"][:5]
    offender = first["bad card"][0][0]
    assert second["ranks"][0] == [*(player for player in first["ranks"][0] if player != offender), offender]


def test_three_bad_cards_retire_a_player_whose_score_holds_their_whole_cost() -> None:
    assert GAME.bad_cards == 3
    table = FakeTable(first_legal, Cat=lambda _: "XX")
    match, _ = played(plan("dalmuti", FIVE, hands=6, bad_cards=3), table)
    assert [(one.player, one.score) for one in match.retirements] == [("Cat", -24)]
    assert len(table.lines("end hand")) == 6


def test_a_fresh_program_is_told_the_game_the_hand_and_the_ranks() -> None:
    table = FakeTable(first_legal, Bob=lambda ask: Fault.GONE if not table.lines("bad card") else ask.legal[0])
    played(plan("dalmuti", FIVE, hands=2), table)
    assert table.program_changes == [("end", "Bob"), ("start", "Bob")]
    last = [line.decode().split("|")[2] for player, line in table.sent if player in ("*", "Bob")]
    again = len(last) - 1 - last[::-1].index("start game")
    assert last[again:][:4] == ["start game", "start hand", "ranks", "cards"]


# Secrets.


@given(TABLES, st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_only_those_concerned_hear_of_cards_and_taxes(players: tuple[str, ...], seed: int) -> None:
    table = FakeTable(random_player(seed))
    played(plan("dalmuti", players, seed=str(seed), hands=2), table)
    for player, line in table.sent:
        key = line.decode().split("|")[2]
        if key == "cards":
            assert player in players
        elif key == "taxed":
            assert player in line.decode().split("|")[3:5]
