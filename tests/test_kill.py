"""kill -9 of the runner, of its workers, and of both, at random moments: going on, every match has counted once."""

from __future__ import annotations

import contextlib
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from arena import until
from conftest import sample
from tournaments import a_file

from referee.tournament.home import Home
from referee.tournament.store import Store

Kill = Callable[[int], None]

LATEST = 0.6  # seconds; the moments lie between the first match and this


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The digest of a run that nothing stopped."""
    folder = tmp_path_factory.mktemp("whole")
    path = a_file(folder, rounds=2)
    runner = referee("run", path, "--workers", "1")
    said, _ = runner.communicate()
    assert runner.returncode == 0, said
    return verified(path)


def referee(command: str, path: Path, *words: str) -> subprocess.Popen[str]:
    line = [sys.executable, "-m", "referee", "tournament", command, str(path), *words]
    return subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def verified(path: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "referee", "verify", path], capture_output=True, text=True, check=False
    )
    found = re.search(r"ok: (\d+) matches; digest ([0-9a-f]{64})", done.stdout)
    assert found, done.stdout + done.stderr
    assert found[1] == "40"
    return found[2]


def kill_runner(runner: int) -> None:
    os.kill(runner, signal.SIGKILL)


def kill_workers(runner: int) -> None:
    for worker in list(workers_of(runner)):
        with contextlib.suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)


def kill_both(runner: int) -> None:
    kill_workers(runner)
    kill_runner(runner)


def workers_of(runner: int) -> Iterator[int]:
    """The grandchildren: between them and the runner is the process that they are forked from."""
    for child in children(runner):
        yield from children(child)


def children(pid: int) -> list[int]:
    with contextlib.suppress(OSError):
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def count(path: Path) -> int:
    with contextlib.suppress(Exception):  # it may not be there yet
        store = Store(Home.of(path).store)
        try:
            return len(store.states())
        finally:
            store.sql.close()
    return 0


@pytest.mark.parametrize(
    ("kill", "workers", "kills"),
    sample(
        [
            (kill, workers, kills)
            for kills in (3, 25)
            for workers in (2, 1)
            for kill in (kill_both, kill_runner, kill_workers)
        ],
        12,
    ),
)
def test_going_on_after_a_kill_gives_what_an_uninterrupted_run_gives(
    tmp_path: Path, uninterrupted: str, kill: Kill, workers: int, kills: int
) -> None:
    path, chance = a_file(tmp_path, rounds=2), random.Random(f"{kill.__name__} {workers}")
    runner = referee("run", path, "--workers", str(workers))
    for _ in range(kills):
        wait_for_another_match(path, runner)
        time.sleep(chance.uniform(0, LATEST))
        if runner.poll() is None:
            kill(runner.pid)
        if kill is not kill_workers:
            runner.communicate()
            runner = referee("run", path, "--workers", str(workers))
    said, _ = runner.communicate(timeout=120)
    assert runner.returncode == 0, said
    assert verified(path) == uninterrupted
    assert programs_in(Home.of(path).entrants) == []


def test_eight_workers_give_what_one_gives(tmp_path: Path, uninterrupted: str) -> None:
    path = a_file(tmp_path, rounds=2)
    said, _ = (runner := referee("run", path, "--workers", "8")).communicate()
    assert runner.returncode == 0, said
    assert verified(path) == uninterrupted


def wait_for_another_match(path: Path, runner: subprocess.Popen[str]) -> None:
    known = count(path)
    until(lambda: count(path) > known or runner.poll() is not None, 60)


def programs_in(folder: Path) -> list[str]:
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if (process / "cwd").readlink().is_relative_to(folder):
                found.append(process.name)
    return found
