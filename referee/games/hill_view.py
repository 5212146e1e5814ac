"""The table of a game of hill, as far as the words tell: trumps, king and teammate, points, the trick, buried cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from referee.cards import RANKS
from referee.games.hill_cards import BAD_CARD_COSTS, FACES, TRUMP, Trumps, points, rank_of, rises, trumps_of
from referee.games.hill_words import NONE
from referee.games.trick_table import trick_row

SUITS_SHOWN = (TRUMP, "S", "C", "H", "D", "~")


class HillTable:
    """Hears the words of hill."""

    def __init__(self, players: Sequence[str]) -> None:
        self.players = tuple(players)
        self.scores = dict.fromkeys(self.players, 0)
        self.hand = 0
        self._clear()

    def _clear(self) -> None:
        self.trick = 0
        self.rank = self.suit = self.king = self.mate = self.called = self.declared = ""
        self.points = dict.fromkeys(self.players, 0)
        self.hands: dict[str, list[str]] = {}
        self.gone: dict[str, list[str]] = {player: [] for player in self.players}
        self.buried: tuple[str, ...] = ()
        self.order: tuple[str, ...] = ()
        self.table: dict[str, str] = {}  # what was played to the trick, by the player
        self.winner = ""
        self.challenge: int | None = None
        self.ended_by = ""

    def hear(self, key: str, values: tuple[Any, ...], to: tuple[str, ...] | None) -> None:
        if heard := getattr(self, f"_got_{key}", None):
            for player in to or ():
                heard(player, *values)
        elif heard := getattr(self, f"_on_{key.replace(' ', '_')}", None):
            heard(*values)

    def _got_dealt(self, player: str, card: str) -> None:
        self.hands.setdefault(player, []).append(card)

    def _got_kitty(self, player: str, cards: tuple[str, ...]) -> None:
        self.hands.setdefault(player, []).extend(cards)

    def _got_cards(self, player: str, cards: tuple[str, ...]) -> None:
        """Who has more cards than it is left with is the king, and has buried the others."""
        had = Counter(self.hands.get(player, ()))
        self.buried = tuple((had - Counter(cards)).elements()) or self.buried
        self.hands[player] = list(cards)

    def _on_start_hand(self, number: int) -> None:
        self.hand = number
        self._clear()

    def _on_levels(self, levels: tuple[tuple[str, str], ...]) -> None:
        """Whoever hears the match from its midst on learns no more of the scores than this."""
        for player, rank in levels:
            if rank_of(self.scores[player]) != rank:
                self.scores[player] = RANKS.index(rank)

    def _on_trump_rank(self, rank: str) -> None:
        self.rank = rank

    def _on_king(self, player: str) -> None:
        self.king = player

    def _on_declared(self, player: str, suit: str, copies: int) -> None:
        self.declared = f"{suit} by {player}, {'a pair' if copies == 2 else 'one card'}"

    def _on_trump(self, suit: str) -> None:
        self.suit = suit

    def _on_called(self, _king: str, card: str) -> None:
        self.called = card

    def _on_start_trick(self, number: int, order: tuple[str, ...]) -> None:
        self.trick, self.order = number, order
        self.table, self.winner = {}, ""

    def _on_played(self, player: str, play: str) -> None:
        self.table[player] = play
        for card in play.split(" "):
            self.gone[player].append(card)
            if player in self.hands:
                self.hands[player].remove(card)

    def _on_joined(self, player: str) -> None:
        self.mate = player

    def _on_end_trick(self, _number: int, winner: str, value: int) -> None:
        self.winner = winner
        self.points[winner] += value

    def _on_buried(self, cards: tuple[str, ...]) -> None:
        self.buried = cards

    def _on_challenge(self, score: int) -> None:
        self.challenge = score
        king_rises, challengers_rise = rises(score)
        for player in self.players:
            self.scores[player] += king_rises if player in (self.king, self.mate) else challengers_rise

    def _on_bad_card(self, player: str, said: str) -> None:
        self.scores[player] -= BAD_CARD_COSTS
        self.ended_by = f"bad card of {player}: {said}"

    def _on_end_game(self, scores: tuple[tuple[str, int], ...]) -> None:
        self.scores = dict(scores)

    def lines(self) -> list[str]:
        where = f"hand {self.hand}, trick {self.trick}" if self.trick else f"hand {self.hand}" if self.hand else ""
        width = max(len(where), *map(len, self.players))
        rows = [f"{player:<{width}}  {self._of(player)}" for player in self.players]
        facts = [fact for fact in (self._hill(), self._buried(), self._trick(), self._end()) if fact]
        return [f"{where:<{width}}  rank  score  points  side  cards", *rows, *([""] if facts else []), *facts]

    def _of(self, player: str) -> str:
        score = self.scores[player]
        side = "king" if player == self.king else "mate" if player == self.mate else ""
        numbers = f"{rank_of(score):>4}  {score:>5}  {self.points[player]:>6}"
        return f"{numbers}  {side:<4}  {self._cards(player)}".rstrip()

    def _cards(self, player: str) -> str:
        if player in self.hands:
            return in_suits(self.hands[player], self._trumps())
        gone = " ".join(self.gone[player])
        return f"? (gone: {gone})" if gone else "?"

    def _hill(self) -> str:
        if not self.rank:
            return ""
        facts = [f"trumps {self.rank}{f' and {self.suit}' if self.suit else ''}"]
        if self.declared:
            facts.append(f"declared {self.declared}")
        if self.called:
            facts.append("nobody called" if self.called == NONE else f"called {self.called}")
        return "; ".join(facts)

    def _buried(self) -> str:
        worth = points(self.buried)
        return f"buried {in_suits(self.buried, self._trumps())} ({worth} points)" if self.buried else ""

    def _trick(self) -> str:
        if not self.order or self.challenge is not None or self.ended_by:
            return ""
        return trick_row(self.order, self.table, self.winner, self._ahead() if self.table else "")

    def _ahead(self) -> str:
        """Of equal plays the first: `max` keeps the first it meets."""
        trumps, lead = trumps_of(self.rank, self.suit), self.table[self.order[0]]
        return max(self.table, key=lambda player: trumps.strength(self.table[player], lead))

    def _end(self) -> str:
        return self.ended_by or ("" if self.challenge is None else f"challengers' score {self.challenge}")

    def _trumps(self) -> Trumps | None:
        return trumps_of(self.rank, self.suit) if self.suit else None


def in_suits(cards: Iterable[str], trumps: Trumps | None) -> str:
    """Trumps first, then suit by suit, in each from the highest card down; without trumps as the cards are printed."""
    suits: dict[str, list[str]] = {suit: [] for suit in SUITS_SHOWN}
    for card in sorted(cards, key=FACES.index, reverse=True):
        suits[trumps.suit_of[card] if trumps else card[1] if card[0] != "~" else "~"].append(card)
    if trumps:
        suits[TRUMP].sort(key=lambda card: trumps.strength(card, card), reverse=True)
    return "  ".join(" ".join(held) for held in suits.values() if held)
