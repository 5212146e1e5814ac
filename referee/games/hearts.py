"""The rules of hearts."""

from collections.abc import Mapping, Sequence

from referee.cards import PACK, cards, played
from referee.common import NAME, end_game, end_hand, end_trick, scores, start_game, start_hand, start_trick
from referee.game import Game, Option, View
from referee.games.hearts_view import HeartsTable
from referee.games.trick_play import TRICKS, Hands, Order, new_hand, play_card, play_trick, rotated
from referee.steps import BadCard, Steps
from referee.words import Field, Info

POINTS = {card: 13 if card == "QS" else int("H" in card) for card in PACK}
ALL_POINTS = sum(POINTS.values())
BAD_CARD_COSTS = ALL_POINTS

shot_the_moon = Info(
    "shot the moon",
    Field("player", NAME),
    meaning="A player took every heart and the queen of spades: the 26 points go to each of the others instead.",
)


class Hearts:
    """One match: hands of 13 tricks until a hand leaves somebody at the target or above."""

    def __init__(self, players: Sequence[str], options: Mapping[str, int]) -> None:
        self.players = tuple(players)
        self.target = options["target"]
        self.scores = dict.fromkeys(players, 0)

    def play(self) -> Steps[None]:
        yield start_game(self.players)
        number = 1
        while max(self.scores.values()) < self.target:
            yield from self.hand(number)
            number += 1
        yield end_game(tuple(self.scores.items()))

    def hand(self, number: int) -> Steps[None]:
        hands = yield from new_hand(number, self.players)
        taken = dict.fromkeys(self.players, 0)
        try:
            yield from self.tricks(hands, taken)
        except BadCard as bad:
            self.charge(bad.player, taken)
        else:
            if shooter := only_taker(taken):
                self.reward(shooter)
                yield shot_the_moon(shooter)
        yield scores(tuple(self.scores.items()))
        yield end_hand(number)

    def tricks(self, hands: Hands, taken: dict[str, int]) -> Steps[None]:
        """All tricks of a hand; what each player takes is added to `taken` and to the scores."""
        order = first_order(self.players, hands)
        for trick in TRICKS:
            yield start_trick(trick, order)
            order, won = yield from play_trick(order, hands)
            winner, points = order[0], sum(map(POINTS.__getitem__, won))
            taken[winner] += points
            self.scores[winner] += points
            yield end_trick(trick, winner, points)

    def reward(self, shooter: str) -> None:
        for player in self.players:
            self.scores[player] += -ALL_POINTS if player == shooter else ALL_POINTS

    def charge(self, offender: str, taken: Mapping[str, int]) -> None:
        """A moon in the making is called off, else its neighbours would gain by a bad card."""
        self.scores[offender] += BAD_CARD_COSTS
        taker = only_taker(taken)
        if taker and taker != offender:
            self.scores[taker] -= taken[taker]


def first_order(players: Order, hands: Hands) -> Order:
    """The circle from the holder of the two of clubs on."""
    return rotated(players, next(seat for seat, player in enumerate(players) if "2C" in hands[player]))


def only_taker(taken: Mapping[str, int]) -> str | None:
    """The player that took all points which have fallen, if it was one player."""
    takers = [player for player, points in taken.items() if points]
    return takers[0] if len(takers) == 1 else None


def table_view(players: Sequence[str]) -> View:
    return HeartsTable(players, bad_card=BAD_CARD_COSTS)


GAME = Game(
    name="hearts",
    summary="Follow suit; every heart costs one point and the queen of spades 13, unless you take them all.",
    seats=range(4, 5),
    words=(
        start_game,
        start_hand,
        cards,
        start_trick,
        play_card,
        played,
        end_trick,
        shot_the_moon,
        scores,
        end_hand,
        end_game,
    ),
    rules=Hearts,
    view=table_view,
    bad_cards=3,
    options=(Option("target", 100, 1, 100_000, "points of one player that end the game, once the hand is over"),),
    low_wins=True,
)
