"""What a second worker gives: the same tournament of clients in C with one and with two, and what the machine gives."""

from __future__ import annotations

import multiprocessing
from statistics import median
from time import perf_counter

import marks
from cups import a_cup, run
from programs import Programs

from referee.seats.cores import matches_at_once
from referee.tournament.lanes import worker_process
from referee.tournament.worker import work

TARGET = 100  # some 20 ms of a match
A_ROUND = 8  # matches


def show(programs: Programs, rounds: int, runs: int) -> None:
    if matches_at_once() < 2:
        print("Two workers: this machine has one core")
        return
    found: dict[int, list[float]] = {1: [], 2: []}
    machine = []
    for _ in range(runs):  # by turns, so that all meet the same noise
        for count, rates in found.items():
            cup = a_cup(programs.folder / "workers", programs.client, entrants=8, rounds=rounds, target=TARGET)
            rates.append(run(cup, work, worker_process, count).rate)
        machine.append(_machine())
    ratios = [two / one for one, two in zip(*found.values(), strict=True)]
    print(f"Two workers against one, {rounds * A_ROUND} matches of clients in C, on the disk, {runs} runs by turns")
    print(f"  matches a second: one worker {median(found[1]):.0f}, two {median(found[2]):.0f}")
    print(f"  ratios {' '.join(f'{ratio:.2f}' for ratio in sorted(ratios))}")
    print(f"  of two plain loops to one {median(machine):.2f}: what the machine gives beside its other load")
    print(marks.at_least(median(ratios), marks.TWO_WORKERS, "times as many matches"))


def _machine() -> float:
    return 2 * _loops(1) / _loops(2)


def _loops(count: int) -> float:
    """Seconds until all have ended."""
    processes = [multiprocessing.Process(target=_loop) for _ in range(count)]
    started = perf_counter()
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    return perf_counter() - started


def _loop() -> None:
    for number in range(5_000_000):
        number * number
