"""The rows of a tournament's store, as values."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from referee.result import Result

HOUSE = re.compile(r"house(-\d+)?")  # the names of house players, which no entrant may have


@dataclass(frozen=True)
class Entrant:
    """One version of an entrant, frozen."""

    name: str
    version: int
    client: str  # as the file names it
    choices: bool
    asked: bool  # by the file, for choices; its manifest may ask too
    pty: bool
    command: tuple[str, ...]  # with {folder} and {python}
    hash: str
    files: dict[str, str] = field(compare=False)


@dataclass(frozen=True)
class Event:
    id: int
    at: str
    kind: str  # enter, update, withdraw, annul or rounds
    entrant: str | None
    match: int | None
    rounds: int | None
    because: str
    wave: int | None


@dataclass(frozen=True)
class Wave:
    number: int
    first_match: int
    first_block: int


@dataclass(frozen=True)
class Fixture:
    """A match of the plan."""

    number: int  # from 1
    wave: int
    block: int
    game: str
    seats: tuple[str, ...]  # entrants and house players
    versions: tuple[int, ...]  # of the entrants; 0 for house players


@dataclass(frozen=True)
class Finished:
    """A match that was played, ready to be stored."""

    fixture: Fixture
    result: Result
    notes: tuple[tuple[str, str], ...]
    seconds: float
    at: str
    digest: bytes
