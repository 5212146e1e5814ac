"""What becomes large: the store of 100,000 matches and what is read from it, and the plan of a million."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

import marks
from cups import a_cup
from programs import HERE, Programs
from stored import Simulation, new_store, setup

from referee.formats import balance
from referee.tournament.home import FILE
from referee.tournament.schedule import Schedule, total
from referee.tournament.store import Store

MATCHES, ENTRANTS = 100_000, 20
PLANNED = 1_000_000


def show(programs: Programs, memory: Path, *, part: int, runs: int) -> None:
    """A quick look has only that part of the matches; `memory` is a folder where fsync costs next to nothing."""
    _show_store(a_cup(memory / "large", programs.client, entrants=ENTRANTS, rounds=MATCHES), MATCHES // part, runs)
    print()
    _show_plan(memory, MATCHES // part)


def _show_store(cup: Path, matches: int, runs: int) -> None:
    folder = cup.with_suffix("")
    folder.mkdir()
    (folder / FILE).write_bytes(cup.read_bytes())
    strengths = {f"e{number:02}": -0.1 * number for number in range(ENTRANTS)}
    store = new_store(folder, *strengths)
    store.record(Simulation(strengths).matches(matches))
    store.close()
    size = (folder / "results.sqlite").stat().st_size / 1e6
    standings, peak = _read("standings", cup, runs)
    status, _ = _read("status", cup, runs)
    print(
        f"A tournament of {matches:,} simulated matches, {ENTRANTS} entrants; commands as a user runs them, {runs} runs"
    )
    print(marks.at_most(size, marks.STORE, "MB, results.sqlite"))
    print(marks.at_most(standings, marks.STANDINGS, "s, `referee tournament standings`"))
    print(marks.at_most(peak, marks.STANDINGS_MEMORY, "MB, its memory at its peak"))
    print(f"  `referee tournament status` took {status:.2f} s")


def _read(command: str, cup: Path, runs: int) -> tuple[float, float]:
    """Seconds, and the most memory in MB."""
    seconds, peak = [], 0.0
    for _ in range(runs):
        started = perf_counter()
        told = subprocess.run(
            [sys.executable, HERE / "peak.py", "tournament", command, cup], stdout=subprocess.PIPE, check=True
        ).stdout
        seconds.append(perf_counter() - started)
        peak = max(peak, int(told.split()[-1]) * 1024 / 1e6)
    return median(seconds), peak


def _show_plan(memory: Path, matches: int) -> None:
    print(f"The plan of a round-robin of {PLANNED:,} matches, tables of four, in rotations (seconds)")
    print(f"  entrants   to the first match   of the first {matches:,} matches, when going on after them")
    starts = []
    for entrants in (20, 100, 300):
        store = new_store(_fresh(memory / f"plan-{entrants}"), *(f"e{number:03}" for number in range(entrants)))
        first, again = _plan(store, matches)
        starts.append(first)
        print(f"  {entrants:8}   {first:18.2f}   {again:20.2f}")
        store.close()
    print(marks.at_most(max(starts), marks.PLAN, "s to the first match"))


def _plan(store: Store, matches: int) -> tuple[float, float]:
    names = tuple(one.name for one in store.entrants())
    a_round = total(setup(rounds=1), names) or 1
    planned = setup(rounds=PLANNED // a_round)
    balance.design.cache_clear()
    started = perf_counter()
    schedule = Schedule(planned, "7", store)
    schedule.next()
    first = perf_counter() - started
    while (wave := schedule.next()) and wave.fixtures[-1].number < matches:
        pass
    balance.design.cache_clear()  # as in another process
    started = perf_counter()
    for _ in Schedule(planned, "7", store).begun():
        pass
    return first, perf_counter() - started


def _fresh(folder: Path) -> Path:
    folder.mkdir()
    return folder
