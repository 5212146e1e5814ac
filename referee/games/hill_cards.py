"""The cards of hill: what they count, how they stand under trumps, what may be played, what points are worth."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, pairwise

from referee.cards import PACK, RANKS, SUITS

JOKERS = ("~B", "~R")
FACES = (*PACK, *JOKERS)
DECK = FACES * 2
POINTS = {card: {"5": 5, "T": 10, "K": 10}.get(card[0], 0) for card in FACES}
PAIR = {card: f"{card} {card}" for card in FACES}
TRUMP = "trump"  # the suit of all trumps, whatever is printed on them
NEVER_WINS = -1

# Up to which score of the challengers the king's side rises how far, and the challengers.
RISES = ((0, 3, 0), (40, 2, 0), (79, 1, 0), (119, 0, 0), (159, 0, 1), (199, 0, 2))
HIGHEST_RISE = (0, 3)
BAD_CARD_COSTS = 3  # levels


class Trumps:
    """What a rank and a suit of trumps make of the cards. A play is one card or two: `7S`, `7S 7S`."""

    def __init__(self, rank: str, suit: str) -> None:
        low_to_high = (
            *((other + suit,) for other in RANKS if other != rank),
            tuple(rank + other for other in SUITS if other != suit),
            (rank + suit,),
            *((joker,) for joker in JOKERS),
        )
        trumps = {card: len(RANKS) + height for height, equal in enumerate(low_to_high) for card in equal}
        plain = {card: RANKS.index(card[0]) for card in PACK if card not in trumps}
        self.suit_of = {card: TRUMP if card in trumps else card[1] for card in FACES}
        self._strength = {
            led: with_pairs(trumps | {card: height for card, height in plain.items() if card[1] == led})
            for led in set(self.suit_of.values())
        }

    def strength(self, play: str, lead: str) -> int:
        """How high a play stands in the trick that `lead` began; two cards that are no pair never win."""
        return self._strength[self.suit_of[lead[:2]]].get(play, NEVER_WINS)

    def legal(self, hand: Sequence[str], lead: str) -> list[str]:
        """What may be played to a lead from a hand that is sorted as text; to none, any pair and any card."""
        if not lead:
            return [*pairs(hand), *dict.fromkeys(hand)]
        suit_of, led = self.suit_of, self.suit_of[lead[:2]]
        suited = [card for card in hand if suit_of[card] == led]
        if len(lead) == 2:
            return list(dict.fromkeys(suited or hand))
        if len(suited) == 1:
            [only] = suited
            return [f"{only} {card}" for card in dict.fromkeys(hand) if card != only]
        return pairs(suited) or twos(suited or hand)


@cache
def trumps_of(rank: str, suit: str) -> Trumps:
    return Trumps(rank, suit)


def with_pairs(heights: dict[str, int]) -> dict[str, int]:
    return heights | {PAIR[card]: height for card, height in heights.items()}


def pairs(hand: Sequence[str]) -> list[str]:
    """The pairs in a sorted hand."""
    return [PAIR[card] for card, after in pairwise(hand) if card == after]


def twos(hand: Sequence[str]) -> list[str]:
    """Any two cards of a sorted hand."""
    return list(dict.fromkeys(f"{one} {other}" for one, other in combinations(hand, 2)))


def points(cards: Sequence[str]) -> int:
    return sum(POINTS[card] for card in cards)


def rises(challenge: int) -> tuple[int, int]:
    """How many levels the king's side rises for a score of the challengers, and how many they do."""
    return next(((king, others) for most, king, others in RISES if challenge <= most), HIGHEST_RISE)


def rank_of(score: int) -> str:
    """The rank that a player plays at: it begins at 2, never goes below and ends at the ace."""
    return RANKS[min(max(score, 0), len(RANKS) - 1)]
