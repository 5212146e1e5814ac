"""The table of hill in a replay: what a player would look at, and nothing that a seat was not told."""

from __future__ import annotations

import pytest
from fakes import FakeTable, Strategy, plan, played, random_player
from hill_talk import FIVE, WORDS, a_match

from referee.game import View, find
from referee.games.hill_cards import trumps_of
from referee.games.hill_view import HillTable, in_suits
from referee.steps import Ask


def heard(table: FakeTable, seat: str = "", until: str = "") -> View:
    """The table after the first line with this key, or after all but the result; for a seat by what it was told."""
    view = find("hill").view(FIVE)
    for to, line in table.sent:
        word, values = WORDS.read(line)
        if word.type == "INFO" and word.key != "end game" and (not seat or to in ("*", seat)):
            view.hear(word.key, values, None if to == "*" else (to,))
            if word.key == until:
                break
    return view


def declares_and_errs(at: int) -> Strategy:
    asked = 0

    def answer(ask: Ask) -> str:
        nonlocal asked
        asked += 1
        return "XX" if asked == at else ask.legal[0]

    return answer


def a_table() -> HillTable:
    """Hand 3: Bob is king with sevens and hearts as trumps, has called the ace of spades, and leads."""
    view = HillTable(FIVE)
    view.hear("start hand", (3,), None)
    view.hear("levels", (tuple((player, "7" if player == "Bob" else "2") for player in FIVE),), None)
    view.hear("trump rank", ("7",), None)
    view.hear("king", ("Bob",), None)
    for card in ("7S", "AH", "KC", "~B"):
        view.hear("dealt", (card,), ("Bob",))
    view.hear("dealt", ("AS",), ("Cat",))
    view.hear("declared", ("Cat", "H", 2), None)
    view.hear("trump", ("H",), None)
    view.hear("kitty", (("TD", "3D"),), ("Bob",))
    view.hear("called", ("Bob", "AS"), None)
    view.hear("cards", (("AH", "7S", "KC", "3D"),), ("Bob",))
    view.hear("cards", (("AS",),), ("Cat",))
    view.hear("start trick", (1, ("Bob", "Cat", "Dan", "Eve", "Ann")), None)
    return view


def test_the_table_before_a_lead() -> None:
    assert a_table().lines() == [
        "hand 3, trick 1  rank  score  points  side  cards",
        "Ann                 2      0       0        ?",
        "Bob                 7      5       0  king  7S AH  KC  3D",
        "Cat                 2      0       0        AS",
        "Dan                 2      0       0        ?",
        "Eve                 2      0       0        ?",
        "",
        "trumps 7 and H; declared H by Cat, a pair; called AS",
        "buried ~B  TD (10 points)",
        "Bob to lead",
    ]


def test_the_table_in_a_trick_shows_teammate_lead_and_who_is_ahead() -> None:
    view = a_table()
    view.hear("played", ("Bob", "KC"), None)
    view.hear("played", ("Cat", "AS"), None)
    view.hear("joined", ("Cat",), None)
    view.hear("played", ("Dan", "2H"), None)
    lines = view.lines()
    assert lines[3] == "Cat                 2      0       0  mate"
    assert lines[4] == "Dan                 2      0       0        ? (gone: 2H)"
    assert lines[-1] == "Bob KC led, Cat AS, Dan 2H ahead, Eve to play"


def test_of_equal_plays_the_first_is_ahead() -> None:
    view = a_table()
    for player, card in (("Bob", "7S"), ("Cat", "AS"), ("Dan", "7C")):
        view.hear("played", (player, card), None)
    assert view.lines()[-1] == "Bob 7S led and ahead, Cat AS, Dan 7C, Eve to play"


def test_the_table_after_a_hand_shows_points_score_and_what_was_buried() -> None:
    view = a_table()
    view.hear("end trick", (1, "Dan", 45), None)
    view.hear("buried", (("TD", "~B"),), None)
    view.hear("challenge", (65,), None)
    lines = view.lines()
    assert lines[2] == "Bob                 8      6       0  king  7S AH  KC  3D"
    assert lines[4] == "Dan                 2      0      45        ?"
    assert lines[-2:] == ["buried ~B  TD (10 points)", "challengers' score 65"]


def test_a_bad_card_is_shown() -> None:
    view = a_table()
    view.hear("bad card", ("Dan", "floober"), None)
    assert view.scores["Dan"] == -3
    assert view.lines()[-1] == "bad card of Dan: floober"


def test_cards_are_shown_trumps_first_and_from_the_highest_down() -> None:
    held = ["2S", "AS", "7H", "7C", "3H", "AH", "~B", "~R", "KD"]
    assert in_suits(held, trumps_of("7", "H")) == "~R ~B 7H 7C AH 3H  AS 2S  KD"
    assert in_suits(held, None) == "AS 2S  7C  AH 7H 3H  KD  ~R ~B"


@pytest.mark.parametrize("errs_at", [0, 1, 9, 30])
def test_the_table_knows_the_scores_that_the_rules_know(errs_at: int) -> None:
    table = FakeTable(random_player(5), Bob=declares_and_errs(errs_at))
    match, _ = played(plan("hill", FIVE, hands=6), table)
    assert heard(table).scores == match.scores


def test_a_seat_sees_its_own_cards_and_of_the_buried_ones_nothing_before_the_end() -> None:
    table = a_match(hands=1)
    king = table.lines("king")[0].split("|")[3]
    for seat in FIVE:
        lines = heard(table, seat, until="end trick").lines()
        assert [line.split()[0] for line in lines[1:6] if "?" not in line] == [seat]
        assert any(line.startswith("buried") for line in lines) == (seat == king)
    assert any(line.startswith("buried") for line in heard(table, "Ann", until="buried").lines())


def test_who_hears_the_match_from_its_midst_on_knows_the_ranks() -> None:
    table = a_match(hands=5)
    starts = [n for n, (_, line) in enumerate(table.sent) if b"|start hand|" in line]
    late = FakeTable()
    late.sent = table.sent[starts[3] :]
    assert heard(late).scores == heard(table).scores
