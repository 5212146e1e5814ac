# SPDX-License-Identifier: CC0-1.0
"""All that a bot needs to talk with the referee: copy this file next to your bot and do with it what you like.

    import kit

    class MyBot(kit.Bot):
        def on_cards(self, hand):  # |INFO|cards|6H 7D AC|END|
            self.hand = hand.split()

        def answer_card(self):  # |QUERY|card|END|; what is returned is said
            return self.hand.pop()

    MyBot().play()

A key of two words has an underscore: `on_start_trick` hears `start trick`. What has no method is passed over.
Fields come as text, one argument each. If you write an `__init__`, call `super().__init__()` in it.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable
from typing import Any


class Bot:
    def __init__(self) -> None:
        self.name = sys.argv[-1]
        self.chance = random.Random(os.environ.get("REFEREE_SEED"))  # the same numbers if the match is played again

    def answer(self, question: str) -> str:
        """What is said to a question that has no method of its own."""
        raise NotImplementedError(f"write a method answer_{question.replace(' ', '_')}(self)")

    def play(self) -> None:
        """Hears and answers until the referee closes the line."""
        hear, answer = self._methods("on_"), self._methods("answer_")
        sys.stdout = sys.stderr  # so that what you print is never taken for an answer
        for line in sys.stdin.buffer:
            _, kind, key, *fields, _, _ = line.decode().split("|")
            if kind == "INFO" and key in hear:
                hear[key](*fields)
            elif kind == "QUERY":
                said = answer[key]() if key in answer else self.answer(key)
                os.write(1, f"|RESPONSE|{key}|{said}|END|\n".encode())

    def _methods(self, start: str) -> dict[str, Callable[..., Any]]:
        """By key: `on_start_trick` is what hears `start trick`."""
        names = [name for name in dir(self) if name.startswith(start)]
        return {name[len(start) :].replace("_", " "): getattr(self, name) for name in names}
