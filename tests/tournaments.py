"""Tournaments for tests: files in a line or two, and runs with simulated matches that end in any order."""

from __future__ import annotations

import random
import sys
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future
from hashlib import sha256
from pathlib import Path
from typing import Any

from referee.plan import Plan
from referee.result import Record, Result, result
from referee.tournament.audit import digest
from referee.tournament.home import Home
from referee.tournament.lanes import Lanes, Work
from referee.tournament.opening import opened
from referee.tournament.records import Finished
from referee.tournament.runner import Runner
from referee.tournament.worker import Job, Report

HONEST = (sys.executable, "-I", "-S", str(Path(__file__).parent / "rogues" / "honest.py"))
ALL_FORMATS = ("round-robin", "gauntlet", "swiss", "knockout", "ladder")


def a_file(folder: Path, names: Iterable[str] = ("Ann", "Bob", "Cat", "Dan", "Eve"), **keys: Any) -> Path:
    """A tournament of tricks; keys of the file by name, entrants that play honestly."""
    told = {"game": "tricks", "format": "round-robin", "rounds": 2, "seed": "7", **keys}
    if told["format"] == "knockout":
        del told["rounds"]
    if told["format"] == "gauntlet":
        told.setdefault("challengers", ["Ann"])
    names = tuple(names)
    lines = [f"{key} = {_toml(value)}" for key, value in told.items() if value is not None]
    lines += ["[options.tricks]", "target = 5", "[entrants]"]
    lines += [f"{name} = {{ client = '{' '.join(HONEST)}', choices = true }}" for name in names]
    path = folder / "cup.toml"
    path.write_text("\n".join(lines) + "\n")
    return path


def _toml(value: Any) -> str:
    return repr(value).replace("'", '"') if isinstance(value, str | list) else str(value)


def simulated(job: Job) -> Report:
    """A result that follows from the plan, as with deterministic clients; no log."""
    outcome = a_result(job.plan)
    return Report(outcome, seconds=0.01, at="2026-01-01", digest=sha256(repr(job.plan.seed).encode()).digest())


def a_result(plan: Plan) -> Result:
    text = f"{plan.seed} {plan.names}"
    chance = random.Random(sha256(text.encode()).digest())
    scores = {name: chance.randrange(10) for name in plan.names}
    return result(scores, {name: Record() for name in plan.names}, [], low_wins=False)


class Shuffled(Executor):
    """Ends its jobs in an order of its own."""

    def __init__(self, seed: int = 0) -> None:
        self._chance = random.Random(seed)
        self._jobs: list[tuple[Future[Any], Callable[[], Any]]] = []
        self._changed = threading.Condition()
        self._over = False
        threading.Thread(target=self._end_jobs, daemon=True).start()

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        future: Future[Any] = Future()
        with self._changed:
            self._jobs.append((future, lambda: fn(*args, **kwargs)))
            self._changed.notify()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._changed:
            self._over = True
            self._changed.notify()

    def _end_jobs(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._jobs or self._over)
                if self._over:
                    return
                future, job = self._jobs.pop(self._chance.randrange(len(self._jobs)))
            try:
                future.set_result(job())
            except BaseException as error:
                future.set_exception(error)


class Quiet:
    """A watcher that remembers what it was told."""

    def __init__(self, after: Callable[[int], None] = lambda _: None) -> None:
        self.total: int | None = None
        self.numbers: list[int] = []
        self.voids: list[tuple[int, str]] = []
        self._after = after

    def began(self, total: int | None, done: int) -> None:
        self.total = total

    def finished(self, matches: list[Finished]) -> None:
        self.numbers += [one.fixture.number for one in matches]
        self._after(len(self.numbers))

    def voided(self, number: int, cause: str) -> None:
        self.voids.append((number, cause))


def run(
    path: Path,
    do: Work = simulated,
    *,
    workers: int = 1,
    watcher: Quiet | None = None,
    beacon: str | None = None,
    stop_after: int = 10**9,
    make: Callable[[], Executor] = Shuffled,
) -> bool:
    """Whether it came to its end; it stops by itself after so many matches."""
    watcher = watcher or Quiet()
    with opened(Home.of(path), lambda _: None, beacon) as tournament, Lanes(workers, make, width=2, do=do) as lanes:
        return Runner(tournament, lanes, watcher).run(lambda: len(watcher.numbers) >= stop_after)


def digest_of_run(path: Path) -> str:
    with opened(Home.of(path), lambda _: None) as tournament:
        return digest(tournament.setup, tournament.store)
