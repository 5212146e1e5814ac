# SPDX-License-Identifier: CC0-1.0
"""Plays dalmuti: gets rid of its worst numbers first, whole groups at a time, and keeps jesters for the end."""

from collections import Counter

import kit

JESTER = 13


class Dalmuti(kit.Bot):
    def on_ranks(self, *order: str) -> None:
        self.order = order

    def on_cards(self, hand: str) -> None:
        self.hand = Counter(map(int, hand.split(" ")))

    def on_start_round(self, number: str, *order: str) -> None:
        self.size, self.number = 0, JESTER + 1  # of the set that must be topped; nothing yet

    def on_played(self, player: str, cards: str) -> None:
        numbers = sorted(map(int, cards.split(" ")))
        self.size, self.number = len(numbers), numbers[0]

    def answer_revolution(self) -> str:
        """The lower half gains by it: there is no tax, and the last becomes the first."""
        return "yes" if self.order.index(self.name) >= len(self.order) / 2 else "no"

    def answer_tax(self) -> str:
        count = 2 if self.name == self.order[0] else 1
        return self.say([number for number in self.worst_first() for _ in range(self.hand[number])][:count])

    def answer_play(self) -> str:
        cards = self.top() if self.size else self.lead()
        self.hand -= Counter(cards)
        return self.say(cards) if cards else "pass"

    def lead(self) -> "list[int]":
        """All of the worst number; if nothing but jesters would be left, those too."""
        worst = self.worst_first()[0]
        if len(self.hand) <= 2 and JESTER in self.hand:
            return list(self.hand.elements())
        return [worst] * self.hand[worst]

    def top(self) -> "list[int]":
        """The worst number that does it, if possible one of which nothing is left; a jester is not spent on it."""
        better = [number for number in self.worst_first() if number < min(self.number, JESTER)]
        fits = [number for number in better if self.hand[number] >= self.size]
        whole = [number for number in fits if self.hand[number] == self.size]
        return (whole + fits)[:1] * self.size

    def worst_first(self) -> "list[int]":
        """The numbers in hand; jesters come last, since they are worth most."""
        return sorted(self.hand, key=lambda number: number % JESTER, reverse=True)

    def say(self, cards: "list[int]") -> str:
        return " ".join(map(str, cards))


Dalmuti().play()
