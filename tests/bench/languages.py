"""What each language costs: the start-up of its starter, its time for an answer, and the referee's own share."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import marks

from referee import clients, languages
from referee.errors import BadClient
from referee.languages import Language
from referee.live import play
from referee.match import Match
from referee.pages.generate import filled
from referee.plan import Limits, Plan, Player
from referee.resources import folder
from referee.seats.program import PLAIN_PATH

TARGET = 300  # of a match: about a thousand answers
PAGE = "README.md"
FIRST_QUESTION = b"|INFO|choices|6H|7D|END|\n|QUERY|card|END|\n"


@dataclass(frozen=True)
class Measured:
    language: Language
    start: float  # milliseconds from its start to its first answer
    answer: float  # milliseconds for one in the middle of a match
    cpu: float  # microseconds of the referee for a question
    calls: float  # of functions, by the referee for a question


def show(scratch: Path, runs: int) -> None:
    _tell(measured(scratch, runs), runs)


def write(scratch: Path, runs: int) -> None:
    """The table of the page on clients, of all languages, so none may be missing."""
    if missing := [one.name for one in languages.every() if one.missing]:
        raise SystemExit(f"bench: the table needs every language; missing: {', '.join(missing)} (make toolchains)")
    found = measured(scratch, runs)
    _tell(found, runs)
    page = folder("clients") / PAGE
    page.write_text(
        filled(page.read_text(encoding="utf-8"), "languages", "\n".join([*_table(found), ""])), encoding="utf-8"
    )


def measured(scratch: Path, runs: int) -> list[Measured]:
    """All languages in each run, so that each meets the same noise."""
    players = {one: player for one in languages.every() for player in _of(one)}
    rounds = [{one: _one_run(player, scratch / "language.log") for one, player in players.items()} for _ in range(runs)]
    found = []
    for one, player in players.items():
        starts, answers, cpu = zip(*(its[one] for its in rounds), strict=True)
        found.append(Measured(one, median(starts), median(answers), min(cpu), _calls(player, scratch)))
    return found


def _of(one: Language) -> list[Player]:
    """Its starter, if it can be built here."""
    try:
        return [*clients.players([f"Ann=@{one.folder}/starter"], "tricks")] if not one.missing else []
    except BadClient:
        return []


def _one_run(player: Player, log: Path) -> tuple[float, float, float]:
    return _start(player), *_match(player, log)


def _start(player: Player) -> float:
    """To its first answer, as the referee starts it."""
    environment = {"PATH": PLAIN_PATH, "HOME": player.folder, "LANG": "C.UTF-8", "REFEREE_SEED": "7"}
    begun = perf_counter()
    with subprocess.Popen(
        [*player.command, player.name],
        cwd=player.folder,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as program:
        assert program.stdin and program.stdout
        program.stdin.write(FIRST_QUESTION)
        program.stdin.flush()
        assert program.stdout.readline().startswith(b"|RESPONSE|")
        taken = perf_counter() - begun
        program.stdin.close()
    return taken * 1000


def _match(player: Player, log: Path) -> tuple[float, float]:
    """Milliseconds of an answer, and microseconds of the referee for it, against house players."""
    begun = 0.0

    def program_is_started(_match: Match) -> None:
        nonlocal begun
        begun = process_time()

    micros = _played(player, log, program_is_started)
    own = process_time() - begun
    return median(micros) / 1000, own / len(micros) * 1e6


def _calls(player: Player, scratch: Path) -> float:
    """The same for all, were it not for other cards; no noise, cache or scheduler is in it."""
    calls = 0

    def count(_frame: Any, event: str, _what: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    try:
        micros = _played(player, scratch / "calls.log", lambda _: sys.setprofile(count))
    finally:
        sys.setprofile(None)
    return calls / len(micros)


def _played(player: Player, log: Path, watch: Callable[[Match], object]) -> list[int]:
    """How long each of its answers took."""
    others = tuple(Player(f"house-{seat}", (), "") for seat in range(1, 4))
    plan = Plan("tricks", {"target": TARGET}, (player, *others), "7", True, Limits(time=10, first_time=60, bank=600))
    play(plan, log=log, watch=watch)
    return [int(found) for found in re.findall(r"(?m)^< Ann (\d+) ", log.read_text())]


def _tell(found: list[Measured], runs: int) -> None:
    print(f"Starters in each language, {runs} runs (medians; of the referee's CPU the least)")
    print(f"  {'':12} {'start-up':>9} {'an answer':>10}   the referee for it, CPU and calls")
    for one in found:
        own = f"{one.cpu:8.1f} µs {one.calls:7.1f}"
        print(f"  {one.language.name:12} {one.start:6.0f} ms {one.answer:7.3f} ms   {own}")
    if absent := {one.name for one in languages.every()} - {one.language.name for one in found}:
        print(f"  not here: {', '.join(sorted(absent))}")
    print("  its CPU differs with how long it slept and with what a program left of its caches; its calls do not")
    calls = [one.calls for one in found]
    print(marks.at_most(max(calls) / min(calls), marks.SHARE, "times the least calls of the referee, the most"))


def _table(found: list[Measured]) -> list[str]:
    head = ("language", "bundled clients", "on Debian: `apt install`", "tested", "start-up", "an answer")
    rows = [head, ("---", "---", "---", "---", "---:", "---:"), *(_row(one) for one in found)]
    return [f"| {' | '.join(row)} |" for row in rows]


def _row(one: Measured) -> tuple[str, ...]:
    its = [f"@{one.language.folder}/{name}" for name in (languages.STARTER, "tricks")]
    return (
        one.language.name,
        " ".join(f"`{client}`" for client in its if client in one.language.clients),
        f"`{' '.join(one.language.packages)}`",
        _version(one.language),
        f"{_short(one.start)} ms",
        f"{_short(one.answer)} ms",
    )


def _version(one: Language) -> str:
    said = subprocess.run(one.version, shell=True, env=os.environ, capture_output=True, text=True, check=True)
    found = re.search(r"\d+(\.\d+)+|\d+", re.sub(r".*warning:.*|JRE.*", "", said.stdout + said.stderr))
    assert found, one.version
    return found[0]


def _short(milliseconds: float) -> str:
    return f"{milliseconds:.0f}" if milliseconds >= 10 else f"{milliseconds:.2g}"
