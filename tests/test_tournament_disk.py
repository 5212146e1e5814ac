"""Disks that are full, that fail or may not be written to: one line, all that counted is kept, and going on works."""

from __future__ import annotations

import errno
import os
import re
import resource
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from conftest import needs
from tournaments import Quiet, a_file, digest_of_run, run

from referee.errors import Mistake, Stuck
from referee.tournament.home import Home
from referee.tournament.worker import work

TWO = ("Ann", "Bob")  # the other seats are filled by house players
PLAIN_USER = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search") if os.getuid() == 0 else ()


def referee(*words: object, user: tuple[str, ...] = (), **more: Any) -> subprocess.CompletedProcess[str]:
    command = [*user, sys.executable, "-m", "referee", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, **more)


def refused(done: subprocess.CompletedProcess[str], code: int) -> str:
    """The one line that says why."""
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    *_, line = done.stderr.splitlines()
    return line


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Callable[[str], Path]]:
    """Is given a size, and gives a folder on a disk of that size; later sizes are for the same disk."""
    folder = tmp_path / "disk"
    folder.mkdir()

    def of_size(size: str) -> Path:
        option = f"size={size}" + (",remount" if folder.is_mount() else "")
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", option, "tmpfs", folder], capture_output=True, check=False)
        needs(done.returncode == 0, "the right to mount a small disk")
        return folder

    yield of_size
    if folder.is_mount():
        subprocess.run(["umount", folder], check=True)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The digest of a run that nothing stopped."""
    path = a_file(tmp_path_factory.mktemp("whole"), TWO, rounds=2)
    assert run(path, work)
    return digest_of_run(path)


@pytest.mark.parametrize("size", ["140k", *(pytest.param(f"{k}k", marks=pytest.mark.full) for k in range(8, 400, 24))])
def test_a_full_disk_stops_the_run_and_with_free_space_it_goes_on(
    small_disk: Callable[[str], Path], whole: str, size: str
) -> None:
    path = a_file(small_disk(size), TWO, rounds=2)
    done = referee("tournament", "run", path, "--workers", "1")
    if done.returncode:
        assert refused(done, 3).endswith(
            "all matches that counted are kept; free space, then run the same command again"
        )
    small_disk("10m")
    assert referee("tournament", "run", path, "--workers", "1").returncode == 0
    assert digest_of_run(path) == whole


def test_a_disk_without_space_for_the_copy_of_a_client_or_of_the_file(small_disk: Callable[[str], Path]) -> None:
    folder = small_disk("1m")
    (folder / "large").write_bytes(bytes(600_000))
    path = a_file(folder, TWO, rounds=1)
    text = path.read_text()
    path.write_text(text.replace("honest.py'", f"honest.py {folder}/large'", 1))
    assert "free space, then run the same command again" in refused(referee("tournament", "run", path), 3)
    path.write_text(text + "#" * 250_000)
    assert "free space, then run the same command again" in refused(referee("tournament", "run", path), 3)
    small_disk("10m")
    assert referee("tournament", "run", path).returncode == 0
    assert (folder / "cup" / "tournament.toml").read_text() == path.read_text()


def test_a_file_that_may_not_grow_stops_the_run(tmp_path: Path, whole: str) -> None:
    path = a_file(tmp_path, TWO, rounds=2)
    limit = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (150_000, 150_000))
    line = refused(referee("tournament", "run", path, preexec_fn=limit), 3)
    assert "results.sqlite: " in line
    assert line.endswith("all matches that counted are kept; run the same command again to go on")
    assert referee("tournament", "run", path).returncode == 0
    assert digest_of_run(path) == whole


@pytest.mark.parametrize("failing", [1, 12, *(pytest.param(n, marks=pytest.mark.full) for n in range(2, 12))])
def test_an_fsync_that_fails_stops_the_run_and_is_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whole: str, failing: int
) -> None:
    path, calls, sound = a_file(tmp_path, TWO, rounds=2), 0, os.fsync
    after: list[str] = []

    def fsync(descriptor: int) -> None:
        nonlocal calls
        calls += 1
        if calls >= failing:
            after.append(str(Path(f"/proc/self/fd/{descriptor}").readlink()))
            raise OSError(errno.EIO, "Input/output error")
        sound(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(Stuck, match=r"Input/output error; all matches that counted are kept; run the same command"):
        run(path, work)
    assert len(set(after)) == len(after)
    monkeypatch.undo()
    assert run(path, work)
    assert digest_of_run(path) == whole


def test_a_store_that_somebody_else_locks_stops_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whole: str
) -> None:
    monkeypatch.setattr("referee.tournament.store.WAIT", 0.05)
    path = a_file(tmp_path, TWO, rounds=2)
    other = []

    def lock(_done: int) -> None:
        other.append(sqlite3.connect(Home.of(path).store, isolation_level=None, check_same_thread=False))
        other[-1].execute("begin immediate")

    with pytest.raises(Stuck, match=r"results.sqlite: database is locked; all matches that counted are kept; run the"):
        run(path, work, watcher=Quiet(lock))
    other[0].close()
    assert run(path, work)
    assert digest_of_run(path) == whole


def test_a_folder_or_store_that_may_not_be_written_to_is_refused_before_play(tmp_path: Path) -> None:
    needs(not PLAIN_USER or bool(shutil.which("setpriv")), "setpriv")
    path = a_file(tmp_path, TWO, rounds=1)
    assert not run(path, stop_after=1)
    home = Home.of(path)
    for closed in (home.folder, home.matches, home.entrants, home.store):
        mode = stat.S_IMODE(closed.stat().st_mode)
        closed.chmod(mode & ~0o222)
        line = refused(referee("tournament", "run", path, user=PLAIN_USER), 3 if closed == home.store else 2)
        assert str(closed) in line
        closed.chmod(mode)
    assert run(path)


def test_standings_are_shown_of_a_copy_that_may_only_be_read(tmp_path: Path) -> None:
    needs(not PLAIN_USER or bool(shutil.which("setpriv")), "setpriv")
    path = a_file(tmp_path, TWO, rounds=1)
    assert run(path)
    shown = referee("tournament", "standings", path).stdout
    for each in (Home.of(path).store, Home.of(path).folder):
        each.chmod(0o555)
    done = referee("tournament", "standings", path, user=PLAIN_USER)
    assert (done.stdout, done.stderr) == (shown, "")
    Home.of(path).folder.chmod(0o755)


def test_standings_are_not_shown_without_what_counted_last(tmp_path: Path) -> None:
    """A copy of a run that was killed has it beside the store."""
    path, copy = a_file(tmp_path, TWO, rounds=1), tmp_path / "copy"

    def keep(_done: int) -> None:
        shutil.copytree(tmp_path / "cup", copy, ignore=shutil.ignore_patterns("*-shm"), dirs_exist_ok=True)

    run(path, watcher=Quiet(keep))
    copy.chmod(0o555)
    done = referee("tournament", "standings", copy, user=PLAIN_USER)
    copy.chmod(0o755)
    assert re.search(r"copy/results.sqlite: .*", refused(done, 3))
    assert referee("tournament", "standings", copy).returncode == 0


@pytest.mark.parametrize("wrong", ["a file", "no folder"])
def test_a_place_where_no_folder_can_be_is_refused(tmp_path: Path, wrong: str) -> None:
    path = a_file(tmp_path, TWO)
    if wrong == "a file":
        (tmp_path / "cup").touch()
    else:
        path = tmp_path / "nowhere" / "cup.toml"
    with pytest.raises(Mistake, match="File exists" if wrong == "a file" else "there is no such file"):
        run(path)
