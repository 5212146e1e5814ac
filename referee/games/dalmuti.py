"""The rules of dalmuti."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from itertools import groupby

from referee.cards import deal
from referee.common import NAME, NUMBER, end_game, end_hand, scores, start_game, start_hand
from referee.game import Game, Option, View
from referee.games.dalmuti_sets import DECK, JESTER, Held, best, gifts, give, held, in_order, leads, take, tops
from referee.games.dalmuti_view import DalmutiTable
from referee.steps import Ask, BadCard, Chance, Fresh, Steps
from referee.words import Field, Info, Kind, Query, spaced

A_CARD = f"(1[0-{JESTER % 10}]|[1-9])"
SOME_CARDS = f"{A_CARD}( {A_CARD})*"
PASS, YES, NO = "pass", "yes", "no"

CARD = Kind("card of dalmuti", A_CARD, f"a card: its number from 1 to 12, or {JESTER} for a jester")
CARDS = spaced("cards of dalmuti", SOME_CARDS, "cards with one space between them")
SET_OR_PASS = Kind("set or pass", f"{PASS}|{SOME_CARDS}", "cards with one space between them, or `pass`")
YES_OR_NO = Kind("yes or no", f"{YES}|{NO}", "`yes` or `no`")

drew = Info(
    "drew",
    Field("player", NAME),
    Field("card", CARD),
    meaning="A player drew this card for its first rank; the lower the number, the higher the rank.",
)
ranks = Info(
    "ranks",
    Field("order", NAME),
    repeat=True,
    meaning="The ranks of the players in this hand, the greatest first.",
)
cards = Info("cards", Field("hand", CARDS), meaning="The cards that you hold; their order means nothing.")
call_revolution = Query(
    "revolution",
    Field("call", YES_OR_NO),
    meaning="You were dealt both jesters: do you call a revolution, so that there is no tax?",
    quiet=True,
)
revolution = Info("revolution", Field("player", NAME), meaning="A player called a revolution: there is no tax.")
pay_tax = Query(
    "tax",
    Field("cards", CARDS),
    meaning="Which cards do you give away? Two if you are the first in rank, one if you are the second.",
    unordered=True,
)
taxed = Info(
    "taxed",
    Field("from", NAME),
    Field("to", NAME),
    Field("cards", CARDS),
    meaning="These cards went from one player to the other, and only these two are told.",
)
start_round = Info(
    "start round",
    Field("round", NUMBER),
    Field("order", NAME),
    repeat=True,
    meaning="A round begins, counted from 1 in every hand: the players that hold cards, in the order of play.",
)
play_set = Query(
    "play",
    Field("set", SET_OR_PASS),
    meaning="Which set do you play? One of the same size and a lower number, or `pass`; if you lead, any set.",
    unordered=True,
)
played = Info("played", Field("player", NAME), Field("set", CARDS), meaning="A player played this set.")
passed = Info(
    "passed", Field("player", NAME), meaning="A player passed, or had nothing to top with: it is out for the round."
)
went_out = Info(
    "went out",
    Field("player", NAME),
    Field("place", NUMBER),
    meaning="A player has no cards left, or is the last that has: its place in this hand, its rank in the next.",
)
end_round = Info(
    "end round",
    Field("round", NUMBER),
    Field("player", NAME),
    meaning="The round is over: who played last, and leads the next one if it still holds cards.",
)


class Dalmuti:
    """One match: so many hands, each in the order in which the players went out of the one before."""

    def __init__(self, players: Sequence[str], options: Mapping[str, int]) -> None:
        self.players = tuple(players)
        self.last_hand = options["hands"]
        self.bad_card_costs = 2 * (len(players) - 1)
        self.scores = dict.fromkeys(players, 0)
        self.ranks: tuple[str, ...] = ()  # the greatest first
        self.hands: dict[str, Held] = {}
        self.out: list[str] = []  # those without cards, in the order in which they went out

    def play(self) -> Steps[None]:
        yield start_game(self.players)
        self.ranks = yield from self.first_ranks()
        for number in range(1, self.last_hand + 1):
            yield from self.hand(number)
        yield end_game(tuple(self.scores.items()))

    def first_ranks(self) -> Steps[tuple[str, ...]]:
        """Each draws a card; those that tie draw again, the best number's group first, until it is settled."""
        deck, groups, settled, index = list(DECK), [list(self.players)], [], 0
        while groups:
            group = groups.pop(0)
            if len(group) == 1:
                settled += group
                continue
            numbers = yield Chance("draw", tuple(deck), index=index, take=len(group))
            index += 1
            for player, number in zip(group, numbers, strict=True):
                deck.remove(number)
                yield drew(player, number)
            groups = tied(group, numbers) + groups
        return tuple(settled)

    def hand(self, number: int) -> Steps[None]:
        yield Fresh(self.players, (start_game(self.players),))
        yield start_hand(number)
        yield ranks(self.ranks)
        deck = yield Chance("deal", DECK, number)
        self.hands = {player: held(dealt) for player, dealt in deal(deck, self.ranks).items()}
        self.out = []
        yield from self.show_hands(self.ranks)
        try:
            if not (yield from self.is_revolution()):
                yield from self.tax()
            yield from self.rounds()
        except BadCard as bad:
            self.scores[bad.player] -= self.bad_card_costs
            self.ranks = (*(player for player in self.ranks if player != bad.player), bad.player)
        else:
            for place, player in enumerate(self.out, start=1):
                self.scores[player] += len(self.players) - place
            self.ranks = tuple(self.out)
        yield scores(tuple(self.scores.items()))
        yield end_hand(number)

    def show_hands(self, players: Sequence[str]) -> Steps[None]:
        for player in players:
            yield cards(in_order(self.hands[player])).privately(player)

    def is_revolution(self) -> Steps[bool]:
        holder = next((player for player, hand in self.hands.items() if hand[JESTER] == 2), "")
        if not holder or (yield Ask(holder, call_revolution, (YES, NO))) == NO:
            return False
        yield revolution(holder)
        if holder == self.ranks[-1]:
            self.ranks = self.ranks[::-1]
            yield ranks(self.ranks)
        return True

    def tax(self) -> Steps[None]:
        first, second, *_, last_but_one, last = self.ranks
        two = yield Ask(first, pay_tax, gifts(self.hands[first], 2))
        one = yield Ask(second, pay_tax, gifts(self.hands[second], 1))
        exchanged = (
            (last, first, best(self.hands[last], 2)),
            (first, last, tuple(two.split(" "))),
            (last_but_one, second, best(self.hands[last_but_one], 1)),
            (second, last_but_one, (one,)),
        )
        for giver, taker, given in exchanged:
            take(self.hands[giver], given)
            give(self.hands[taker], given)
            yield taxed(giver, taker, given).privately(giver, taker)
        yield from self.show_hands((first, second, last_but_one, last))

    def rounds(self) -> Steps[None]:
        leader, number = self.ranks[0], 1
        while self.playing():
            order = self.in_order_from(leader)
            yield start_round(number, order)
            leader = yield from self.round(order)
            yield end_round(number, leader)
            number += 1
        (left,) = self.in_order_from(leader)
        self.out.append(left)
        yield went_out(left, len(self.out))

    def round(self, order: tuple[str, ...]) -> Steps[str]:
        """Goes round until nobody tops any more; says who played last."""
        waiting = deque(order)
        last, size, number = "", 0, 0
        while waiting and waiting[0] != last:
            player = waiting.popleft()
            hand = self.hands[player]
            legal = [*tops(hand, size, number), PASS] if last else leads(hand)
            answer = (yield Ask(player, play_set, legal)) if legal != [PASS] else PASS
            if answer == PASS:
                yield passed(player)
                continue
            chosen = tuple(answer.split(" "))
            take(hand, chosen)
            last, size, number = player, len(chosen), int(chosen[0])
            yield played(player, chosen)
            if any(hand):
                waiting.append(player)
                continue
            self.out.append(player)
            yield went_out(player, len(self.out))
            if not self.playing():
                break
        return last

    def playing(self) -> bool:
        """Whether more than one player is left with cards."""
        return len(self.out) < len(self.players) - 1

    def in_order_from(self, leader: str) -> tuple[str, ...]:
        """Those that hold cards, in the order of their ranks, from the leader or else the next below it."""
        place = self.ranks.index(leader)
        return tuple(player for player in self.ranks[place:] + self.ranks[:place] if player not in self.out)


def tied(group: Sequence[str], numbers: Sequence[str]) -> list[list[str]]:
    """The players by the numbers that they drew, the lowest first; those of equal numbers in their old order."""
    by_number = sorted(zip(map(int, numbers), group, strict=True), key=lambda drawn: drawn[0])
    return [[player for _, player in drawn] for _, drawn in groupby(by_number, key=lambda drawn: drawn[0])]


def table_view(players: Sequence[str]) -> View:
    return DalmutiTable(players)


GAME = Game(
    name="dalmuti",
    summary="Get rid of all cards, by sets of ever lower numbers; who is out first rules the next hand.",
    seats=range(5, 9),
    words=(
        start_game,
        drew,
        start_hand,
        ranks,
        cards,
        call_revolution,
        revolution,
        pay_tax,
        taxed,
        start_round,
        play_set,
        played,
        passed,
        went_out,
        end_round,
        scores,
        end_hand,
        end_game,
    ),
    rules=Dalmuti,
    view=table_view,
    bad_cards=3,
    options=(Option("hands", 10, 1, 1000, "hands in a match"),),
    trick_word="start round",
)
