# SPDX-License-Identifier: CC0-1.0
"""Plays tricks: takes a trick when it surely can, as cheaply as it can, and throws its lowest card otherwise."""

import kit

RANKS, SUITS = "23456789TJQKA", "SCHD"
STRENGTH = {rank + suit: strength for strength, rank in enumerate(RANKS) for suit in SUITS}
HIGHER = {card: {rank + card[1] for rank in RANKS[STRENGTH[card] + 1 :]} for card in STRENGTH}


class Tricks(kit.Bot):
    def on_cards(self, hand: str) -> None:
        self.hand = hand.split(" ")
        self.unseen = set(STRENGTH) - set(self.hand)  # the cards that the others still hold
        self.voids: set[tuple[str, str]] = set()  # players, and suits of which they have none left

    def on_start_trick(self, number: str, *order: str) -> None:
        self.order = order
        self.trick: list[str] = []
        self.led = ""  # no suit yet; this is in every card

    def on_played(self, player: str, card: str) -> None:
        self.led = self.led or card[1]
        self.trick.append(card)
        self.unseen.discard(card)
        if self.led not in card:
            self.voids.add((player, self.led))

    def answer_card(self) -> str:
        legal = [card for card in self.hand if self.led in card] or self.hand
        winners = [card for card in legal if self.surely_wins(card)]
        card = min(winners or legal, key=lambda card: STRENGTH[card])
        self.hand.remove(card)
        return card

    def surely_wins(self, card: str) -> bool:
        if self.led not in card or not HIGHER[card].isdisjoint(self.trick):
            return False
        still_to_play = self.order[len(self.trick) + 1 :]
        nobody_follows = all((player, card[1]) in self.voids for player in still_to_play)
        return nobody_follows or HIGHER[card].isdisjoint(self.unseen)


Tricks().play()
