"""The cards of dalmuti, and which sets of them a hand can lead, or top another set with."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations

JESTER = 13
DECK = (*(str(number) for number in range(1, JESTER) for _ in range(number)), str(JESTER), str(JESTER))

Held = list[int]  # how many cards of each number a hand holds, at the place of the number; there is no 0


def held(cards: Iterable[str]) -> Held:
    counts = [0] * (JESTER + 1)
    for card in cards:
        counts[int(card)] += 1
    return counts


def in_order(hand: Held) -> tuple[str, ...]:
    """The cards of a hand, the best number first."""
    return tuple(str(number) for number, count in enumerate(hand) for _ in range(count))


def take(hand: Held, cards: Iterable[str]) -> None:
    for card in cards:
        hand[int(card)] -= 1


def give(hand: Held, cards: Iterable[str]) -> None:
    for card in cards:
        hand[int(card)] += 1


def best(hand: Held, count: int) -> tuple[str, ...]:
    """The lowest numbers; a jester counts as 13."""
    return in_order(hand)[:count]


def gifts(hand: Held, count: int) -> list[str]:
    """All ways to give so many cards away, the worst numbers first, jesters last."""
    worst_first = sorted(in_order(hand), key=lambda card: int(card) % JESTER, reverse=True)
    return [" ".join(sorted(given, key=int)) for given in dict.fromkeys(combinations(worst_first, count))]


def leads(hand: Held) -> list[str]:
    """All sets that can be led, the worst numbers first, and of each its largest set without jesters."""
    jesters = hand[JESTER]
    mixed = [cards for number in range(JESTER - 1, 0, -1) for cards in _sets(number, hand[number], jesters)]
    return mixed + _only_jesters(jesters)


def tops(hand: Held, size: int, number: int) -> list[str]:
    """All sets that top one of this size and number, the worst numbers first."""
    jesters = hand[JESTER]
    return [
        cards
        for better in range(number - 1, 0, -1)
        if 0 < hand[better] >= size - jesters
        for cards in _sets_of_size(better, hand[better], jesters, size)
    ]


@cache
def _sets(number: int, count: int, jesters: int) -> tuple[str, ...]:
    """All sets of a number that are made of at most so many of its cards and of the jesters."""
    return tuple(_set(number, own, filling) for filling in range(jesters + 1) for own in range(count, 0, -1))


@cache
def _sets_of_size(number: int, count: int, jesters: int, size: int) -> tuple[str, ...]:
    """The same, of one size alone."""
    fewest = max(1, size - jesters)
    return tuple(_set(number, own, size - own) for own in range(min(count, size), fewest - 1, -1))


def _only_jesters(count: int) -> list[str]:
    return [_set(JESTER, size, 0) for size in range(count, 0, -1)]


def _set(number: int, own: int, jesters: int) -> str:
    return " ".join([str(number)] * own + [str(JESTER)] * jesters)
