"""The shortest match there is with programs: four clients in C are started and ended for one trick."""

from __future__ import annotations

import subprocess
from pathlib import Path
from statistics import median
from time import perf_counter

import marks
from programs import Programs

from referee.plan import Plan, Player
from referee.tournament.lanes import worker_process
from referee.tournament.worker import Job, work


def show(programs: Programs, memory: Path, runs: int) -> None:
    """`memory` is a folder where fsync costs next to nothing."""
    with worker_process() as worker:
        ram, disk, starts = worker.submit(_by_turns, programs, memory, runs).result()
    print(f"A match of one trick, four clients in C, in a worker, {runs} runs by turns (milliseconds)")
    print("                              median   least")
    print(f"  log in memory              {median(ram):7.2f} {min(ram):7.2f}")
    print(f"  log on the disk, fsync     {median(disk):7.2f} {min(disk):7.2f}")
    print(f"  four programs, only begun  {median(starts):7.2f} {min(starts):7.2f}   (by `subprocess`, and waited for)")
    print(marks.at_most(median(ram), marks.TINY, "ms for four clients and one trick, fsync aside"))


def _by_turns(programs: Programs, memory: Path, runs: int) -> tuple[list[float], ...]:
    """All meet the same noise."""
    rows = [
        (_match(programs, memory, n), _match(programs, programs.folder, n), _only_started(programs))
        for n in range(runs)
    ]
    ram, disk, starts = (list(column) for column in zip(*rows, strict=True))
    return ram, disk, starts


def _match(programs: Programs, folder: Path, number: int) -> float:
    players = tuple(Player(f"c-{seat}", (str(programs.client),), str(programs.folder)) for seat in range(1, 5))
    job = Job(Plan("tricks", {"target": 1}, players, str(number), True), folder / "tiny.log.gz")
    started = perf_counter()
    report = work(job)
    took = perf_counter() - started
    if report.result is None:
        raise SystemExit(f"bench: {report.cause}")
    return took * 1000


def _only_started(programs: Programs) -> float:
    started = perf_counter()
    begun = [subprocess.Popen([programs.client], stdin=subprocess.PIPE, start_new_session=True) for _ in range(4)]
    for program in begun:
        program.communicate()
    return (perf_counter() - started) * 1000
