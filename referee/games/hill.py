"""The rules of hill, the King of the Hill."""

from collections.abc import Mapping, Sequence

from referee.cards import RANKS, SUITS, deal
from referee.common import end_game, end_hand, end_trick, start_game, start_hand, start_trick
from referee.game import Game, Option
from referee.games import hill_words as words
from referee.games.hill_cards import (
    BAD_CARD_COSTS,
    DECK,
    FACES,
    NEVER_WINS,
    POINTS,
    Trumps,
    points,
    rank_of,
    rises,
    trumps_of,
)
from referee.games.hill_view import HillTable
from referee.games.hill_words import NONE, PASS
from referee.steps import Ask, BadCard, Chance, Fresh, Steps

DEALT = 100  # cards; what is left of the deck is for the king
BURIED = 8
PAST_ACE = len(RANKS)
SEATS = ("1", "2", "3", "4", "5")
CALLS = (*FACES, NONE)


class Hill:
    """One match: hands of a king and a hidden teammate against the other three."""

    def __init__(self, players: Sequence[str], options: Mapping[str, int]) -> None:
        self.players = tuple(players)
        self.last_hand = options["hands"]
        self.scores = dict.fromkeys(players, 0)
        self.king = ""  # until somebody has been king
        self._clear()

    def _clear(self) -> None:
        self.hands: dict[str, list[str]] = {}
        self.rank = rank_of(self.scores[self.king]) if self.king else RANKS[0]
        self.declarer = self.suit = ""
        self.buried: list[str] = []
        self.side: list[str] = []  # the king, and the teammate once it has joined
        self.points = dict.fromkeys(self.players, 0)

    def play(self) -> Steps[None]:
        yield start_game(self.players)
        number = 1
        while number <= self.last_hand and max(self.scores.values()) < PAST_ACE:
            yield from self.hand(number)
            number += 1
        yield end_game(tuple(self.scores.items()))

    def hand(self, number: int) -> Steps[None]:
        self._clear()
        yield Fresh(self.players, (start_game(self.players),))
        yield start_hand(number)
        yield words.levels(self.levels())
        yield words.trump_rank(self.rank)
        if self.king:
            yield words.king(self.king)
        try:
            left = yield from self.deal(number)
            trumps = yield from self.settle_trumps(number)
            yield from self.bury(left)
            called = yield from self.call()
            winner = yield from self.tricks(trumps, called)
            yield from self.reckon(winner)
        except BadCard as bad:
            self.scores[bad.player] -= BAD_CARD_COSTS
            if bad.player == self.king:
                self.king = self.circle_from(bad.player)[1]
        yield words.levels(self.levels())
        yield end_hand(number)

    def deal(self, number: int) -> Steps[tuple[str, ...]]:
        """One card at a time, and with it the right to declare; what comes back are the cards left over."""
        deck: tuple[str, ...] = yield Chance("deal", DECK, number)
        self.hands = deal(deck[:DEALT], self.players)
        order = self.circle_from(self.king or self.players[0])
        for n in range(DEALT // len(order)):
            for player in order:
                card = self.hands[player][n]
                yield words.dealt(card).privately(player)
                if card[0] == self.rank:
                    yield from self.may_declare(player, card, self.hands[player][: n + 1])
        for player in order:
            suits = [suit for suit in SUITS if self.rank + suit in self.hands[player]]
            if suits and not self.declarer:
                yield from self.declare(player, suits, self.hands[player])
        return deck[DEALT:]

    def may_declare(self, player: str, card: str, held: list[str]) -> Steps[None]:
        """The first declaration needs one card; to override what was declared, a pair."""
        if not self.declarer or held.count(card) == 2:
            yield from self.declare(player, [card[1]], held)

    def declare(self, player: str, suits: list[str], held: list[str]) -> Steps[None]:
        suit = yield Ask(player, words.declare, (*suits, PASS))
        if suit != PASS:
            self.declarer, self.suit = player, suit
            yield words.declared(player, suit, held.count(self.rank + suit))

    def settle_trumps(self, number: int) -> Steps[Trumps]:
        """Where nobody has declared the king names trumps; without a king, chance does, and makes a king."""
        is_first = not self.king
        if is_first and not self.declarer:
            [seat] = yield Chance("trump", SEATS, number, 0, take=1)
            [self.suit] = yield Chance("trump", tuple(SUITS), number, 1, take=1)
            self.declarer = self.players[int(seat) - 1]
        elif not self.declarer:
            self.suit = yield Ask(self.king, words.name_trump, tuple(SUITS))
        yield words.trump(self.suit)
        if is_first:
            self.king = self.declarer
            yield words.king(self.king)
        return trumps_of(self.rank, self.suit)

    def bury(self, left: tuple[str, ...]) -> Steps[None]:
        yield words.kitty(left).privately(self.king)
        self.hands[self.king] += left
        for hand in self.hands.values():
            hand.sort()
        hand = self.hands[self.king]
        for _ in range(BURIED):
            card = yield Ask(self.king, words.bury, list(dict.fromkeys(hand)))
            hand.remove(card)
            self.buried.append(card)

    def call(self) -> Steps[str]:
        card: str = yield Ask(self.king, words.call, CALLS)
        yield words.called(self.king, card)
        for player in self.players:
            yield words.cards(tuple(self.hands[player])).privately(player)
        return card

    def tricks(self, trumps: Trumps, called: str) -> Steps[str]:
        """All tricks of the hand; what comes back is the winner of the last one."""
        self.side = [self.king]
        winner, number = self.king, 0
        while self.hands[winner]:
            number += 1
            order = self.circle_from(winner)
            yield start_trick(number, order)
            winner, value, called = yield from self.trick(order, trumps, called)
            self.points[winner] += value
            yield end_trick(number, winner, value)
        return winner

    def trick(self, order: tuple[str, ...], trumps: Trumps, called: str) -> Steps[tuple[str, int, str]]:
        """The winner, what the trick is worth, and the card that is still called after it."""
        lead = winner = ""
        best, value = NEVER_WINS, 0
        for player in order:
            hand = self.hands[player]
            play = yield Ask(player, words.play_cards, trumps.legal(hand, lead))
            lead = lead or play
            for card in play.split(" "):
                hand.remove(card)
                value += POINTS[card]
            strength = trumps.strength(play, lead)
            if strength > best:  # of equal ones the first wins
                best, winner = strength, player
            yield words.played(player, play)
            if called in play:
                called = NONE
                if player != self.king:
                    self.side.append(player)
                    yield words.joined(player)
        return winner, value, called

    def reckon(self, last_winner: str) -> Steps[None]:
        """What was buried counts twice for the challengers if the last trick is theirs."""
        challengers = [player for player in self.players if player not in self.side]
        challenge = sum(self.points[player] for player in challengers)
        if last_winner in challengers:
            challenge += 2 * points(self.buried)
        king_rises, challengers_rise = rises(challenge)
        for player in self.players:
            self.scores[player] += king_rises if player in self.side else challengers_rise
        yield words.buried(tuple(self.buried))
        yield words.challenge(challenge)
        self.king = self.next_king(challenge)

    def next_king(self, challenge: int) -> str:
        """A side that holds the hill passes it to the teammate; one that loses it, to the next challenger."""
        if challenge < 80:
            return self.side[-1]
        return next(player for player in self.circle_from(self.king) if player not in self.side)

    def levels(self) -> tuple[tuple[str, str], ...]:
        return tuple((player, rank_of(score)) for player, score in self.scores.items())

    def circle_from(self, player: str) -> tuple[str, ...]:
        seat = self.players.index(player)
        return self.players[seat:] + self.players[:seat]


GAME = Game(
    name="hill",
    summary="A king and a hidden teammate against three others; pairs, trumps and jokers; ten hands.",
    seats=range(5, 6),
    words=(
        start_game,
        start_hand,
        words.levels,
        words.trump_rank,
        words.king,
        words.dealt,
        words.declare,
        words.declared,
        words.name_trump,
        words.trump,
        words.kitty,
        words.bury,
        words.call,
        words.called,
        words.cards,
        start_trick,
        words.play_cards,
        words.played,
        words.joined,
        end_trick,
        words.buried,
        words.challenge,
        end_hand,
        end_game,
    ),
    rules=Hill,
    view=HillTable,
    bad_cards=3,
    options=(Option("hands", 10, 1, 1000, "hands in a match"),),
)
