# SPDX-License-Identifier: CC0-1.0
"""Plays any game: it is told all legal answers before each question, and draws one of them."""

import kit


class Random(kit.Bot):
    def on_choices(self, *answers: str) -> None:
        self.answers = answers

    def answer(self, question: str) -> str:
        return self.chance.choice(self.answers)


Random().play()
