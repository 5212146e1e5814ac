"""Dalmuti's 80 cards: each is in one hand, or was played from it, at every question of whole matches."""

from __future__ import annotations

from collections import Counter

import pytest
from fakes import FakeTable, plan, random_player
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.dalmuti import Dalmuti
from referee.games.dalmuti_sets import DECK, in_order
from referee.log import Transcript
from referee.match import Match
from referee.steps import Ask

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gil", "Hal")


@pytest.mark.parametrize("seats", range(5, 9))
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_the_80_cards_are_conserved_at_every_question(seats: int, seed: int) -> None:
    well = random_player(seed)

    def answer(ask: Ask) -> str:
        assert isinstance(match.rules, Dalmuti)
        held = Counter(card for hand in match.rules.hands.values() for card in in_order(hand))
        assert held + played_since_the_deal(table) == Counter(DECK)
        return str(well(ask))

    table = FakeTable(answer)
    match = Match(plan("dalmuti", NAMES[:seats], str(seed), hands=2), table, Transcript(lambda _: None))
    match.play()
    assert table.lines("end game")


def played_since_the_deal(table: FakeTable) -> Counter[str]:
    lines = table.lines()
    deal = max(number for number, line in enumerate(lines) if line.startswith("|INFO|start hand|"))
    sets = [line.split("|")[4].split(" ") for line in lines[deal:] if line.startswith("|INFO|played|")]
    return Counter(card for cards in sets for card in cards)
