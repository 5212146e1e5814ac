"""The other marks: how quickly a log is verified, how much memory a match needs, how soon there is help."""

from __future__ import annotations

import subprocess
import sys
from statistics import median
from time import perf_counter

import marks
from programs import HERE, Programs, in_c, run_match

from referee.verify import verify


def show(programs: Programs, runs: int) -> None:
    _show_verify(programs, runs)
    print()
    _show_memory(programs)
    print()
    _show_help(runs)


def _show_verify(programs: Programs, runs: int) -> None:
    path = programs.folder / "verify.log.gz"
    run_match(in_c(programs), path)
    questions = verify(path).lines.count(b"\n< ")
    seconds = []
    for _ in range(runs):
        started = perf_counter()
        verify(path)
        seconds.append(perf_counter() - started)
    print(f"Verifying a log of {questions:,} questions, {runs} runs (questions a second)")
    print(f"  median {questions / median(seconds):,.0f}, most {questions / min(seconds):,.0f}")
    print(marks.at_least(questions / median(seconds), marks.VERIFIED, "questions a second"))


def _show_memory(programs: Programs) -> None:
    log = str(programs.folder / "size.log.gz")
    match = ["match", "tricks", *[str(programs.client)] * 4, "--seed", "7", "--log", log]
    done = subprocess.run([sys.executable, str(HERE / "peak.py"), *match], stdout=subprocess.PIPE, check=True)
    peak = int(done.stdout.split()[-1]) * 1024 / 1e6
    print("Memory of a match to 1000 points at its peak, without the clients")
    print(marks.at_most(peak, marks.MEMORY, "MB"))


def _show_help(runs: int) -> None:
    milliseconds = []
    for _ in range(runs):
        started = perf_counter()
        subprocess.run([sys.executable, "-m", "referee", "--help"], stdout=subprocess.DEVNULL, check=True)
        milliseconds.append((perf_counter() - started) * 1000)
    print(f"`referee --help`, {runs} runs: median {median(milliseconds):.0f} ms, least {min(milliseconds):.0f} ms")
    print(marks.at_most(median(milliseconds), marks.HELP, "ms"))
