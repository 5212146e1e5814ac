"""How quick the rules of each game are in one process: the drive with encoded lines and no log, random players."""

from __future__ import annotations

import random
from contextlib import closing
from pathlib import Path

import marks
from shares import Deaf, Recording, seconds, shares

from referee import game
from referee.log import LogFile, Transcript
from referee.match import Match, Reply
from referee.plan import Limits, Plan, Player
from referee.steps import Ask, Tell

QUICK = ("tricks", "hearts")  # whose rules are short
COLUMNS = ("rules", "words", "chance: deals", "drive: judging and counting")


def show(folder: Path, runs: int) -> None:
    print(f"Rules in one process, random players ({runs} runs; the least counts)")
    print(f"  {'game':10}{'questions a match':>20}{'a second':>12}   microseconds for rules, words, deals, drive")
    verdicts = []
    for name in game.names():
        recording = Recording(_played_at_random(name, folder / f"{name}.log"))
        count = len(recording.replies)
        rate = count / min(seconds(lambda r=recording: r.play(Deaf())) for _ in range(runs))  # type: ignore[misc]
        parts = shares(recording, runs, folder)
        shown = "  ".join(f"{parts[column]:5.2f}" for column in COLUMNS)
        print(f"  {name:10}{count:>20,}{rate:>12,.0f}   {shown}")
        verdicts.append(marks.at_least(rate, marks.QUICK_GAME if name in QUICK else marks.GAME, f"a second, {name}"))
    print("\n".join(verdicts))


def _played_at_random(name: str, path: Path) -> Path:
    one = game.find(name)
    players = tuple(Player(f"p-{seat}", ("nobody",), "/") for seat in range(one.seats[0]))
    options = {option.name: option.default for option in one.options}
    plan = Plan(name, options, players, "7", True, Limits(bad_cards=one.bad_cards))
    transcript = Transcript(lambda _: None)
    with closing(LogFile(path, transcript)):
        transcript.header(plan)
        Match(plan, AtRandom(), transcript).play()
    return path


class AtRandom:
    """A table of players that draw from their legal answers."""

    def __init__(self) -> None:
        self._chance = random.Random(7)

    def ask(self, ask: Ask, menu: Tell | None) -> Reply:
        return Reply(f"|RESPONSE|{ask.query.key}|{self._chance.choice(list(ask.legal))}|END|".encode(), 1)

    def tell(self, tell: Tell) -> None:
        pass

    def start(self, player: str) -> None:
        pass

    def end(self, player: str) -> None:
        pass
