"""The rules of tricks."""

from collections.abc import Mapping, Sequence

from referee.cards import CARD, PACK, STRENGTH, cards, deal, follow, played
from referee.common import end_game, end_hand, end_trick, start_game, start_hand, start_trick
from referee.game import Game, Option, View
from referee.games.trick_table import TrickTable
from referee.steps import Ask, BadCard, Chance, Fresh, Steps
from referee.words import Field, Query

BAD_CARD_COSTS = 100

play_card = Query(
    "card",
    Field("card", CARD),
    meaning="Which card do you play? Follow the suit that was led if you can.",
)


class Tricks:
    """One match: hands of 13 tricks until somebody reaches the target."""

    def __init__(self, players: Sequence[str], options: Mapping[str, int]) -> None:
        self.players = tuple(players)
        self.target = options["target"]
        self.scores = dict.fromkeys(players, 0)
        self.hands: dict[str, list[str]] = {}

    def play(self) -> Steps[None]:
        yield start_game(self.players)
        order, number = self.players, 1
        while not self.is_won():
            yield from self.hand(number, order)
            order, number = rotated(order, 1), number + 1
        yield end_game(tuple(self.scores.items()))

    def hand(self, number: int, order: tuple[str, ...]) -> Steps[None]:
        yield Fresh(self.players, (start_game(self.players),))
        yield start_hand(number)
        deck = yield Chance("deal", PACK, number)
        self.hands = deal(deck, self.players)
        for player in self.players:
            yield cards(tuple(self.hands[player])).privately(player)
        try:
            for trick in range(1, 14):
                yield start_trick(trick, order)
                winner = yield from self.trick(order)
                self.scores[winner] += 1
                yield end_trick(trick, winner, 1)
                if self.is_won():
                    break
                order = rotated(order, order.index(winner))
        except BadCard as bad:
            self.scores[bad.player] -= BAD_CARD_COSTS
        yield end_hand(number)

    def trick(self, order: tuple[str, ...]) -> Steps[str]:
        led = ""
        by_strength: dict[int, str] = {}
        for player in order:
            hand = self.hands[player]
            card = yield Ask(player, play_card, follow(hand, led))
            hand.remove(card)
            led = led or card[1]
            by_strength[STRENGTH[led][card]] = player
            yield played(player, card)
        return by_strength[max(by_strength)]

    def is_won(self) -> bool:
        return max(self.scores.values()) >= self.target


def rotated(order: tuple[str, ...], by: int) -> tuple[str, ...]:
    return order[by:] + order[:by]


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
