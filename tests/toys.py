"""Games of a few steps, to see how a table treats one step or another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from referee.common import TEXT
from referee.game import Game
from referee.steps import Ask, Steps
from referee.words import Field, Info, Query

news = Info("news", Field("text", TEXT), meaning="Something to know.")
word = Query("word", Field("word", TEXT), meaning="Which word?")
secret = Query("secret", Field("word", TEXT), meaning="Which word, and nobody may know that you are asked?", quiet=True)

WORDS = ("heard", "nothing")


def ask(player: str, query: Query = word) -> Ask:
    return Ask(player, query, WORDS)


class View:
    def __init__(self, players: Sequence[str]) -> None:
        self.scores = dict.fromkeys(players, 0)

    def hear(self, key: str, values: tuple[Any, ...], to: tuple[str, ...] | None) -> None: ...

    def lines(self) -> list[str]:
        return []


def install(monkeypatch: pytest.MonkeyPatch, play: Callable[[], Steps[None]]) -> None:
    """Until the end of the test there is the game `toy` for two or more players, of these steps."""

    class Rules:
        def __init__(self, players: Sequence[str], _options: Mapping[str, int]) -> None:
            self.scores = dict.fromkeys(players, 0)

        def play(self) -> Steps[None]:
            return play()

    game = Game("toy", "A few steps.", range(2, 9), (news, word, secret), Rules, View, bad_cards=3)
    monkeypatch.setattr("referee.plan.find", lambda _name: game)
