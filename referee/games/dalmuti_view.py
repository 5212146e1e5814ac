"""The table of dalmuti, as far as the words tell: ranks, hands, tax, the sets of the round, who is out, scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.games.dalmuti_sets import DECK


class DalmutiTable:
    """Hears the words of a match; how many cards each player holds is no secret, which ones is."""

    def __init__(self, players: Sequence[str]) -> None:
        self.players = tuple(players)
        self.scores = dict.fromkeys(self.players, 0)
        self.ranks = self.players
        self.hand = 0
        self._clear()

    def _clear(self) -> None:
        self.left: dict[str, int] = {}
        self.hands: dict[str, list[str]] = {}
        self.gone: dict[str, list[str]] = {player: [] for player in self.players}
        self.places: dict[str, int] = {}
        self.news: list[str] = []
        self.is_over = False
        self._clear_round(0, ())

    def _clear_round(self, number: int, order: tuple[str, ...]) -> None:
        self.round, self.order = number, order
        self.deeds: dict[str, str] = {}  # the last one of each player; before the first hand, what it drew
        self.actor, self.ahead, self.round_is_over = "", "", False

    def hear(self, key: str, values: tuple[Any, ...], to: tuple[str, ...] | None) -> None:
        if key == "cards":
            self.hands |= {player: list(values[0]) for player in to or ()}
        elif heard := getattr(self, f"_on_{key.replace(' ', '_')}", None):
            heard(*values)

    def _on_drew(self, player: str, card: str) -> None:
        self.deeds[player] = f"{self.deeds.get(player, 'drew')} {card}"

    def _on_start_hand(self, number: int) -> None:
        self.hand = number
        self._clear()

    def _on_ranks(self, order: tuple[str, ...]) -> None:
        """When they are told again in a hand, the cards are dealt already."""
        self.ranks = order
        self.left = self.left or {player: len(DECK[rank :: len(order)]) for rank, player in enumerate(order)}

    def _on_revolution(self, player: str) -> None:
        self.news.append(f"revolution of {player}: no tax")

    def _on_taxed(self, giver: str, taker: str, cards: tuple[str, ...]) -> None:
        self.news.append(f"{giver} gave {taker} {' '.join(cards)}")

    def _on_start_round(self, number: int, order: tuple[str, ...]) -> None:
        self._clear_round(number, order)

    def _on_played(self, player: str, cards: tuple[str, ...]) -> None:
        self.deeds[player] = " ".join(cards)
        self.actor = self.ahead = player
        self.gone[player] += cards
        self.left[player] -= len(cards)
        if player in self.hands:
            for card in cards:
                self.hands[player].remove(card)

    def _on_passed(self, player: str) -> None:
        self.deeds[player] = "passed"
        self.actor = player

    def _on_went_out(self, player: str, place: int) -> None:
        self.places[player] = place

    def _on_end_round(self, _number: int, player: str) -> None:
        self.ahead, self.round_is_over = player, True

    def _on_bad_card(self, player: str, said: str) -> None:
        self.scores[player] -= 2 * (len(self.players) - 1)
        self.news.append(f"bad card of {player}: {said}")
        self.is_over = True

    def _on_scores(self, scores: tuple[tuple[str, int], ...]) -> None:
        self.scores = dict(scores)
        self.is_over = True

    def _on_end_game(self, scores: tuple[tuple[str, int], ...]) -> None:
        self.scores = dict(scores)

    def lines(self) -> list[str]:
        where = f"hand {self.hand}, round {self.round}" if self.round else f"hand {self.hand}" if self.hand else ""
        names = [f"{rank} {player}" if self.hand else player for rank, player in enumerate(self.ranks, start=1)]
        deeds = [self._deed(player) for player in self.ranks]
        left, right = max(map(len, [where, *names])), max(map(len, ["round", *deeds]))
        rows = [
            f"{name:<{left}}  {self._counts(player)}  {deed:<{right}}  {self._cards(player)}".rstrip()
            for name, player, deed in zip(names, self.ranks, deeds, strict=True)
        ]
        news = [*self.news, *self._next()]
        return [
            f"{where:<{left}}  score  place  left  {'round':<{right}}  cards",
            *rows,
            *(["", *news] if news else []),
        ]

    def _counts(self, player: str) -> str:
        return f"{self.scores[player]:>5}  {self.places.get(player, ''):>5}  {self.left.get(player, ''):>4}"

    def _deed(self, player: str) -> str:
        mark = "" if player != self.ahead else " won" if self.round_is_over else " ahead"
        return self.deeds.get(player, "") + mark

    def _cards(self, player: str) -> str:
        if player in self.hands:
            return " ".join(sorted(self.hands[player], key=int))
        gone = " ".join(self.gone[player])
        return f"? (gone: {gone})" if gone else "?"

    def _next(self) -> list[str]:
        """Who plays next: in the circle, whoever has neither passed nor gone out, if its set is not the best."""
        if not self.order or self.is_over or self.round_is_over:
            return []
        if not self.actor:
            return [f"{self.order[0]} to lead"]
        place = self.order.index(self.actor) + 1
        circle = self.order[place:] + self.order[:place]
        still_in = [player for player in circle if self.deeds.get(player) != "passed" and player not in self.places]
        return [f"{still_in[0]} to play"] if still_in and still_in[0] != self.ahead else []
