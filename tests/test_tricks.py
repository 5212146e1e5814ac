"""The rules of tricks, sentence by sentence."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from fakes import FOUR, FakeTable, first_legal, plan, played, random_player
from hypothesis import given
from hypothesis import strategies as st

from referee.cards import PACK, RANKS, follow, strongest
from referee.match import Fault
from referee.steps import Ask

HANDS = st.lists(st.sampled_from(PACK), min_size=1, max_size=13, unique=True)


def fields(line: str) -> list[str]:
    return line.strip("|").split("|")[2:-1]


def table_of(seed: str = "7", target: int = 30, **of_players: object) -> FakeTable:
    table = FakeTable(random_player(1), **of_players)  # type: ignore[arg-type]
    played(plan(seed=seed, target=target), table)
    return table


def hands(table: FakeTable) -> list[dict[str, list[str]]]:
    """The cards dealt in each hand."""
    dealt: list[dict[str, list[str]]] = []
    for player, line in table.sent:
        key, *rest = line.decode().strip("|\n").split("|")[1:]
        if key == "start hand":
            dealt.append({})
        elif key == "cards":
            dealt[-1][player] = rest[0].split(" ")
    return dealt


def test_13_cards_are_dealt_to_each_of_the_4_players_from_a_shuffled_pack_of_52() -> None:
    for hand in hands(table_of()):
        assert [len(cards) for cards in hand.values()] == [13, 13, 13, 13]
        assert sorted(card for cards in hand.values() for card in cards) == sorted(PACK)


def test_seat_s_is_dealt_every_fourth_card_from_the_s_th_on() -> None:
    table = FakeTable()
    _, log = played(plan(target=1), table)
    deck = next(line for line in log.decode().splitlines() if line.startswith("~ deal 1 ")).split(" ")[4:]
    assert hands(table)[0] == {name: deck[seat::4] for seat, name in enumerate(FOUR)}


def test_nobody_is_told_the_cards_of_another() -> None:
    table = table_of()
    assert {player for player, line in table.sent if b"|cards|" in line} == set(FOUR)
    assert all(player != "*" for player, line in table.sent if b"|cards|" in line)


def test_the_first_player_of_a_hand_is_the_last_of_the_next() -> None:
    firsts = [fields(line)[1:] for line in table_of(target=100).lines("start trick") if fields(line)[0] == "1"]
    assert firsts[0] == list(FOUR)
    assert all(after == before[1:] + before[:1] for before, after in pairwise(firsts))


def test_the_winner_of_a_trick_leads_the_next_and_the_circle_is_kept() -> None:
    table = table_of()
    circle = list(FOUR) * 2
    winner = ""
    for line in table.lines():
        key = line.split("|")[2]
        if key == "start trick" and fields(line)[0] != "1":
            start = circle.index(winner)
            assert fields(line)[1:] == circle[start : start + 4]
        elif key == "end trick":
            winner = fields(line)[1]


@given(HANDS, st.sampled_from("SCHD"))
def test_a_player_must_follow_suit_if_it_can(hand: list[str], led: str) -> None:
    legal = follow(hand, led)
    of_suit = [card for card in hand if card[1] == led]
    assert legal == (of_suit or hand)


def test_the_leader_may_play_any_card() -> None:
    hand = list(PACK[::4])
    assert follow(hand, "") == hand


@given(st.lists(st.sampled_from(PACK), min_size=4, max_size=4, unique=True))
def test_the_highest_card_of_the_led_suit_wins(trick: list[str]) -> None:
    led = trick[0][1]
    assert strongest(trick, led)[1] == led
    assert all(RANKS.index(c[0]) <= RANKS.index(strongest(trick, led)[0]) for c in trick if c[1] == led)


def test_every_card_played_was_legal_and_each_trick_goes_to_its_strongest() -> None:
    table = table_of()
    trick: dict[str, str] = {}
    for line in table.lines():
        key = line.split("|")[2]
        if key == "played":
            player, card = fields(line)
            trick[card] = player
        elif key == "end trick":
            assert fields(line)[1:] == [trick[strongest(trick, next(iter(trick))[1])], "1"]
            trick = {}


def test_a_trick_counts_one_point_and_points_add_up_over_hands() -> None:
    table = FakeTable(random_player(1))
    match, _ = played(plan(target=60), table)
    won = Counter(fields(line)[1] for line in table.lines("end trick"))
    assert dict(match.scores) == dict(won)
    assert table.lines("end game") == ["|INFO|end game|" + "|".join(f"{n} {match.scores[n]}" for n in FOUR) + "|END|"]


def test_the_game_stops_as_soon_as_a_player_reaches_the_target() -> None:
    table = FakeTable(random_player(1))
    match, _ = played(plan(target=5), table)
    assert max(match.scores.values()) == 5
    keys = [line.split("|")[2] for line in table.lines()]
    assert keys[-3:] == ["end trick", "end hand", "end game"]


def test_the_next_hand_is_another_deal() -> None:
    dealt = hands(table_of(target=60))
    assert len(dealt) > 2
    assert all(before != after for before, after in pairwise(dealt))


def test_start_trick_comes_before_every_trick_also_the_first_of_a_new_deal_after_a_bad_card() -> None:
    def bad_once(ask: Ask) -> str:
        return "XX" if not table.lines("bad card") else ask.legal[0]

    table = FakeTable(Ann=bad_once)
    played(plan(target=20), table)
    keys = [line.split("|")[2] for line in table.lines()]
    after = keys[keys.index("bad card") :]
    assert after[:8] == ["bad card", "end hand", "start hand", "cards", "cards", "cards", "cards", "start trick"]


@pytest.mark.parametrize("bad", ["XX", "6h", "", "2S 3S", Fault.SILENT, Fault.GONE, Fault.UNASKED, b"hello"])
def test_a_bad_card_costs_100_points_and_ends_the_hand_at_once(bad: str | bytes | Fault) -> None:
    asked = 0

    def bad_in_the_third_trick(ask: Ask) -> str | bytes | Fault:
        nonlocal asked
        asked += 1
        return bad if asked == 3 else ask.legal[0]

    table = FakeTable(Bob=bad_in_the_third_trick)
    match, _ = played(plan(target=40), table)
    first_hand = table.lines()[: table.lines().index("|INFO|end hand|1|END|")]
    won = Counter(fields(line)[1] for line in first_hand if "|end trick|" in line)
    all_won = Counter(fields(line)[1] for line in table.lines("end trick"))
    assert won.total() == 2
    assert match.scores["Bob"] == all_won["Bob"] - 100


def test_a_revoke_is_a_bad_card() -> None:
    def revokes(ask: Ask) -> str:
        others = [card for card in hand if card not in ask.legal]
        return others[0] if others else ask.legal[0]

    table = FakeTable(Dan=revokes)
    hand = list(PACK)
    match, _ = played(plan(target=5), table)
    assert match.records["Dan"].bad_cards["illegal"] > 0


def test_a_hand_that_a_bad_card_ended_counts_so_the_order_rotates() -> None:
    table = FakeTable(lambda ask: "XX" if len(table.lines("bad card")) < 3 else first_legal(ask))
    played(plan(target=13), table)
    leaders = [fields(line)[1] for line in table.lines("start trick") if fields(line)[0] == "1"]
    assert leaders[:4] == list(FOUR)
    assert [fields(line)[0] for line in table.lines("start hand")][:4] == ["1", "2", "3", "4"]


def test_the_words_are_those_of_the_seed_and_no_other() -> None:
    table = FakeTable(random_player(3), Ann=lambda _: "XX")
    played(plan(target=100, bad_cards=3), table)
    assert {line.split("|")[1] + " " + line.split("|")[2] for line in table.lines()} == {
        "INFO start game",
        "INFO end game",
        "INFO cards",
        "INFO start hand",
        "INFO end hand",
        "INFO start trick",
        "INFO end trick",
        "INFO played",
        "INFO bad card",
        "QUERY card",
    }
