"""The pack of 52: its cards, their order, and the words' fields that hold them."""

from collections.abc import Iterable, Sequence

from referee.common import NAME
from referee.words import Field, Info, Kind, spaced_or_none

RANKS = "23456789TJQKA"
SUITS = "SCHD"
PACK = tuple(rank + suit for suit in SUITS for rank in RANKS)

# How high a card stands in a trick, by the suit that was led; of another suit it cannot win.
STRENGTH = {led: {card: RANKS.index(card[0]) if led in card else -1 for card in PACK} for led in SUITS}

CARD = Kind("card", f"[{RANKS}][{SUITS}]", "a card: its rank, then its suit")
CARDS = spaced_or_none("cards", CARD.pattern, "cards with one space between them, or `-` for none")

cards = Info("cards", Field("hand", CARDS), meaning="The cards that you hold; their order means nothing.")
played = Info("played", Field("player", NAME), Field("card", CARD), meaning="A player played this card to the trick.")


def deal(deck: Sequence[str], players: Sequence[str]) -> dict[str, list[str]]:
    """The first player gets the first card and every one that is a round further, and so on."""
    return {player: list(deck[seat :: len(players)]) for seat, player in enumerate(players)}


def follow(hand: list[str], led: str) -> list[str]:
    """The cards of a hand that may be played: those of the led suit, all if there are none or nothing is led."""
    if not led:
        return hand
    return [card for card in hand if led in card] or hand  # no rank is written like a suit


def strongest(trick: Iterable[str], led: str) -> str:
    """The card that wins: the highest of the led suit."""
    return max(trick, key=STRENGTH[led].__getitem__)
