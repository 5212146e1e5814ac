"""The rules of tricks."""

from collections.abc import Mapping, Sequence

from referee.cards import cards, played
from referee.common import end_game, end_hand, end_trick, start_game, start_hand, start_trick
from referee.game import Game, Option, View
from referee.games.trick_play import TRICKS, Order, new_hand, play_card, play_trick, rotated
from referee.games.trick_table import TrickTable
from referee.steps import BadCard, Steps

BAD_CARD_COSTS = 100


class Tricks:
    """One match: hands of 13 tricks until somebody reaches the target."""

    def __init__(self, players: Sequence[str], options: Mapping[str, int]) -> None:
        self.players = tuple(players)
        self.target = options["target"]
        self.scores = dict.fromkeys(players, 0)

    def play(self) -> Steps[None]:
        yield start_game(self.players)
        order, number = self.players, 1
        while max(self.scores.values()) < self.target:
            yield from self.hand(number, order)
            order, number = rotated(order, 1), number + 1
        yield end_game(tuple(self.scores.items()))

    def hand(self, number: int, order: Order) -> Steps[None]:
        hands = yield from new_hand(number, self.players)
        try:
            for trick in TRICKS:
                yield start_trick(trick, order)
                order, _ = yield from play_trick(order, hands)
                winner = order[0]
                self.scores[winner] += 1
                yield end_trick(trick, winner, 1)
                if self.scores[winner] >= self.target:
                    break
        except BadCard as bad:
            self.scores[bad.player] -= BAD_CARD_COSTS
        yield end_hand(number)


def table_view(players: Sequence[str]) -> View:
    return TrickTable(players, bad_card=-BAD_CARD_COSTS)


GAME = Game(
    name="tricks",
    summary="Follow suit; every trick counts one point; a target ends the game.",
    seats=range(4, 5),
    words=(start_game, start_hand, cards, start_trick, play_card, played, end_trick, end_hand, end_game),
    rules=Tricks,
    view=table_view,
    bad_cards=10,
    options=(Option("target", 1000, 1, 100_000, "points that end the game"),),
)
