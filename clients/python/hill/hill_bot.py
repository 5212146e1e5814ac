# SPDX-License-Identifier: CC0-1.0
"""Plays hill: makes its long suit trumps, wins tricks that hold points, and gives points to its own side."""

import kit

RANKS, ACE = "23456789TJQKA", 12
POINTS = {"5": 5, "T": 10, "K": 10}


class Hill(kit.Bot):
    def on_trump_rank(self, rank: str) -> None:
        self.rank, self.suit, self.king, self.mate = rank, "", "", ""
        self.hand: list[str] = []

    def on_king(self, player: str) -> None:
        self.king = player

    def on_dealt(self, card: str) -> None:
        self.hand.append(card)

    def on_trump(self, suit: str) -> None:
        self.suit = suit

    def on_called(self, king: str, card: str) -> None:
        if card in self.hand:
            self.mate = self.name  # as long as nobody else plays it first

    def on_joined(self, player: str) -> None:
        self.mate = player

    def on_start_trick(self, number: str, *order: str) -> None:
        self.plays: list[str] = []
        self.best, self.winner = -1, ""

    def on_played(self, player: str, play: str) -> None:
        self.plays.append(play)
        if self.worth(play) > self.best:
            self.best, self.winner = self.worth(play), player

    def on_choices(self, *answers: str) -> None:
        self.answers = answers

    def answer_declare(self) -> str:
        suit = max(self.answers[:-1], key=self.length)
        return suit if 4 * self.length(suit) > len(self.hand) + 4 else "pass"

    def answer_trump(self) -> str:
        return max(self.answers, key=self.length)

    def answer_bury(self) -> str:
        return min(self.answers, key=lambda card: (self.is_trump(card), points(card), self.height(card)))

    def answer_call(self) -> str:
        """The best card but trumps that it was not dealt: whoever has it may well win a trick with it."""
        return max(self.answers[:-1], key=lambda c: (c not in self.hand, not self.is_trump(c), self.height(c)))

    def answer_card(self) -> str:
        if not self.plays:
            return max(self.answers, key=lambda play: (len(play), self.height(play[:2])))
        winning = [play for play in self.answers if self.worth(play) > self.best]
        is_last = len(self.plays) == 4
        if self.is_with_me(self.winner) and (is_last or self.best >= ACE or not winning):
            return max(self.answers, key=lambda play: (points(play), -self.height(play[:2])))
        if winning and (is_last or any(map(points, self.plays))):
            return max(winning, key=self.worth)
        return min(self.answers, key=lambda play: (points(play), self.height(play[:2])))

    def is_with_me(self, player: str) -> bool:
        return (player in (self.king, self.mate)) == (self.name in (self.king, self.mate))

    def length(self, suit: str) -> int:
        return sum(suit in card or card[0] in (self.rank, "~") for card in self.hand)

    def is_trump(self, card: str) -> bool:
        return self.height(card) > ACE

    def height(self, card: str) -> int:
        if card[0] == "~":
            return 50 + (card == "~R")
        if card[0] == self.rank:
            return 40 + (card[1] == self.suit)
        return RANKS.index(card[0]) + 20 * (card[1] == self.suit)

    def worth(self, play: str) -> int:
        """How high a play stands in the trick; -1 if it cannot win."""
        lead, card = self.plays[0] if self.plays else play, play[:2]
        follows = self.is_trump(card) or (card[1] == lead[1] and not self.is_trump(lead[:2]))
        return self.height(card) if follows and play[3:] in ("", card) else -1


def points(play: str) -> int:
    return sum(POINTS.get(card[0], 0) for card in play.split(" "))


Hill().play()
