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

import os
import random
import sys


class Bot:
    def __init__(self) -> None:
        self.name = sys.argv[-1]
        self.chance = random.Random(os.environ.get("REFEREE_SEED"))  # the same numbers if the match is played again

    def answer(self, question: str) -> str:
        """What is said to a question that has no method of its own."""
        raise NotImplementedError(f"write a method answer_{_method(question)}(self)")

    def play(self) -> None:
        """Hears and answers until the referee closes the line."""
        answers, sys.stdout = sys.stdout, sys.stderr  # so that what you print is never taken for an answer
        for line in sys.stdin:
            _, kind, key, *fields, _, _ = line.split("|")
            if kind == "INFO":
                hear = getattr(self, f"on_{_method(key)}", None)
                if hear:
                    hear(*fields)
            elif kind == "QUERY":
                answer = getattr(self, f"answer_{_method(key)}", None)
                said = answer() if answer else self.answer(key)
                answers.write(f"|RESPONSE|{key}|{said}|END|\n")
                answers.flush()


def _method(key: str) -> str:
    return key.replace(" ", "_")
