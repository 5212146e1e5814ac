"""Tournaments to be measured: a file with equal entrants, a run of it, and what the run took."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from referee.tournament.home import Home
from referee.tournament.lanes import Lanes, Work
from referee.tournament.opening import opened
from referee.tournament.records import Finished
from referee.tournament.runner import Runner


def a_cup(folder: Path, client: Path, *, entrants: int, rounds: int, target: int = 1) -> Path:
    """A tournament of tricks in a folder of its own."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    lines = ['game = "tricks"', 'format = "round-robin"', f"rounds = {rounds}", 'seed = "7"']
    lines += ["[options.tricks]", f"target = {target}", "[entrants]"]
    lines += [f'e{number:02} = "{client}"' for number in range(entrants)]
    path = folder / "cup.toml"
    path.write_text("\n".join(lines) + "\n")
    return path


class AtOnce(Executor):
    """Does each job where it is submitted."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **more))
        return future


@dataclass
class Run:
    """A watcher of a run, and what it took once its entrants were frozen."""

    matches: int = 0
    commits: int = 0
    wall: float = 0.0  # seconds
    cpu: float = 0.0  # of this process
    rate: float = 0.0  # matches a second, from the first that ended

    def began(self, total: int | None, done: int) -> None:
        self._first = (0.0, 0)

    def finished(self, matches: list[Finished]) -> None:
        self.matches += len(matches)
        self.commits += 1
        now = perf_counter()
        if self.commits == 1:
            self._first = (now, self.matches)
        else:
            since, already = self._first
            self.rate = (self.matches - already) / (now - since)

    def voided(self, number: int, cause: str) -> None:
        raise SystemExit(f"bench: match {number} came to nothing: {cause}")


def run(path: Path, do: Work, make: Callable[[], Executor], workers: int = 1) -> Run:
    """The whole tournament."""
    took = Run()
    with opened(Home.of(path), lambda _: None) as tournament, Lanes(workers, make, do=do) as lanes:
        runner = Runner(tournament, lanes, took)
        wall, cpu = perf_counter(), process_time()
        runner.run()
        took.wall, took.cpu = perf_counter() - wall, process_time() - cpu
    return took
