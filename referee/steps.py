"""What the rules of a game may do: draw by chance, ask, tell, and let programs that were ended start afresh."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from referee.words import Query

T = TypeVar("T")


@dataclass(slots=True)
class Tell:
    """A line to all players, or only to those named in `to`."""

    line: bytes
    to: tuple[str, ...] | None = None

    def privately(self, *players: str) -> Tell:
        return Tell(self.line, players)


@dataclass(slots=True)
class Ask:
    """A question; what comes back is one of `legal`, or BadCard is raised where it was put.

    `legal` may be the player's own hand: whoever keeps it longer than the question is open copies it.
    """

    player: str
    query: Query
    legal: Sequence[str]


@dataclass(frozen=True, slots=True)
class Chance:
    """A draw, known by its name alone; what comes back are the first `take` of the shuffled `options`."""

    what: str
    options: tuple[str, ...]
    hand: int = 0
    index: int = 0
    take: int | None = None


@dataclass(frozen=True, slots=True)
class Fresh:
    """A place where programs of these players that were ended are started again, and told what still stands."""

    players: tuple[str, ...]
    standing: tuple[Tell, ...]


class BadCard(Exception):
    """What a question raises in the rules when it was not answered by one of the legal answers."""

    def __init__(self, player: str) -> None:
        super().__init__(player)
        self.player = player


Step = Tell | Ask | Chance | Fresh

# What is sent in answers the step before: a string after Ask, a tuple after Chance, None after the others.
Steps = Generator[Step, Any, T]
