"""The rules of dalmuti, sentence by sentence, up to when all are out."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from dalmuti_talk import BOTH_JESTERS, FIVE, NAMES, a_match, dealing, heard, holding, one_hand, one_round
from fakes import FakeTable, plan, played, random_player

from referee.chance import draw
from referee.games.dalmuti import GAME, Dalmuti, call_revolution
from referee.games.dalmuti_sets import DECK, held
from referee.steps import Ask, Chance, Steps

# The cards and the first ranks.


def test_there_are_80_cards_of_each_number_as_many_as_it_says_and_two_jesters() -> None:
    assert Counter(DECK) == {**{str(number): number for number in range(1, 13)}, "13": 2}
    assert len(DECK) == 80


@pytest.mark.parametrize("count", [5, 6, 7, 8])
def test_5_to_8_can_play(count: int) -> None:
    assert count in GAME.seats
    match, _ = played(plan("dalmuti", NAMES[:count], hands=2), FakeTable(random_player(count)))
    assert sum(match.scores.values()) == 2 * sum(range(count))


@pytest.mark.parametrize("count", [4, 9])
def test_fewer_or_more_cannot(count: int) -> None:
    assert count not in GAME.seats


def first_ranks(*draws: str) -> tuple[list[str], list[Chance]]:
    """What is told of draws that go so, group by group, the ranks last; and what was drawn from."""
    match, chances = Dalmuti(FIVE, {"hands": 1}), []

    def drawn(chance: Chance) -> tuple[str, ...]:
        chances.append(chance)
        return tuple(draws[chance.index].split())

    def steps() -> Steps[None]:
        match.ranks = yield from match.first_ranks()

    return [*heard(steps(), chance=drawn), " ".join(match.ranks)], chances


def test_each_player_draws_a_card_in_seat_order_and_the_lower_number_ranks_higher() -> None:
    told, chances = first_ranks("10 2 13 1 7")
    assert told == ["drew Ann 10", "drew Bob 2", "drew Cat 13", "drew Dan 1", "drew Eve 7", "Dan Bob Eve Ann Cat"]
    assert chances == [Chance("draw", DECK, 0, 0, take=5)]


def test_those_that_tie_draw_again_among_themselves() -> None:
    told, _ = first_ranks("5 9 5 5 12", "3 8 1")
    assert told[5:] == ["drew Ann 3", "drew Cat 8", "drew Dan 1", "Dan Ann Cat Bob Eve"]


def test_of_several_ties_the_best_numbers_is_settled_before_the_next_draws() -> None:
    told, _ = first_ranks("5 9 5 9 12", "4 4", "6 2", "11 10")
    redraws = ["drew Ann 4", "drew Cat 4", "drew Ann 6", "drew Cat 2", "drew Bob 11", "drew Dan 10"]
    assert told[5:] == [*redraws, "Cat Ann Dan Bob Eve"]


def test_no_drawn_card_is_put_back() -> None:
    _, chances = first_ranks("5 9 5 9 12", "4 4", "6 2", "11 10")
    for earlier, later in pairwise(chances):
        assert len(later.options) == len(earlier.options) - (earlier.take or 0)
    assert Counter(DECK) - Counter(chances[-1].options) == Counter(["5", "9", "5", "9", "12", "4", "4", "6", "2"])


# The deal.


@pytest.mark.parametrize(
    ("count", "sizes"),
    [
        (5, [16, 16, 16, 16, 16]),
        (6, [14, 14, 13, 13, 13, 13]),
        (7, [12, 12, 12, 11, 11, 11, 11]),
        (8, [10] * 8),
    ],
)
def test_all_80_cards_are_dealt_one_by_one_from_the_greatest_down(count: int, sizes: list[int]) -> None:
    ranked = NAMES[:count][::-1]
    match = a_match(ranked)
    deck = draw("7", Chance("deal", DECK, 1))
    steps = match.hand(1)
    step: Any = next(steps)
    while not isinstance(step, Ask):
        step = steps.send(deck if isinstance(step, Chance) else None)
    assert [sum(match.hands[player]) for player in ranked] == sizes
    assert [match.hands[player] for player in ranked] == [held(deck[rank::count]) for rank in range(count)]


def test_each_player_is_told_its_own_cards_alone_after_the_ranks() -> None:
    told = one_hand(a_match(), "Ann bad", deal=dealing())
    assert told[:2] == ["start hand 1", "ranks Ann Bob Cat Dan Eve"]
    assert [line.split(" ")[:2] for line in told[2:7]] == [[f"{player}:", "cards"] for player in FIVE]


def test_the_deal_of_a_hand_depends_on_the_seed_and_its_number_alone_and_goes_to_ranks() -> None:
    dealt = []
    for names, seed in ((FIVE, 1), (FIVE[::-1], 2)):
        table = FakeTable(random_player(seed))
        played(plan("dalmuti", names, hands=3), table)
        table_lines = [line.split("|")[1:-2] for line in table.lines()]
        places = [place for place, line in enumerate(table_lines) if line[1] == "ranks"]
        dealt.append([[line[2] for line in table_lines[place + 1 : place + 6]] for place in places])
    assert dealt[0] == dealt[1]
    assert len(dealt[0]) >= 3


# Revolution.


def test_who_is_dealt_both_jesters_may_call_a_revolution_and_then_there_is_no_tax() -> None:
    told = one_hand(a_match(), "Cat yes", "Ann bad", deal=dealing("", "", BOTH_JESTERS))
    assert told[7:9] == ["revolution Cat", "start round 1 Ann Bob Cat Dan Eve"]
    assert [line for line in told if line.startswith("ranks")] == told[1:2]


def test_no_is_told_to_nobody() -> None:
    told = one_hand(a_match(), "Cat no", "Ann 12 12", "Bob bad", deal=dealing("12 12", "", BOTH_JESTERS))
    assert not [line for line in told if "revolution" in line]


def test_nobody_is_asked_where_the_jesters_are_apart() -> None:
    one_hand(a_match(), "Ann bad", deal=dealing("13", "13"))


def test_that_the_question_is_put_is_a_secret() -> None:
    assert call_revolution.quiet


def test_if_the_last_in_rank_calls_it_the_whole_order_turns_round() -> None:
    told = one_hand(a_match(), "Eve yes", "Eve bad", deal=dealing("", "", "", "", BOTH_JESTERS))
    assert told[7:10] == ["revolution Eve", "ranks Eve Dan Cat Bob Ann", "start round 1 Eve Dan Cat Bob Ann"]


# Tax.


def test_the_first_gives_two_cards_of_its_choice_and_the_last_its_two_best() -> None:
    match = holding(Ann="7 8 8 12", Bob="5 12", Cat="6", Dan="2 9", Eve="4 3 3 10")
    told = heard(match.tax(), "Ann 7 12", "Bob 12")
    assert told[0] == "Eve,Ann: taxed Eve Ann 3 3"
    assert told[1] == "Ann,Eve: taxed Ann Eve 7 12"


def test_the_second_exchanges_one_card_for_the_best_of_the_last_but_one() -> None:
    match = holding(Ann="7 8 8 12", Bob="5 12", Cat="6", Dan="2 9", Eve="4 3 3 10")
    told = heard(match.tax(), "Ann 7 12", "Bob 5")
    assert told[2:4] == ["Dan,Bob: taxed Dan Bob 2", "Bob,Dan: taxed Bob Dan 5"]


def test_then_each_of_the_four_is_told_its_cards_again_in_rank_order() -> None:
    match = holding(Ann="7 8 8 12", Bob="5 12", Cat="6", Dan="2 9", Eve="4 3 3 10")
    told = heard(match.tax(), "Ann 7 12", "Bob 12")
    assert told[4:] == ["Ann: cards 3 3 8 8", "Bob: cards 2 5", "Dan: cards 9 12", "Eve: cards 4 7 10 12"]


def test_the_exchange_is_simultaneous_so_nothing_just_received_is_given_back() -> None:
    match = holding(Ann="1 1 12", Bob="1 12", Cat="6", Dan="5 9", Eve="8 9 10")
    told = heard(match.tax(), "Ann 1 1", "Bob 1")
    assert [line for line in told if "taxed" in line] == [
        "Eve,Ann: taxed Eve Ann 8 9",
        "Ann,Eve: taxed Ann Eve 1 1",
        "Dan,Bob: taxed Dan Bob 5",
        "Bob,Dan: taxed Bob Dan 1",
    ]


def test_first_and_second_choose_before_they_see_what_they_get() -> None:
    steps = holding(Ann="7 8", Bob="5 12", Cat="6", Dan="2 9", Eve="4 3").tax()
    asks = [next(steps), steps.send("7 8")]
    assert [(ask.player, list(ask.legal)) for ask in asks if isinstance(ask, Ask)] == [
        ("Ann", ["7 8"]),
        ("Bob", ["12", "5"]),
    ]


def test_the_hand_is_played_with_what_the_tax_left() -> None:
    deal = dealing("12 12", "12", "", "", "1 2")
    told = one_hand(a_match(), "Ann 12 12", "Bob 12", "Ann 1", "Ann bad", deal=deal)
    assert "played Ann 1" in told


# Rounds.


def test_each_in_turn_tops_or_passes_and_who_passes_is_out_for_the_round() -> None:
    match = holding(Ann="12 12 3", Bob="11 11 9", Cat="10 10 8 8", Dan="9 9 7", Eve="6 6 5")
    assert one_round(match, "Ann 12 12", "Bob 11 11", "Cat pass", "Dan pass", "Eve 6 6") == [
        "played Ann 12 12",
        "played Bob 11 11",
        "passed Cat",
        "passed Dan",
        "played Eve 6 6",
        "passed Ann",
        "passed Bob",
    ]


def test_who_cannot_top_passes_without_being_asked_and_that_is_told_too() -> None:
    match = holding(Ann="5 5 9", Bob="4 4 6", Cat="3 7 7", Dan="2 2 8", Eve="10 10 10")
    told = one_round(match, "Ann 5 5", "Bob 4 4", "Dan pass")
    assert told[2:] == ["passed Cat", "passed Dan", "passed Eve", "passed Ann"]


def test_the_leader_is_asked_also_where_it_has_one_card_left() -> None:
    match = holding(Ann="12", Bob="12 12", Cat="12 12", Dan="12 12", Eve="12 12")
    assert one_round(match, "Ann 12")[:2] == ["played Ann 12", "went out Ann 1"]


def test_a_round_goes_on_round_after_round_until_nobody_tops() -> None:
    match = holding(Ann="12 12 8 3", Bob="10 7 5", Cat="13 13", Dan="12", Eve="12")
    told = one_round(match, "Ann 12", "Bob 10", "Ann 8", "Bob 7", "Ann 3")
    assert told[-2:] == ["played Ann 3", "passed Bob"]
    assert told.count("passed Cat") == told.count("passed Dan") == told.count("passed Eve") == 1


def test_who_played_last_leads_the_next_round() -> None:
    match = holding(Ann="12 12", Bob="11 9 9", Cat="12 12", Dan="12 12", Eve="12 12")
    told = heard(match.rounds(), "Ann 12", "Bob 11", "Bob 9 9", "Cat 12 12", "Dan 12 12", "Eve 12 12")
    assert told[told.index("end round 1 Bob") + 1] == "start round 2 Bob Cat Dan Eve Ann"


def test_a_round_names_those_that_hold_cards_in_the_order_of_play() -> None:
    match = holding(Ann="12", Bob="11 9", Cat="10 10", Dan="9 9", Eve="12 12")
    told = heard(match.rounds(), "Ann 12", "Bob 11", "Cat pass", "Dan pass", "Bob 9", "Cat 10 10", "Dan 9 9")
    assert [line for line in told if line.startswith("start round")] == [
        "start round 1 Ann Bob Cat Dan Eve",
        "start round 2 Bob Cat Dan Eve",
        "start round 3 Cat Dan Eve",
    ]


# Going out.


def test_if_nobody_tops_the_last_play_of_who_went_out_the_lead_goes_to_the_next_in_rank() -> None:
    match = holding(Ann="9", Bob="12", Cat="12 12", Dan="12 12", Eve="12 12")
    match.ranks = ("Ann", "Cat", "Bob", "Dan", "Eve")
    told = heard(match.rounds(), "Ann 9", "Cat 12 12", "Bob 12", "Dan 12 12")
    assert told[: told.index("end round 1 Ann") + 2] == [
        "start round 1 Ann Cat Bob Dan Eve",
        "played Ann 9",
        "went out Ann 1",
        "passed Cat",
        "passed Bob",
        "passed Dan",
        "passed Eve",
        "end round 1 Ann",
        "start round 2 Cat Bob Dan Eve",
    ]


def test_the_lead_goes_round_from_the_last_in_rank_to_the_first_that_is_not_out() -> None:
    match = holding(Ann="8", Bob="12 12 2", Cat="12 12", Dan="12 12", Eve="1")
    told = heard(match.rounds(), "Ann 8", "Bob pass", "Eve 1", "Bob 12 12", "Bob 2", "Cat 12 12")
    assert told[told.index("end round 1 Eve") + 1] == "start round 2 Bob Cat Dan"


def test_the_last_play_of_who_went_out_can_be_topped() -> None:
    match = holding(Ann="9", Bob="8 12", Cat="12 12", Dan="12 12", Eve="12 12")
    told = heard(match.rounds(), "Ann 9", "Bob 8", "Bob 12", "Cat 12 12", "Dan 12 12")
    assert told[told.index("went out Ann 1") + 1] == "played Bob 8"
    assert "end round 1 Bob" in told


def test_when_one_player_is_left_with_cards_the_round_ends_and_it_goes_out_last() -> None:
    match = holding(Ann="9", Bob="8", Cat="7", Dan="6", Eve="5 5")
    assert heard(match.rounds(), "Ann 9", "Bob 8", "Cat 7", "Dan 6")[-4:] == [
        "played Dan 6",
        "went out Dan 4",
        "end round 1 Dan",
        "went out Eve 5",
    ]
