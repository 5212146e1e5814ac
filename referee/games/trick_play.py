"""What the games share in which four play thirteen tricks of a card each, without trumps: the deal and the trick."""

from collections.abc import Mapping

from referee.cards import CARD, PACK, cards, deal, follow, played, strongest
from referee.common import start_game, start_hand
from referee.steps import Ask, Chance, Fresh, Steps
from referee.words import Field, Query

TRICKS = range(1, 14)  # of a hand

play_card = Query(
    "card",
    Field("card", CARD),
    meaning="Which card do you play? Follow the suit that was led if you can.",
)

Order = tuple[str, ...]
Hands = Mapping[str, list[str]]  # the cards that each player holds


def new_hand(number: int, players: Order) -> Steps[Hands]:
    yield Fresh(players, (start_game(players),))
    yield start_hand(number)
    deck = yield Chance("deal", PACK, number)
    hands = deal(deck, players)
    for player in players:
        yield cards(tuple(hands[player])).privately(player)
    return hands


def play_trick(order: Order, hands: Hands) -> Steps[tuple[Order, list[str]]]:
    """The same circle from the winner on, and the cards that it takes."""
    trick: list[str] = []
    led = ""
    for player in order:
        hand = hands[player]
        card = yield Ask(player, play_card, follow(hand, led))
        hand.remove(card)
        led = led or card[1]
        trick.append(card)
        yield played(player, card)
    return rotated(order, trick.index(strongest(trick, led))), trick


def rotated(order: Order, by: int) -> Order:
    return order[by:] + order[:by]
