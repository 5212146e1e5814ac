"""What the runner itself costs a match, how many commits it makes, and what a worker process adds."""

from __future__ import annotations

import functools
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any
from unittest import mock

import marks
from cups import AtOnce, a_cup, run
from programs import Programs
from tournaments import simulated

from referee.plan import Player
from referee.tournament.lanes import Lanes, worker_process
from referee.tournament.opening import Tournament
from referee.tournament.runner import Runner
from referee.tournament.schedule import Schedule
from referee.tournament.store import Store
from referee.tournament.worker import Job, Report, work

ENTRANTS = 20
A_ROUND = 20  # matches: five tables of four, each in four seatings
PARTS: dict[str, list[tuple[type, str]]] = {  # of a run: the methods that do each
    "plan": [(Schedule, "next")],
    "jobs": [(Tournament, "job")],
    "lanes": [(Lanes, "submit"), (Lanes, "done")],
    "events": [(Runner, "_see_withdrawals")],
    "store": [(Store, "record")],
}


def show(programs: Programs, memory: Path, rounds: int, runs: int) -> None:
    """`memory` is a folder where fsync costs next to nothing."""
    _show_own(programs.client, memory, rounds, runs)
    print()
    _show_joined(programs, memory, rounds)
    print()
    _show_worker(programs.client, memory, rounds, runs)


def _show_own(client: Path, memory: Path, rounds: int, runs: int) -> None:
    found = [_own(a_cup(memory / "own", client, entrants=ENTRANTS, rounds=rounds)) for _ in range(runs)]
    costs = [sum(parts.values()) for parts in found]
    least = min(costs)
    print(f"The runner's own time for a match, {rounds * A_ROUND:,} simulated ones, {runs} runs (milliseconds of CPU)")
    for name, cost in found[costs.index(least)].items():
        print(f"  {name:10}{cost:7.3f} {cost / least * 100:4.0f} %")
    print(f"  all       {least:7.3f}   (the least; median {median(costs):.3f})")
    print(marks.at_most(median(costs), marks.OWN, "ms a match, clients and fsync aside"))


def _own(cup: Path) -> dict[str, float]:
    """Milliseconds of a match by part, without what it takes to simulate its result."""
    spent = dict.fromkeys([*PARTS, "simulation"], 0.0)
    with ExitStack() as stack:
        for part, methods in PARTS.items():
            for owner, name in methods:
                stack.enter_context(mock.patch.object(owner, name, _timed(getattr(owner, name), spent, part)))
        done = run(cup, _timed(simulated, spent, "simulation"), AtOnce, workers=2)
    simulation = spent.pop("simulation")
    spent["lanes"] -= simulation
    spent["rest"] = done.cpu - simulation - sum(spent.values())
    return {part: seconds / done.matches * 1000 for part, seconds in spent.items()}


def _timed(do: Callable[..., Any], spent: dict[str, float], part: str) -> Callable[..., Any]:
    @functools.wraps(do)
    def timed(*args: Any) -> Any:
        started = process_time()
        try:
            return do(*args)
        finally:
            spent[part] += process_time() - started

    return timed


def _show_joined(programs: Programs, memory: Path, rounds: int) -> None:
    print("Matches that end together are made safe together (simulated; all that are under way end at once)")
    print("           matches a commit   ms a match   the same on the disk, with fsync")
    for lanes in (1, 8):
        ram, disk = (
            run(a_cup(folder / "joined", programs.client, entrants=ENTRANTS, rounds=rounds), simulated, AtOnce, lanes)
            for folder in (memory, programs.folder)
        )
        fast, safe = (one.wall / one.matches * 1000 for one in (ram, disk))
        print(f"  {lanes} lane{'s' * (lanes > 1):1}  {ram.matches / ram.commits:17.1f} {fast:12.2f} {safe:12.2f}")


def _show_worker(client: Path, memory: Path, rounds: int, runs: int) -> None:
    """By turns, so that both meet the same noise."""
    loops, runners, more, own = [], [], [], []
    for _ in range(runs):
        jobs: list[Job] = []
        run(a_cup(memory / "loop", client, entrants=ENTRANTS, rounds=rounds), _kept(jobs), AtOnce)
        done = run(a_cup(memory / "worker", client, entrants=ENTRANTS, rounds=rounds), by_the_house, worker_process)
        loops.append(_loop(jobs) / len(jobs) * 1000)
        runners.append(1000 / done.rate)
        own.append(done.cpu / done.matches * 1000)
        more.append(runners[-1] - loops[-1])
    print(f"A worker process, {rounds * A_ROUND:,} one-trick matches of house players with logs (milliseconds a match)")
    print(f"  played in a loop            {median(loops):6.2f}")
    print(f"  by a worker, and committed  {median(runners):6.2f}   (median of the differences {median(more):.2f})")
    print(f"  CPU of the runner in that   {median(own):6.2f}")


def _kept(jobs: list[Job]) -> Callable[[Job], Report]:
    def simulated_and_kept(job: Job) -> Report:
        jobs.append(job)
        return simulated(job)

    return simulated_and_kept


def _loop(jobs: list[Job]) -> float:
    started = perf_counter()
    for job in jobs:
        by_the_house(job)
    return perf_counter() - started


def by_the_house(job: Job) -> Report:
    """The match without programs."""
    players = tuple(Player(player.name, (), "") for player in job.plan.players)
    return work(replace(job, plan=replace(job.plan, players=players)))
