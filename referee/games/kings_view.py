"""The table of kings as far as the words tell: piles and their scores, attacks, hands, the stock."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from referee.games.kings_piles import BLANK, KING, PACK, RANKS, SUITS, Pile, king_score, score

UNKNOWN = "?"  # a card of a hand


class KingsView:
    """Hears the words of kings; of a hand it knows what was told of it, and how many cards it has."""

    def __init__(self, players: Sequence[str], dealt: int, bad_card_costs: int) -> None:
        self.players = tuple(players)
        self.dealt = dealt
        self.bad_card_costs = bad_card_costs
        self.scores = dict.fromkeys(self.players, 0)
        self.suits = dict.fromkeys(self.players, UNKNOWN)
        self.kings: dict[str, Pile] = dict.fromkeys(self.players, ())
        self.houses: dict[str, list[Pile]] = {player: [(), (), ()] for player in self.players}
        self.hands: dict[str, list[str]] = {player: [] for player in self.players}
        self.stock: int | None = None  # not known to a program that was started in the midst
        self.discarded = 0
        self.where = self.event = ""

    def hear(self, key: str, values: tuple[Any, ...], to: tuple[str, ...] | None) -> None:
        if key == "cards":
            self.hands |= {player: list(values[0]) for player in to or ()}
        elif heard := getattr(self, f"_on_{key.replace(' ', '_')}", None):
            heard(*values)

    def _on_suits(self, owners: tuple[tuple[str, str], ...]) -> None:
        self.suits = dict(owners)

    def _on_start_turn(self, number: int, player: str) -> None:
        self.where, self.event = f"turn {number}, {player}", ""
        if number == 1:
            self.stock = len(PACK)
        self.hands[player] += [UNKNOWN] * self._draw()

    def _draw(self) -> int:
        """How many cards are dealt."""
        if self.stock is None:
            return self.dealt
        if self.stock < self.dealt:
            self.stock, self.discarded = self.stock + self.discarded, 0
        dealt = min(self.dealt, self.stock)
        self.stock -= dealt
        return dealt

    def _on_piles(self, player: str, king: Pile, *house: Pile) -> None:
        self._crown(player, king)
        self.houses[player] = list(house)

    def _crown(self, player: str, king: Pile) -> None:
        self.scores[player] += king_score(king) - king_score(self.kings[player])
        self.kings[player] = king

    def _on_attacked(self, attacker: str, own: int, target: str, other: int, attack: int, defence: int) -> None:
        self.event = f"{attacker} attacks with pile {own} ({attack}) pile {other} of {target} ({defence})"
        used = self._taken(attacker, own)
        if attack > defence:
            self._taken(target, other)
            self.discarded += len(used) + 1
        else:
            self.discarded += 1

    def _taken(self, player: str, number: int) -> Pile:
        pile, self.houses[player][number - 1] = self.houses[player][number - 1], ()
        return pile

    def _on_captured(self, winner: str, cards: Pile) -> None:
        self.event += f"; {winner} captures {' '.join(cards) or 'nothing'}"
        self.hands[winner] += cards

    def _on_placed(self, player: str, card: str, pile: str) -> None:
        hand = self.hands[player]
        if card in hand or UNKNOWN in hand:
            hand.remove(card if card in hand else UNKNOWN)
        if pile == KING:
            self._crown(player, (*self.kings[player], card))
        else:
            self.houses[player][int(pile) - 1] += (card,)

    def _on_ordered(self, player: str, order: str) -> None:
        house = self.houses[player]
        self.houses[player] = [house[int(old) - 1] for old in order.split(" ")]

    def _on_bad_card(self, player: str, said: str) -> None:
        self.scores[player] -= self.bad_card_costs
        self.event = f"bad card of {player}: {said}"

    def _on_end_turn(self, _number: int, player: str) -> None:
        self.discarded += len(self.hands[player])
        self.hands[player] = []

    def _on_end_game(self, scores: tuple[tuple[str, int], ...]) -> None:
        self.scores = dict(scores)

    def lines(self) -> list[str]:
        width = len("turn 100, ") + max(map(len, self.players))
        stock = "" if self.stock is None else f"  (stock {self.stock}, discarded {self.discarded})"
        rows = [row for player in self.players for row in self._rows(player, width)]
        return [f"{self.where:<{width}}  score{stock}", *rows, *(["", self.event] if self.event else [])]

    def _rows(self, player: str, width: int) -> tuple[str, str]:
        name = f"{player} {self.suits[player]}"
        king, hand = in_ranks(self.kings[player]), in_ranks(self.hands[player])
        house = "  ".join(f"{number}: {_shown(pile)}" for number, pile in enumerate(self.houses[player], 1))
        return f"{name:<{width}}  {self.scores[player]:>5}  king: {king}  hand: {hand}", f"{'':<{width + 7}}  {house}"


def _shown(pile: Pile) -> str:
    if not pile:
        return "-"
    special, *numbers = pile
    return " ".join([special, *in_ranks(numbers, none="").split(), f"({score(pile)})"])


def in_ranks(cards: Iterable[str], none: str = "-") -> str:
    """From the lowest rank up, what is unknown last."""
    order = RANKS + UNKNOWN
    return " ".join(sorted(cards, key=lambda card: (order.index(card[0]), (SUITS + BLANK).find(card[1:])))) or none
