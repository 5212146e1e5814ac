"""The table of a game of tricks, as far as the words tell: hands, the trick, who leads and wins, scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.cards import RANKS, SUITS, strongest


class TrickTable:
    """Hears the words of a game of 52 cards without trumps; `bad_card` is added to the score for each."""

    def __init__(self, players: Sequence[str], bad_card: int) -> None:
        self.players = tuple(players)
        self.bad_card = bad_card
        self.scores = dict.fromkeys(self.players, 0)
        self.hand = 0
        self._clear()

    def _clear(self) -> None:
        self.trick = 0
        self.won = dict.fromkeys(self.players, 0)
        self.hands: dict[str, set[str]] = {}
        self.gone: dict[str, list[str]] = {player: [] for player in self.players}
        self.order: tuple[str, ...] = ()
        self.table: dict[str, str] = {}  # the cards of the trick, by the player
        self.winner = ""
        self.ending = ""

    def hear(self, key: str, values: tuple[Any, ...], to: tuple[str, ...] | None) -> None:
        if key == "cards":
            self.hands |= {player: set(values[0]) for player in to or ()}
        elif heard := getattr(self, f"_on_{key.replace(' ', '_')}", None):
            heard(*values)

    def _on_start_hand(self, number: int) -> None:
        self.hand = number
        self._clear()

    def _on_start_trick(self, number: int, order: tuple[str, ...]) -> None:
        self.trick, self.order = number, order
        self.table, self.winner = {}, ""

    def _on_played(self, player: str, card: str) -> None:
        self.table[player] = card
        self.gone[player].append(card)
        if player in self.hands:
            self.hands[player].discard(card)

    def _on_end_trick(self, _number: int, winner: str, points: int) -> None:
        self.winner = winner
        self.won[winner] += 1
        self.scores[winner] += points

    def _on_bad_card(self, player: str, said: str) -> None:
        self.scores[player] += self.bad_card
        self.ending = f"bad card of {player}: {said}"

    def _on_scores(self, scores: tuple[tuple[str, int], ...]) -> None:
        self.scores = dict(scores)

    def _on_end_game(self, scores: tuple[tuple[str, int], ...]) -> None:
        self.scores = dict(scores)

    def lines(self) -> list[str]:
        where = f"hand {self.hand}, trick {self.trick}" if self.trick else f"hand {self.hand}" if self.hand else ""
        width = max(len(where), *map(len, self.players))
        rows = [f"{player:<{width}}  {self._of(player)}" for player in self.players]
        trick = self._trick()
        headings = "  ".join([f"{where:<{width}}", *self.columns(), "cards"])
        return [headings, *rows, *(["", trick] if trick else [])]

    def columns(self) -> dict[str, dict[str, int]]:
        """The numbers of each player, by what stands above them."""
        return {"score": self.scores, "won": self.won}

    def _of(self, player: str) -> str:
        numbers = [f"{column[player]:>{len(heading)}}" for heading, column in self.columns().items()]
        return "  ".join([*numbers, self._cards(player)]).rstrip()

    def _cards(self, player: str) -> str:
        if player in self.hands:
            return in_suits(self.hands[player])
        gone = " ".join(self.gone[player])
        return f"? (gone: {gone})" if gone else "?"

    def _trick(self) -> str:
        if self.ending:
            return self.ending
        if not self.order:
            return ""
        return trick_row(self.order, self.table, self.winner, self._ahead())

    def _ahead(self) -> str:
        cards = {card: player for player, card in self.table.items()}
        return cards[strongest(cards, next(iter(cards))[1])] if cards else ""


def trick_row(order: Sequence[str], table: Mapping[str, str], winner: str, ahead: str) -> str:
    """Who played what, who led, who is ahead or has won, and who is to play."""
    if not table:
        return f"{order[0]} to lead"
    marks = {player: [" led"] if player == order[0] else [] for player in table}
    marks[winner or ahead].append(" won" if winner else " ahead")
    plays = [f"{player} {play}{' and'.join(marks[player])}" for player, play in table.items()]
    return ", ".join(plays + [f"{player} to play" for player in order if player not in table][:1])


def in_suits(cards: Iterable[str]) -> str:
    """Suit by suit, in each from the highest card down."""
    held = sorted(cards, key=lambda card: -RANKS.index(card[0]))
    suits = [" ".join(card for card in held if card[1] == suit) for suit in SUITS]
    return "  ".join(suit for suit in suits if suit)
