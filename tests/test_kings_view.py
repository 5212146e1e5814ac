"""The table of kings shows what the words told, and no more."""

from __future__ import annotations

import random
import re

import pytest
from fakes import FOUR, FakeTable, plan, played, random_player, reply
from replays import text_of

from referee.games.kings import GAME, Kings, view
from referee.games.kings_view import KingsView, in_ranks
from referee.log import Transcript
from referee.match import Match, Reply
from referee.steps import Ask, Tell


class Watched:
    """A table of random players that err now and then; at every question all views are held to the rules."""

    def __init__(self, seed: int) -> None:
        self.player = random_player(seed)
        self.slips = random.Random(seed)
        self.views: dict[str | None, KingsView] = {seat: KingsView(FOUR, 5, 3) for seat in (None, *FOUR)}
        self.questions = 0
        self.rules: Kings

    def tell(self, tell: Tell) -> None:
        word, values = GAME.vocabulary.read(tell.line)
        for seat, its_view in self.views.items():
            if seat is None or tell.to is None or seat in tell.to:
                its_view.hear(word.key, values, tell.to if seat is None or tell.to is None else (seat,))

    def ask(self, ask: Ask, _menu: Tell | None) -> Reply:
        self.questions += 1
        for seat, its_view in self.views.items():
            self.holds(its_view, seat)
        return reply("XX" if self.slips.random() < 0.01 else self.player(ask), ask)

    def holds(self, its_view: KingsView, seat: str | None) -> None:
        rules = self.rules
        assert (its_view.kings, its_view.houses, its_view.scores) == (rules.kings, rules.houses, rules.scores)
        assert (its_view.stock, its_view.discarded) == (len(rules.stock), len(rules.discarded))
        for player, hand in rules.hands.items():
            assert len(its_view.hands[player]) == len(hand)
            if seat in (None, player):
                assert sorted(its_view.hands[player]) == sorted(hand)

    def start(self, player: str) -> None: ...

    def end(self, player: str) -> None: ...


@pytest.mark.parametrize("seed", range(3))
def test_piles_scores_stock_and_hands_are_what_they_are_at_every_question(seed: int) -> None:
    table = Watched(seed)
    match = Match(plan("kings", seed=str(seed), turns=150, idle=120, bad_cards=100), table, Transcript(lambda _: None))
    assert isinstance(match.rules, Kings)
    table.rules = match.rules
    match.play()
    assert table.questions > 200
    assert table.views[None].scores == match.scores


def told(*words: tuple[object, ...]) -> KingsView:
    table = KingsView(FOUR, 5, 3)
    table.hear("suits", (tuple(zip(FOUR, "HSDC", strict=True)),), None)
    for key, *values in words:
        table.hear(str(key), tuple(values), None)
    return table


def test_the_lines_show_scores_piles_with_their_worth_and_what_is_known_of_the_hands() -> None:
    table = told(("start turn", 1, "Ann"), ("placed", "Ann", "QB", "2"), ("placed", "Ann", "9H", "king"))
    table.hear("placed", ("Ann", "2S", "2"), None)
    table.hear("captured", ("Bob", ("7C", "4B")), None)
    assert table.lines()[:5] == [
        "turn 1, Ann    score  (stock 91, discarded 0)",
        "Ann H              1  king: 9H  hand: ? ?",
        "                      1: -  2: QB 2S (2)  3: -",
        "Bob S              0  king: -  hand: 4B 7C",
        "                      1: -  2: -  3: -",
    ]


def test_the_last_line_tells_the_attack_and_what_was_captured() -> None:
    table = told(("start turn", 1, "Ann"), ("attacked", "Ann", 2, "Dan", 1, 4, 1))
    assert table.lines()[-1] == "Ann attacks with pile 2 (4) pile 1 of Dan (1)"
    table.hear("captured", ("Ann", ("7C", "4B")), None)
    assert table.lines()[-1] == "Ann attacks with pile 2 (4) pile 1 of Dan (1); Ann captures 7C 4B"


def test_the_last_line_tells_a_bad_card_until_the_next_turn() -> None:
    table = told(("start turn", 1, "Ann"), ("bad card", "Ann", "floober"), ("end turn", 1, "Ann"))
    assert table.lines()[-1] == "bad card of Ann: floober"
    assert table.scores["Ann"] == -3
    table.hear("start turn", (2, "Bob"), None)
    assert "floober" not in table.lines()[-1]


def test_a_program_that_starts_in_the_midst_sees_the_piles_and_knows_no_stock() -> None:
    table = told(("start turn", 9, "Ann"), ("piles", "Bob", ("2S", "4S"), (), ("JB", "2B"), ()))
    assert "stock" not in table.lines()[0]
    assert table.scores["Bob"] == 2
    assert table.houses["Bob"] == [(), ("JB", "2B"), ()]


def test_cards_stand_from_the_lowest_rank_up_and_what_is_unknown_last() -> None:
    assert in_ranks(["?", "QB", "TD", "2B", "2S"]) == "2S 2B TD QB ?"
    assert in_ranks([]) == "-"


def test_a_replay_shows_the_table_at_each_turn_and_says_no_placing_twice() -> None:
    _, log = played(plan("kings", turns=3, idle=120), FakeTable())
    text = text_of(log)
    turns = re.findall(r"== hand (\d) ==\n  (turn \d, \w+) ", text)
    assert turns == [("1", "turn 1, Ann"), ("2", "turn 2, Bob"), ("3", "turn 3, Cat")]
    assert re.search(r"^    Ann  place     AS 1 ", text, re.MULTILINE)
    assert "placed" not in text


def test_the_table_of_the_game_knows_its_numbers() -> None:
    table = view(FOUR)
    table.hear("bad card", ("Ann", "XX"), None)
    assert table.scores == {"Ann": -3, "Bob": 0, "Cat": 0, "Dan": 0}
