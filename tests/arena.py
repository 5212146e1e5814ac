"""A table for hostile programs: rogues among honest players, and what must hold after the match whatever they do."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.live import Played, play
from referee.plan import Limits, Plan, Player
from referee.result import Standing
from referee.seats.processes import all_children_ours
from referee.verify import verify

ROGUES = Path(__file__).parent / "rogues"
PYTHON = (sys.executable, "-I", "-S")  # these start twice as fast
FOUR = ("Ann", "Bob", "Cat", "Dan")


@dataclass(frozen=True)
class Outcome:
    """A match that was played, as its result, its notes and its log tell it."""

    plan: Plan
    played: Played
    lines: tuple[str, ...]  # of the log, without the header

    def standing(self, player: str) -> Standing:
        return next(one for one in self.played.result.standings if one.player == player)

    def bad_cards(self, player: str = "Bob") -> dict[str, int]:
        return self.standing(player).bad_cards

    def said(self, player: str = "Bob") -> list[str]:
        """What all were told of the player's bad cards."""
        told = re.compile(rf"> \* \|INFO\|bad card\|{player}\|(.*)\|END\|")
        return [found[1] for line in self.lines if (found := told.fullmatch(line))]

    def answered(self, player: str = "Bob") -> int:
        """How often an answer of the player counted."""
        return sum(line.startswith(f"< {player} ") for line in self.lines)

    def times(self, change: str, player: str = "Bob") -> int:
        """How often its program was `ended` or `started`, or the player `retired`."""
        return sum(line.startswith(f". {player} {change}") for line in self.lines)

    def notes(self, player: str = "Bob") -> list[str]:
        return [text.partition(": ")[2] for name, text in self.played.notes if name == player]


def program(name: str, rogue: str = "honest", *arguments: object, folder: Path) -> Player:
    command = (*PYTHON, str(ROGUES / f"{rogue}.py"), *map(str, arguments))
    return Player(name, command, str(folder), choices=True)


def a_plan(players: tuple[Player, ...], game: str = "tricks", **changes: Any) -> Plan:
    """Limits by name; they are generous to the honest, and one bad card retires."""
    limits = {"time": 0.4, "first_time": 5.0, "bank": 60.0, "bad_cards": 1}
    limits |= {name: changes.pop(name) for name in tuple(changes) if name in limits}
    options = {"target": 5, **changes} if game == "tricks" else changes
    return Plan(game, options, players, "7", True, Limits(**limits))  # type: ignore[arg-type]


def meet(folder: Path, rogue: str, *arguments: object, gate: str = "", **changes: Any) -> Outcome:
    """The rogue is Bob, the second to be asked. At a gate a player waits with its first answer until Bob opened it."""
    if not gate:
        return watched_play(folder, seated(folder, program("Bob", rogue, *arguments, folder=folder)), **changes)
    with a_gate(folder) as pipe:
        bob = program("Bob", rogue, pipe, *arguments, folder=folder)
        return watched_play(folder, seated(folder, bob, program(gate, "honest", pipe, folder=folder)), **changes)


def seated(folder: Path, *players: Player) -> tuple[Player, ...]:
    """Four players in the order of their names; those not given are honest."""
    given = {player.name: player for player in players}
    return tuple(given.get(name) or program(name, folder=folder) for name in FOUR)


@contextlib.contextmanager
def a_gate(folder: Path) -> Iterator[Path]:
    """A named pipe that keeps what is written to it until somebody reads it."""
    pipe = folder / "gate"
    os.mkfifo(pipe)
    held = os.open(pipe, os.O_RDWR)
    try:
        yield pipe
    finally:
        os.close(held)
        pipe.unlink()


def watched_play(folder: Path, players: tuple[Player, ...], **changes: Any) -> Outcome:
    """Plays a match and checks what holds after each one: an honest log, unharmed neighbours, and nothing left."""
    plan, log = a_plan(players, **changes), folder / "match.log"
    descriptors, files = open_descriptors(), sorted(folder.iterdir())
    with all_children_ours():  # as the command does it
        played = play(plan, log=log)
    assert open_descriptors() == descriptors
    assert processes_in(folder) == []
    assert sorted(folder.iterdir()) == sorted([*files, log])
    assert not verify(log).cut
    outcome = Outcome(plan, played, tuple(log.read_text().splitlines()[2:]))
    for player in players:
        if str(ROGUES / "honest.py") in player.command:
            assert (outcome.bad_cards(player.name), outcome.standing(player.name).retired) == ({}, "")
            assert outcome.notes(player.name) == []
    return outcome


def open_descriptors() -> list[str]:
    return sorted(path for fd in Path("/proc/self/fd").iterdir() if (path := _target(fd)))


def _target(descriptor: Path) -> str:
    try:
        return f"{descriptor.name} {descriptor.readlink()}"
    except FileNotFoundError:  # the one that the folder was read by
        return ""


def processes_in(folder: Path) -> list[int]:
    """All processes, of whomever and zombies apart, that run in this folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if (process / "cwd").readlink() == folder:
                found.append(int(process.name))
    return found


def until(happened: Callable[[], object], seconds: float = 10) -> None:
    """Waits for an event that nothing announces."""
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.002)
