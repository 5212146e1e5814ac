# SPDX-License-Identifier: CC0-1.0
"""Plays kings: attacks what it surely beats, puts down all that fits, and lets its strongest pile stay and defend."""

from __future__ import annotations

from collections import defaultdict

import kit


class Kings(kit.Bot):
    def on_suits(self, *owners: str) -> None:
        self.suit = dict(owner.split(" ") for owner in owners)[self.name]
        self.houses: defaultdict[str, list[list[str]]] = defaultdict(lambda: [[], [], []])

    def on_piles(self, player: str, king: str, *house: str) -> None:
        self.houses[player] = [cards_of(pile) for pile in house]

    def on_attacked(self, attacker: str, pile: str, target: str, other: str, attack: str, defence: str) -> None:
        self.houses[attacker][int(pile) - 1] = []
        if int(attack) > int(defence):
            self.houses[target][int(other) - 1] = []

    def on_placed(self, player: str, card: str, pile: str) -> None:
        if pile != "king":
            self.houses[player][int(pile) - 1].append(card)

    def on_choices(self, *answers: str) -> None:
        self.choices = answers

    def answer_attack(self) -> str:
        return max(self.choices, key=self.worth_of_attack)

    def worth_of_attack(self, answer: str) -> float:
        """Above all it shall win cards of our suit; for other cards our first pile is too good."""
        if answer == "pass":
            return 0
        number, target = answer.split(" ")
        pile = self.houses[self.name][int(number) - 1]
        defence = first(self.houses[target])
        if score(pile) <= score(defence):
            return -1
        of_our_suit = sum(self.suit in card for card in defence[1:])
        is_spare = pile is not first(self.houses[self.name])
        return of_our_suit + is_spare * len(defence) / 10 - score(pile) / 100  # by as weak a pile as may be

    def answer_place(self) -> str:
        return max(self.choices, key=self.worth_of_placing)

    def worth_of_placing(self, answer: str) -> float:
        if answer == "done":
            return -1
        card, number = answer.split(" ")
        if number == "king":
            return 100
        pile = self.houses[self.name][int(number) - 1]
        return score([*pile, card]) if pile else "JAQ".index(card[0]) / 3

    def answer_order(self) -> str:
        house = self.houses[self.name]
        return " ".join(sorted("123", key=lambda number: -score(house[int(number) - 1])))


def cards_of(pile: str) -> list[str]:
    return [] if pile == "-" else pile.split(" ")


def first(house: list[list[str]]) -> list[str]:
    """The pile that defends."""
    return next(filter(None, house))


def score(pile: list[str]) -> int:
    """What a house pile is worth; an empty one is less than one of a special card alone."""
    if not pile:
        return -1
    special, *numbers = pile
    if special[0] == "Q":
        return 2 * len(numbers)
    return len(numbers) + (special[0] == "A" and any(card[0] == "2" for card in numbers))


Kings().play()
