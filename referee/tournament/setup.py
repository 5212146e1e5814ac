"""What a tournament's file says, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from referee.plan import Limits

SEATINGS = ("rotations", "orders", "one")


@dataclass(frozen=True)
class Source:
    """Where an entrant comes from."""

    name: str
    client: str  # as the file says it: a folder, an executable, a command line or a bundled one
    choices: bool  # asked for in the file, whatever its manifest says


@dataclass(frozen=True)
class Setup:
    path: Path
    games: tuple[str, ...]
    options: Mapping[str, Mapping[str, int]]  # of each game, all of them
    seats: Mapping[str, int]  # at a table of each game
    limits: Mapping[str, Limits]  # of each game: how many bad cards retire a player is the game's own unless set
    format: str
    rounds: int  # 0: without end, or as many as the format needs
    deals: int  # for each table of a round
    seatings: str  # of SEATINGS: how each deal is played
    challengers: tuple[str, ...]
    seed: str | None  # given by hand, so for practice
    beacon: str | None  # what will be announced after the hash of the seed was
    cores: int  # for each match
    sources: tuple[Source, ...]

    @property
    def base(self) -> Path:
        """The folder that clients are named from."""
        return self.path.parent
