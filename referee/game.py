"""What a game says of itself, and how installed games are found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Protocol

from referee.common import bad_card, choices
from referee.errors import Mistake
from referee.steps import Steps
from referee.words import Vocabulary, Word

GROUP = "referee.games"


class Rules(Protocol):
    """One match of a game: its steps, and the scores as they stand."""

    scores: dict[str, int]

    def play(self) -> Steps[None]: ...


class View(Protocol):
    """What a person looks at in a replay, built from nothing but the words that were told; it is copied deeply."""

    scores: dict[str, int]  # as far as the words tell

    def hear(self, key: str, values: tuple[Any, ...], to: tuple[str, ...] | None) -> None:
        """Hears a word that was told to these players; None: to all."""

    def lines(self) -> list[str]: ...


@dataclass(frozen=True)
class Option:
    name: str
    default: int
    least: int
    most: int
    meaning: str


@dataclass(frozen=True)
class Game:
    name: str
    summary: str
    seats: range
    words: tuple[Word, ...]
    rules: Callable[[Sequence[str], Mapping[str, int]], Rules]
    view: Callable[[Sequence[str]], View]
    bad_cards: int
    options: tuple[Option, ...] = ()
    low_wins: bool = False
    hand_word: str = "start hand"  # with its number first; where a replay shows the whole table
    trick_word: str = "start trick"  # what begins the part of a hand that a replay steps over at once

    @property
    def vocabulary(self) -> Vocabulary:
        return Vocabulary((*self.words, bad_card, choices))

    def as_dict(self) -> dict[str, Any]:
        """What must be known to choose the game and to set it up, as plain data."""
        return {
            "name": self.name,
            "summary": self.summary,
            "players": [self.seats[0], self.seats[-1]],
            "low_wins": self.low_wins,
            "bad_cards": self.bad_cards,
            "options": [vars(option) for option in self.options],
        }


class NoSuchGame(Mistake):
    """A name that no installed game has."""


def names() -> list[str]:
    return sorted(entry_points(group=GROUP).names)


@cache  # looking through all that is installed takes longer than a short match
def find(name: str) -> Game:
    for entry in entry_points(group=GROUP, name=name):
        game: Game = entry.load()
        return game
    raise NoSuchGame(f"there is no game {name!r}; there are: {', '.join(names())}")
