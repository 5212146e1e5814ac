"""What the games of thirteen tricks share: every card of the pack is in a hand, or was played from it, and once."""

from __future__ import annotations

import pytest
from fakes import FOUR, FakeTable, plan, played, random_player
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.cards import PACK


@pytest.mark.parametrize("name", ["tricks", "hearts"])
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6), slip=st.integers(1, 200))
def test_the_52_cards_are_conserved_at_every_step(name: str, seed: int, slip: int) -> None:
    well = random_player(seed)
    table = FakeTable(lambda ask: "nonsense" if len(table.asked) == slip else well(ask))
    played(plan(name, FOUR, str(seed), target=50), table)
    hands: dict[str, list[str]] = {}
    gone: list[str] = []
    whole_hands = 0
    for to, line in table.sent:
        key, *fields = line.decode().strip("|\n").split("|")[1:-1]
        if key == "start hand":
            hands, gone = {}, []
        elif key == "cards":
            hands[to] = fields[0].split(" ")
        elif key == "played":
            hands[fields[0]].remove(fields[1])  # it was there
            gone.append(fields[1])
        elif key == "end hand":
            whole_hands += not any(hands.values())
        if len(hands) == len(FOUR):
            assert sorted([*gone, *(card for hand in hands.values() for card in hand)]) == sorted(PACK)
    assert whole_hands > 0
