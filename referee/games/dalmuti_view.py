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
        self.draws: list[str] = []
        self._clear()

    def _clear(self) -> None:
        self.round = 0
        self.left: dict[str, int] = {}
        self.hands: dict[str, list[str]] = {}
        self.gone: dict[str, list[str]] = {player: [] for player in self.players}
        self.places: dict[str, int] = {}
        self.taxes: list[str] = []
        self.order: tuple[str, ...] = ()  # of the round
        self.deeds: list[tuple[str, str]] = []
        self.passed: set[str] = set()
        self.ahead = ""
        self.is_over = False
        self.ended_by = ""

    def hear(self, key: str, values: tuple[Any, ...], to: tuple[str, ...] | None) -> None:
        if key == "cards":
            self.hands |= {player: list(values[0]) for player in to or ()}
        elif heard := getattr(self, f"_on_{key.replace(' ', '_')}", None):
            heard(*values)

    def _on_drew(self, player: str, card: str) -> None:
        self.draws.append(f"{player} drew {card}")

    def _on_start_hand(self, number: int) -> None:
        self.hand = number
        self.draws = []
        self._clear()

    def _on_ranks(self, order: tuple[str, ...]) -> None:
        """A second time in a hand the cards are dealt already."""
        self.ranks = order
        self.left = self.left or {player: len(DECK[seat :: len(order)]) for seat, player in enumerate(order)}

    def _on_revolution(self, player: str) -> None:
        self.taxes.append(f"revolution of {player}: no tax")

    def _on_taxed(self, giver: str, taker: str, cards: tuple[str, ...]) -> None:
        self.taxes.append(f"{giver} gave {taker} {' '.join(cards)}")

    def _on_start_round(self, number: int, order: tuple[str, ...]) -> None:
        self.round, self.order = number, order
        self.deeds, self.passed = [], set()
        self.ahead, self.is_over = "", False

    def _on_played(self, player: str, cards: tuple[str, ...]) -> None:
        self.deeds.append((player, " ".join(cards)))
        self.ahead = player
        self.gone[player] += cards
        self.left[player] -= len(cards)
        if player in self.hands:
            for card in cards:
                self.hands[player].remove(card)

    def _on_passed(self, player: str) -> None:
        self.deeds.append((player, "passed"))
        self.passed.add(player)

    def _on_went_out(self, player: str, place: int) -> None:
        self.places[player] = place

    def _on_end_round(self, _number: int, player: str) -> None:
        self.ahead, self.is_over = player, True

    def _on_bad_card(self, player: str, said: str) -> None:
        self.scores[player] -= 2 * (len(self.players) - 1)
        self.ended_by = f"bad card of {player}: {said}"

    def _on_scores(self, scores: tuple[tuple[str, int], ...]) -> None:
        self.scores = dict(scores)

    def _on_end_game(self, scores: tuple[tuple[str, int], ...]) -> None:
        self.scores = dict(scores)

    def lines(self) -> list[str]:
        where = f"hand {self.hand}, round {self.round}" if self.round else f"hand {self.hand}" if self.hand else ""
        width = max(len(where), *(len(player) + 2 for player in self.players))
        rows = [self._row(rank, player, width) for rank, player in enumerate(self.ranks, start=1)]
        news = [line for line in (", ".join(self.draws), ", ".join(self.taxes), self._round()) if line]
        return [f"{where:<{width}}  score  place  left  cards", *rows, *(["", *news] if news else [])]

    def _row(self, rank: int, player: str, width: int) -> str:
        name = f"{rank} {player}" if self.hand else player
        place, left = self.places.get(player, ""), self.left.get(player, "")
        return f"{name:<{width}}  {self.scores[player]:>5}  {place:>5}  {left:>4}  {self._cards(player)}".rstrip()

    def _cards(self, player: str) -> str:
        if player in self.hands:
            return " ".join(sorted(self.hands[player], key=int))
        gone = " ".join(self.gone[player])
        return f"? (gone: {gone})" if gone else "?"

    def _round(self) -> str:
        if self.ended_by or not self.order:
            return self.ended_by
        if not self.deeds:
            return f"{self.order[0]} to lead"
        deeds = [f"{player} {deed}{self._mark(place)}" for place, (player, deed) in enumerate(self.deeds)]
        return ", ".join([*deeds, *self._to_play()])

    def _mark(self, place: int) -> str:
        """The last set of the round is the best."""
        sets = [number for number, (_, deed) in enumerate(self.deeds) if deed != "passed"]
        marks = [" led"] if place == 0 else []
        if place == sets[-1]:
            marks.append(" won" if self.is_over else " ahead")
        return " and".join(marks)

    def _to_play(self) -> list[str]:
        """The next in the circle that has neither passed nor gone out, unless nobody is left to top its set."""
        place = self.order.index(self.deeds[-1][0]) + 1
        circle = self.order[place:] + self.order[:place]
        still_in = [player for player in circle if player not in self.passed and player not in self.places]
        if self.is_over or not still_in or still_in[0] == self.ahead:
            return []
        return [f"{still_in[0]} to play"]
