"""The cards of kings and its piles: which card goes where, and what a pile is worth.

A pile is a tuple of cards, the special card first; an empty one is a place where a pile can be founded.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

NUMBER_RANKS = "23456789T"
SPECIAL_RANKS = "JQA"
RANKS = NUMBER_RANKS + SPECIAL_RANKS
SUITS = "SCHD"
BLANK = "B"
COMPLETE = 9  # number cards of a suit
COMPLETING_GIVES = 27
KING = "king"  # how the king pile is named in an answer; the others have their numbers

Pile = tuple[str, ...]

BLANKS = tuple(rank + BLANK for rank in RANKS for _ in range(4))
PACK = (*(rank + suit for suit in SUITS for rank in RANKS), *BLANKS)
PLACE_IN_PACK = {card: place for place, card in enumerate(PACK)}
SPECIALS = frozenset(card for card in PACK if card[0] in SPECIAL_RANKS)
NUMBERS = frozenset(PACK) - SPECIALS
OF_SUIT = {suit: frozenset(card for card in NUMBERS if card[1] == suit) for suit in SUITS + BLANK}
OF_RANK = {rank: frozenset(card for card in NUMBERS if card[0] == rank) for rank in NUMBER_RANKS}


def in_pack_order(cards: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(cards, key=PLACE_IN_PACK.__getitem__))


@lru_cache(maxsize=4096)
def score(pile: Pile) -> int:
    """What a house pile is worth in an attack; its special card is not counted."""
    special, *numbers = pile
    if special[0] == "Q":
        return 2 * len(numbers)
    has_two = special[0] == "A" and any(card[0] == "2" for card in numbers)
    return len(numbers) + has_two


def king_score(king: Pile) -> int:
    """What a king pile gives its player."""
    return len(king) + COMPLETING_GIVES * (len(king) == COMPLETE)


@lru_cache(maxsize=4096)
def takes(pile: Pile) -> frozenset[str]:
    """The cards that may be put on a house pile."""
    if not pile:
        return SPECIALS
    special, *numbers = pile
    ranks = [card[0] for card in numbers]
    if special[0] == "J":
        return OF_SUIT[special[1]]
    return _next_to_straight(ranks) if special[0] == "A" else _pairing(ranks)


def _pairing(ranks: list[str]) -> frozenset[str]:
    """While some rank lies there once, only that rank."""
    alone = next((rank for rank in ranks if ranks.count(rank) == 1), None)
    return OF_RANK[alone] if alone else NUMBERS


def _next_to_straight(ranks: list[str]) -> frozenset[str]:
    if not ranks:
        return NUMBERS
    places = sorted(map(NUMBER_RANKS.index, ranks))
    ends = (places[0] - 1, places[-1] + 1)
    return frozenset().union(*(OF_RANK[NUMBER_RANKS[end]] for end in ends if 0 <= end < len(NUMBER_RANKS)))


@lru_cache(maxsize=1024)
def _answers(taken: frozenset[str], pile: str) -> dict[str, str]:
    """By card: how it is put on a pile that takes these, as the answer says it."""
    return {card: f"{card} {pile}" for card in taken}


def placings(hand: Iterable[str], suit: str, house: Sequence[Pile]) -> list[str]:
    """All ways to put a card of the hand on one of the piles, the king pile first, equal cards once."""
    held = dict.fromkeys(hand)
    by_pile = (_answers(OF_SUIT[suit], KING), *map(_answers, map(takes, house), "123"))
    return [answers[card] for answers in by_pile for card in held if card in answers]
