# SPDX-License-Identifier: CC0-1.0
"""Plays hearts: ducks under the winning card as high as it can, and gets rid of what would take tricks."""

import kit

RANKS, SUITS = "23456789TJQKA", "SCHD"
STRENGTH = {rank + suit: strength for strength, rank in enumerate(RANKS) for suit in SUITS}


class Hearts(kit.Bot):
    def on_cards(self, hand: str) -> None:
        self.hand = hand.split(" ")
        self.unseen = set(STRENGTH) - set(self.hand)  # the cards that the others still hold

    def on_start_trick(self, number: str, *order: str) -> None:
        self.trick: list[str] = []

    def on_played(self, player: str, card: str) -> None:
        self.trick.append(card)
        self.unseen.discard(card)

    def answer_card(self) -> str:
        card = self.follow(self.trick[0][1]) if self.trick else min(self.hand, key=self.danger)
        self.hand.remove(card)
        return card

    def follow(self, led: str) -> str:
        legal = [card for card in self.hand if led in card]
        if not legal:
            return max(self.hand, key=self.danger)
        ahead = max(STRENGTH[card] for card in self.trick if led in card)
        below = [card for card in legal if STRENGTH[card] < ahead]
        if below:
            return "QS" if "QS" in below else max(below, key=lambda card: STRENGTH[card])
        above = [card for card in legal if card != "QS"] or legal
        wins = len(self.trick) == 3  # for certain; else somebody may still play a higher card
        return (max if wins else min)(above, key=lambda card: STRENGTH[card])

    def danger(self, card: str) -> int:
        """How likely it takes a trick that costs: the lower cards that others hold, less the higher ones."""
        if card == "QS":
            return 100
        if card in ("KS", "AS") and "QS" in self.unseen:
            return 50
        others = [STRENGTH[other] for other in self.unseen if card[1] in other]
        lower = sum(strength < STRENGTH[card] for strength in others)
        return 2 * lower - len(others)


Hearts().play()
