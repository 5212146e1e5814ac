"""The rules of kings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations

from referee.common import NAME, NUMBER, end_game, start_game
from referee.game import Game, Option, View
from referee.games.kings_piles import (
    COMPLETE,
    KING,
    PACK,
    RANKS,
    SUITS,
    Pile,
    in_pack_order,
    king_score,
    placings,
    score,
)
from referee.games.kings_view import KingsView
from referee.steps import Ask, BadCard, Chance, Fresh, Steps
from referee.words import Field, Info, Kind, Query, spaced, spaced_or_none

BAD_CARD_COSTS = 3
DEALT = 5
HOUSE = range(3)  # the places of a player's house piles
SUITS_BY_SEAT = "HSDC"

SUIT = spaced("suit of a player", f"{NAME.pattern} [{SUITS}]", "the name of a player, a space, its suit")
CARD = Kind("card of kings", f"[{RANKS}][{SUITS}B]", "a card: its rank, then its suit, `B` for a blank one")
CARDS = spaced_or_none("cards of kings", CARD.pattern, "cards of kings with one space between them, or `-` for none")
HOUSE_PILE = Kind("house pile", "[123]", "the number of a house pile", parse=int)
ANY_PILE = Kind("pile", f"{KING}|[123]", "the number of a house pile, or `king`")
ATTACK = Kind("attack", f"[123] {NAME.pattern}|pass", "the number of your pile, a space, whom it attacks; or `pass`")
PLACING = Kind(
    "placing", f"{CARD.pattern} ({KING}|[123])|done", "a card, a space, a house pile's number or `king`; or `done`"
)
ORDERS = tuple(" ".join(order) for order in permutations("123"))
ORDER = Kind("order", "|".join(ORDERS), "the old numbers of what is to stand first, second and third")

suits = Info(
    "suits", Field("owners", SUIT), repeat=True, meaning="Whose suit is which, in the order of seats and turns."
)
start_turn = Info(
    "start turn",
    Field("turn", NUMBER),
    Field("player", NAME),
    meaning="A player's turn begins; they are counted from 1 through the whole match.",
)
piles = Info(
    "piles",
    Field("player", NAME),
    Field("king", CARDS),
    Field("pile 1", CARDS),
    Field("pile 2", CARDS),
    Field("pile 3", CARDS),
    meaning="What lies in front of a player: the king pile, and the house piles, the special card first.",
)
cards = Info("cards", Field("hand", CARDS), meaning="The cards that you hold; their order means nothing.")
attack = Query("attack", Field("attack", ATTACK), meaning="With which of your house piles do you attack whom?")
attacked = Info(
    "attacked",
    Field("attacker", NAME),
    Field("pile", HOUSE_PILE),
    Field("target", NAME),
    Field("target's pile", HOUSE_PILE),
    Field("score", NUMBER),
    Field("target's score", NUMBER),
    meaning="A pile attacked another one: whose and which, and both scores. The higher one wins, a tie the target.",
)
captured = Info(
    "captured",
    Field("winner", NAME),
    Field("cards", CARDS),
    meaning="The winner of the attack took these number cards into its hand.",
)
place = Query("place", Field("placing", PLACING), meaning="Which card do you put on which of your piles?")
placed = Info(
    "placed",
    Field("player", NAME),
    Field("card", CARD),
    Field("pile", ANY_PILE),
    meaning="A player put this card on this pile of its own.",
)
order_piles = Query(
    "order", Field("order", ORDER), meaning="In which order shall your house piles stand? The first defends."
)
ordered = Info(
    "ordered", Field("player", NAME), Field("order", ORDER), meaning="A player put its house piles in another order."
)
end_turn = Info(
    "end turn",
    Field("turn", NUMBER),
    Field("player", NAME),
    meaning="The turn is over; what the player still held is discarded.",
)


class Kings:
    """One match: turn after turn until a king pile is complete, or the turns that are allowed are over."""

    def __init__(self, players: Sequence[str], options: Mapping[str, int]) -> None:
        self.players = tuple(players)
        self.most_turns = options["turns"]
        self.most_idle = options["idle"]
        self.scores = dict.fromkeys(players, 0)
        self.suits = dict(zip(self.players, SUITS_BY_SEAT, strict=True))
        self.hands: dict[str, list[str]] = {player: [] for player in players}
        self.kings: dict[str, Pile] = dict.fromkeys(players, ())
        self.houses: dict[str, list[Pile]] = {player: [() for _ in HOUSE] for player in players}
        self.stock: list[str] = []
        self.discarded: list[str] = []
        self.times_shuffled = 0

    def play(self) -> Steps[None]:
        standing = (start_game(self.players), suits(tuple(self.suits.items())))
        yield from standing
        self.stock = list((yield Chance("deal", PACK)))
        idle = 0
        for number in range(1, self.most_turns + 1):
            player = self.players[(number - 1) % len(self.players)]
            before = self.kings[player]
            yield Fresh((player,), standing)
            yield from self.turn(number, player)
            idle = idle + 1 if self.kings[player] == before else 0
            if self.is_complete(player) or idle == self.most_idle:
                break
        yield end_game(tuple(self.scores.items()))

    def turn(self, number: int, player: str) -> Steps[None]:
        yield start_turn(number, player)
        yield from self.deal(player)
        try:
            yield from self.attacks(player)
            yield from self.placings(player)
            if self.is_complete(player):
                return
            yield from self.order(player)
        except BadCard:
            self.scores[player] -= BAD_CARD_COSTS
        self.discarded += self.hands[player]
        self.hands[player] = []
        yield end_turn(number, player)

    def deal(self, player: str) -> Steps[None]:
        if len(self.stock) < DEALT and self.discarded:
            self.times_shuffled += 1
            under = in_pack_order(self.discarded)
            self.stock += yield Chance("stock", under, index=self.times_shuffled)
            self.discarded = []
        self.hands[player] += self.stock[:DEALT]
        del self.stock[:DEALT]
        for owner in self.players:
            yield piles(owner, self.kings[owner], *self.houses[owner]).privately(player)
        yield cards(tuple(self.hands[player])).privately(player)

    def attacks(self, player: str) -> Steps[None]:
        while possible := self.possible_attacks(player):
            answer = yield Ask(player, attack, (*possible, "pass"))
            if answer == "pass":
                break
            own, target = answer.split(" ")
            yield from self.attack(player, int(own), target)

    def possible_attacks(self, player: str) -> list[str]:
        targets = [name for name, house in self.houses.items() if name != player and any(house)]
        own = [number for number, pile in enumerate(self.houses[player], 1) if pile]
        return [f"{number} {name}" for number in own for name in targets]

    def attack(self, player: str, own: int, target: str) -> Steps[None]:
        """The attacking pile is used up either way."""
        house, other = self.houses[player], self.houses[target]
        defending = next(number for number, pile in enumerate(other, 1) if pile)
        attacker, defender = house[own - 1], other[defending - 1]
        scores = score(attacker), score(defender)
        yield attacked(player, own, target, defending, *scores)
        house[own - 1] = ()
        if scores[0] > scores[1]:
            other[defending - 1] = ()
            self.discarded += (defender[0], *attacker)
            winner, won = player, defender[1:]
        else:
            self.discarded.append(attacker[0])
            winner, won = target, attacker[1:]
        self.hands[winner] += won
        yield captured(winner, won)

    def placings(self, player: str) -> Steps[None]:
        hand, suit, house = self.hands[player], self.suits[player], self.houses[player]
        while fitting := placings(hand, suit, house):
            answer = yield Ask(player, place, (*fitting, "done"))
            if answer == "done":
                break
            card, pile = answer.split(" ")
            hand.remove(card)
            if pile == KING:
                self.crown(player, card)
            else:
                house[int(pile) - 1] += (card,)
            yield placed(player, card, pile)
            if self.is_complete(player):
                break

    def crown(self, player: str, card: str) -> None:
        before = self.kings[player]
        self.kings[player] = king = (*before, card)
        self.scores[player] += king_score(king) - king_score(before)

    def is_complete(self, player: str) -> bool:
        return len(self.kings[player]) == COMPLETE

    def order(self, player: str) -> Steps[None]:
        house = self.houses[player]
        if sum(map(bool, house)) < 2:
            return
        answer = yield Ask(player, order_piles, ORDERS)
        if answer != ORDERS[0]:
            self.houses[player] = [house[int(old) - 1] for old in answer.split(" ")]
            yield ordered(player, answer)


def view(players: Sequence[str]) -> View:
    return KingsView(players, DEALT, BAD_CARD_COSTS)


GAME = Game(
    name="kings",
    summary="Collect the nine number cards of your suit; attack other players' piles, and guard your own.",
    seats=range(4, 5),
    words=(
        start_game,
        suits,
        start_turn,
        piles,
        cards,
        attack,
        attacked,
        captured,
        place,
        placed,
        order_piles,
        ordered,
        end_turn,
        end_game,
    ),
    rules=Kings,
    view=view,
    bad_cards=10,
    options=(
        Option("turns", 400, 1, 100_000, "turns after which the game ends"),
        Option("idle", 120, 1, 100_000, "turns in a row without a card for any king pile after which the game ends"),
    ),
    hand_word="start turn",
    trick_word="start turn",
)
