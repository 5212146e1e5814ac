"""The referee's time for a question against the floor's: a C program that only moves the same lines."""

from __future__ import annotations

import subprocess
from statistics import median

import marks
from programs import Programs, run_match, tricks

HANDS = 300  # about as many as a match to 1000 points has


def show(programs: Programs, runs: int) -> None:
    plan = tricks((str(programs.client),), str(programs.folder))
    log = programs.folder / "bench.log.gz"
    floors, referees = [], []
    for _ in range(runs):  # by turns, so that both meet the same noise
        floors.append(_floor(programs))
        referees.append(run_match(plan, log)["micros"])
    ratios = [referee / floor for referee, floor in zip(referees, floors, strict=True)]
    print(f"Microseconds a question, four C clients, all on one core ({runs} runs by turns)")
    print("                              median   least")
    print(f"  floor, a C program         {median(floors):7.2f} {min(floors):7.2f}")
    print(f"  referee, compressed log    {median(referees):7.2f} {min(referees):7.2f}")
    print(f"  referee / floor            {median(referees) / median(floors):7.2f} {min(referees) / min(floors):7.2f}")
    print(f"  median of the runs' ratios {median(ratios):7.2f}")
    print(marks.verdict_at_most(median(ratios), marks.FLOOR, "times the floor"))


def _floor(programs: Programs) -> float:
    done = subprocess.run([programs.floor, programs.client, str(HANDS)], stdout=subprocess.PIPE, check=True)
    return float(done.stdout)
