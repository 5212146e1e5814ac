"""The table of dalmuti in a replay is what the rules have, as far as the words told it."""

from __future__ import annotations

import random
from typing import Any

from dalmuti_talk import FIVE, TABLES
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.chance import draw
from referee.games.dalmuti import GAME, Dalmuti, play_set
from referee.games.dalmuti_sets import in_order
from referee.games.dalmuti_view import DalmutiTable
from referee.steps import Ask, BadCard, Chance, Tell

SEEDS = st.integers(0, 10**6)


class Watched:
    """A match that random players play, one in a hundred answers bad, and a view that hears it as `seat` does."""

    def __init__(self, players: tuple[str, ...], seed: int, seat: str | None = None) -> None:
        self.rules = Dalmuti(players, {"hands": 3})
        self.view = DalmutiTable(players)
        self.seat = seat
        self.seed = str(seed)
        self.chance = random.Random(seed)
        self.steps = self.rules.play()
        self.step: Any = next(self.steps)

    def to_the_next_question(self) -> Ask | None:
        """None at the end."""
        try:
            self._answer()
            while not isinstance(self.step, Ask):
                self._pass_on(self.step)
        except StopIteration:
            return None
        return self.step

    def _answer(self) -> None:
        ask = self.step
        if isinstance(ask, Ask):
            is_bad = self.chance.random() < 0.01
            bad = BadCard(ask.player)
            self.step = self.steps.throw(bad) if is_bad else self.steps.send(self.chance.choice(list(ask.legal)))

    def _pass_on(self, step: Any) -> None:
        if isinstance(step, Tell) and (self.seat is None or step.to is None or self.seat in step.to):
            word, values = GAME.vocabulary.read(step.line)
            self.view.hear(word.key, values, step.to if self.seat is None else step.to and (self.seat,))
        self.step = self.steps.send(draw(self.seed, step) if isinstance(step, Chance) else None)


@given(TABLES, SEEDS)
@settings(max_examples=20, deadline=None)
def test_who_sees_all_sees_at_each_question_what_everybody_holds(players: tuple[str, ...], seed: int) -> None:
    match = Watched(players, seed)
    while match.to_the_next_question():
        assert match.view.ranks == match.rules.ranks
        for player, hand in match.rules.hands.items():
            assert sorted(match.view.hands[player], key=int) == list(in_order(hand))
            assert match.view.left[player] == sum(hand)
    assert match.view.scores == match.rules.scores


@given(TABLES, SEEDS)
@settings(max_examples=20, deadline=None)
def test_a_seat_knows_its_own_cards_and_how_many_the_others_hold(players: tuple[str, ...], seed: int) -> None:
    match = Watched(players, seed, seat="Cat")
    while match.to_the_next_question():
        assert set(match.view.hands) == {"Cat"}
        assert sorted(match.view.hands["Cat"], key=int) == list(in_order(match.rules.hands["Cat"]))
        assert match.view.left == {player: sum(hand) for player, hand in match.rules.hands.items()}
    assert match.view.scores == match.rules.scores


@given(TABLES, SEEDS)
@settings(max_examples=20, deadline=None)
def test_the_table_says_who_is_to_lead_or_play(players: tuple[str, ...], seed: int) -> None:
    match = Watched(players, seed)
    while ask := match.to_the_next_question():
        if ask.query is play_set:
            verb = "play" if ask.legal[-1] == "pass" else "lead"
            assert match.view.lines()[-1] == f"{ask.player} to {verb}"


def a_table(*words: tuple[str, tuple[Any, ...], tuple[str, ...] | None]) -> list[str]:
    view = DalmutiTable(FIVE)
    for key, values, to in words:
        view.hear(key, values, to)
    return view.lines()


def test_before_the_first_hand_the_table_shows_what_was_drawn() -> None:
    assert a_table(("drew", ("Ann", "12"), None), ("drew", ("Bob", "12"), None), ("drew", ("Ann", "3"), None)) == [
        "     score  place  left  round      cards",
        "Ann      0               drew 12 3  ?",
        "Bob      0               drew 12    ?",
        "Cat      0                          ?",
        "Dan      0                          ?",
        "Eve      0                          ?",
    ]


BEGUN = [
    ("start hand", (2,), None),
    ("ranks", (("Eve", "Dan", "Cat", "Bob", "Ann"),), None),
    ("cards", (("2", "10", "11"),), ("Cat",)),
    ("taxed", ("Ann", "Eve", ("1", "2")), ("Ann", "Eve")),
    ("start round", (1, ("Eve", "Dan", "Cat", "Bob", "Ann")), None),
    ("played", ("Eve", ("12", "12")), None),
    ("passed", ("Dan",), None),
]


def test_the_table_shows_ranks_hands_tax_and_the_last_deed_of_each_player_in_the_round() -> None:
    assert a_table(*BEGUN) == [
        "hand 2, round 1  score  place  left  round        cards",
        "1 Eve                0           14  12 12 ahead  ? (gone: 12 12)",
        "2 Dan                0           16  passed       ?",
        "3 Cat                0           16               2 10 11",
        "4 Bob                0           16               ?",
        "5 Ann                0           16               ?",
        "",
        "Ann gave Eve 1 2",
        "Cat to play",
    ]


def test_the_table_shows_who_won_the_round_and_who_is_out() -> None:
    told = [("went out", ("Eve", 1), None), ("end round", (1, "Eve"), None)]
    lines = a_table(*BEGUN, *told)
    assert lines[1] == "1 Eve                0      1    14  12 12 won  ? (gone: 12 12)"
    assert lines[-1] == "Ann gave Eve 1 2"


def test_a_bad_card_ends_the_play_and_shows_what_it_cost() -> None:
    lines = a_table(*BEGUN, ("bad card", ("Cat", "floober"), None))
    assert lines[3].split()[:3] == ["3", "Cat", "-8"]
    assert lines[-1] == "bad card of Cat: floober"


def test_a_revolution_is_shown_in_place_of_the_tax() -> None:
    told = [("start hand", (1,), None), ("ranks", (FIVE,), None), ("revolution", ("Eve",), None)]
    lines = a_table(*told, ("ranks", (FIVE[::-1],), None))
    assert lines[-1] == "revolution of Eve: no tax"
    assert [line.split()[1] for line in lines[1:6]] == list(FIVE[::-1])
