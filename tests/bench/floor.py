"""The referee's time for a question against the floor's: a C program that only moves the same lines."""

from __future__ import annotations

from statistics import median

import marks
from programs import Programs, in_c, in_python, run_floor, run_match


def show(programs: Programs, runs: int) -> None:
    log = programs.folder / "floor.log.gz"
    floors, referees = [], []
    for _ in range(runs):  # by turns, so that both meet the same noise
        floors.append(run_floor(programs))
        referees.append(run_match(in_c(programs), log))
    python = [run_match(in_python(), log) for _ in range(max(2, runs // 5))]
    ratios = [referee / floor for referee, floor in zip(referees, floors, strict=True)]
    print(f"A question, four clients in C, all on one core, {runs} runs by turns (microseconds)")
    print("                                 median   least")
    print(f"  floor, a program in C         {_columns(median(floors), min(floors))}")
    print(f"  referee, compressed log       {_columns(median(referees), min(referees))}")
    print(f"  referee / floor               {_columns(median(referees) / median(floors), min(referees) / min(floors))}")
    print(f"  median of the runs' ratios    {_columns(median(ratios))}")
    print(f"  referee, clients in Python    {_columns(median(python), min(python))}   (for comparison)")
    print(marks.at_most(median(ratios), marks.FLOOR, "times the floor"))


def _columns(*values: float) -> str:
    return " ".join(f"{value:7.2f}" for value in values)
