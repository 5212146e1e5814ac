"""Faults that are no client's: signals, full disks, exhausted machines, broken rules, and what the user then reads."""

from __future__ import annotations

import contextlib
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pexpect
import pytest
import toys
from arena import ROGUES, a_plan, open_descriptors, processes_in, program, seated, until
from conftest import needs

from referee.errors import Mistake, Void
from referee.live import play
from referee.steps import Steps

HONEST = f"{sys.executable} -I -S {ROGUES / 'honest.py'}"
CHOICES = [word for name in ("Ann", "Bob", "Cat", "Dan") for word in ("--choices", name)]


def arguments(bob: str = HONEST, *options: object) -> list[str]:
    clients = [f"Ann={HONEST}", f"Bob={bob}", f"Cat={HONEST}", f"Dan={HONEST}"]
    return ["-m", "referee", "match", "tricks", *clients, *CHOICES, "--no-pin", *map(str, options)]


def rogue(name: str, *its_arguments: object) -> str:
    return " ".join([sys.executable, "-I", "-S", str(ROGUES / f"{name}.py"), *map(str, its_arguments)])


def started(folder: Path, arguments: list[str], **pipes: Any) -> subprocess.Popen[str]:
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **pipes}
    return subprocess.Popen([sys.executable, *arguments], cwd=folder, text=True, **pipes)


def run(folder: Path, arguments: list[str], **pipes: Any) -> tuple[int, str, str]:
    with started(folder, arguments, **pipes) as process:
        out, err = process.communicate(timeout=30)
    assert processes_in(folder) == []
    return process.returncode, out, err


def verified(log: Path) -> tuple[int, str]:
    code, out, _ = run(log.parent, ["-m", "referee", "verify", str(log)])
    return code, out


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)], ids=str
)
@pytest.mark.parametrize("bob", ["silent", "honest"])
def test_a_signal_ends_all_programs_and_leaves_a_readable_log(
    tmp_path: Path, number: signal.Signals, code: int, bob: str
) -> None:
    log = tmp_path / "m.log.gz"
    options = ("--first-time", 60, "--log", log, "-o", "target=100000")
    with started(tmp_path, arguments(rogue(bob), *options)) as process:
        until(lambda: log.exists() and (bob == "silent" or log.stat().st_size > 100_000))
        process.send_signal(number)
        _, err = process.communicate(timeout=10)
    assert (process.returncode, err) == (code, f"referee: stopped by {number.name}\n")
    assert processes_in(tmp_path) == []
    verdict, out = verified(log)
    assert (verdict, "cut off after line" in out) == (3, True)


def test_a_closed_terminal_ends_all_programs(tmp_path: Path) -> None:
    log = tmp_path / "m.log"
    child = pexpect.spawn(
        sys.executable, arguments(rogue("silent"), "--first-time", 60, "--log", log), cwd=str(tmp_path)
    )
    until(log.exists)
    os.close(child.child_fd)
    assert child.pid is not None
    _, status = os.waitpid(child.pid, 0)
    child.closed = True
    assert os.waitstatus_to_exitcode(status) == 129
    assert processes_in(tmp_path) == []


def test_control_c_on_a_terminal_says_so_in_one_line(tmp_path: Path) -> None:
    log = tmp_path / "m.log"
    child = pexpect.spawn(
        sys.executable, arguments(rogue("silent"), "--first-time", 60, "--log", log), cwd=str(tmp_path), timeout=10
    )
    until(log.exists)
    child.sendintr()
    child.expect("referee: stopped by SIGINT\r\n")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert processes_in(tmp_path) == []


def test_no_client_reads_the_users_terminal(tmp_path: Path) -> None:
    child = pexpect.spawn(
        sys.executable, arguments(rogue("reads_the_terminal"), "-o", "target=3"), cwd=str(tmp_path), timeout=10
    )
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert isinstance(child.before, bytes)
    assert b"the terminal is open" not in child.before
    control = pexpect.spawn(sys.executable, ["-c", "open('/dev/tty'); print('open')"], timeout=10)
    control.expect("open\r\n")  # without the referee it could have been read
    control.expect(pexpect.EOF)
    control.close()


def test_a_referee_that_was_stopped_blames_nobody_and_notes_the_gap(tmp_path: Path) -> None:
    code, out, _ = run(tmp_path, arguments(rogue("stops_the_referee"), "--time", 0.5, "--bank", 2, "-o", "target=3"))
    assert code == 0
    assert "first bad card" not in out
    assert "retired" not in out
    assert "Bob, in hand 1: was asked when the referee was held up for 1." in out


def test_output_that_cannot_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    needs(Path("/dev/full").exists(), "/dev/full")
    writer = os.open("/dev/full", os.O_WRONLY)
    code, _, err = run(tmp_path, arguments(HONEST, "-o", "target=3"), stdout=writer)
    os.close(writer)
    assert (code, err) == (1, "referee: the output: No space left on device\n")


def test_a_reader_that_has_seen_enough_needs_no_word(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    code, _, err = run(tmp_path, arguments(HONEST, "-o", "target=3"), stdout=writer)
    os.close(writer)
    assert (code, err) == (1, "")


def test_a_log_on_a_full_device_voids_the_match_and_says_why(tmp_path: Path) -> None:
    needs(Path("/dev/full").exists(), "/dev/full")
    code, _, err = run(tmp_path, arguments(HONEST, "-o", "target=3", "--log", "/dev/full"))
    assert code == 3
    assert err == "referee: the match is void, no player is to blame: /dev/full: No space left on device\n"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = shutil.which("mount")
    needs(bool(mount) and os.geteuid() == 0, "root and mount")
    made = subprocess.run([str(mount), "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)], check=False)
    needs(made.returncode == 0, "a right to mount")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


@pytest.mark.parametrize("name", ["m.log", "m.log.gz"])
def test_a_disk_that_fills_up_voids_the_match_and_what_was_written_is_readable(small_disk: Path, name: str) -> None:
    log = small_disk / name
    code, _, err = run(small_disk.parent, arguments(HONEST, "-o", "target=100000", "--log", log))
    assert code == 3
    assert err == f"referee: the match is void, no player is to blame: {log}: No space left on device\n"
    assert log.stat().st_size > 32_000
    assert verified(log)[0] == 3


@pytest.mark.parametrize(
    ("client", "said"),
    [
        ("./not-there", "there is no file"),
        ("not-a-command", "'not-a-command'"),
        ("./plain", "chmod +x"),
        ("./wrong", "its first line names /no/such/python, which is not there"),
        ("./returns", r"its first line names /bin/sh\x0d, which is not there"),
        ("./nothing", "it is no program of this machine"),
    ],
)
def test_a_client_that_cannot_be_run_is_told_in_one_line_before_anything_starts(
    tmp_path: Path, client: str, said: str
) -> None:
    texts = {"wrong": "#!/no/such/python\n", "returns": "#!/bin/sh\r\n", "nothing": "hello\n", "plain": "#!/bin/sh\n"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, newline="")
        (tmp_path / name).chmod(0o644 if name == "plain" else 0o755)
    code, _, err = run(tmp_path, arguments(client, "--log", "m.log"))
    assert code == 2
    assert (err.count("\n"), said in err, "Traceback" in err) == (1, True, False)
    assert not (tmp_path / "m.log").exists()


def test_of_a_client_that_crashes_at_once_the_command_the_code_and_the_last_words_are_shown(tmp_path: Path) -> None:
    code, out, _ = run(tmp_path, arguments(rogue("exits_at_start"), "--max-bad-cards", 1, "-o", "target=3"))
    assert code == 0
    assert f"It ran: {rogue('exits_at_start')} Bob" in out
    assert "Bob, in hand 1: exited with code 3" in out
    assert "Bob, in hand 1: stderr: no book of openings" in out


@pytest.mark.parametrize("log", ["no/such/folder/m.log", "/proc/m.log", "."])
def test_a_log_that_cannot_be_had_is_told_in_one_line(tmp_path: Path, log: str) -> None:
    code, _, err = run(tmp_path, arguments(HONEST, "--log", log))
    assert (code, err.count("\n"), "Traceback" in err) == (2, 1, False)


def test_a_machine_without_descriptors_voids_the_match_and_names_the_reason(tmp_path: Path) -> None:
    players = seated(tmp_path, program("Bob", "exits_at_start", folder=tmp_path))
    before, limit = open_descriptors(), resource.getrlimit(resource.RLIMIT_NOFILE)

    def exhaust(_scores: object) -> None:
        most = max(int(one.split()[0]) for one in open_descriptors())
        resource.setrlimit(resource.RLIMIT_NOFILE, (most + 1, limit[1]))
        with contextlib.suppress(OSError):
            while True:
                fillers.append(os.open(os.devnull, os.O_RDONLY))

    fillers: list[int] = []
    try:
        with pytest.raises(Void, match=r"^cannot start Bob: Too many open files$"):
            play(a_plan(players, bad_cards=2), watch=exhaust)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limit)
        for filler in fillers:
            os.close(filler)
    assert open_descriptors() == before
    assert processes_in(tmp_path) == []


def test_a_program_that_cannot_be_started_again_voids_the_match(tmp_path: Path) -> None:
    script = tmp_path / "once"
    script.write_text("#!/bin/sh\nrm once\n")
    script.chmod(0o755)
    bob = program("Bob", folder=tmp_path)
    bob = type(bob)("Bob", (str(script),), str(tmp_path))
    with pytest.raises(Void, match=r"cannot run .*: No such file or directory"):
        play(a_plan(seated(tmp_path, bob), bad_cards=2))
    assert processes_in(tmp_path) == []


def test_rules_that_fail_void_the_match_and_the_place_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> Steps[None]:
        yield toys.ask("Ann")
        raise ZeroDivisionError("in the rules")

    toys.install(monkeypatch, broken)
    players = (program("Ann", folder=tmp_path), program("Bob", folder=tmp_path))
    log, before = tmp_path / "m.log", open_descriptors()
    with pytest.raises(Void, match=r"ZeroDivisionError: in the rules \(.*test_faults_referee.py:[0-9]+\)"):
        play(a_plan(players, game="toy"), log=log)
    assert log.read_text().splitlines()[-1].endswith("|RESPONSE|word|heard|END|")
    assert (processes_in(tmp_path), open_descriptors()) == ([], before)


def test_of_programs_that_cannot_be_started_at_first_none_is_left(tmp_path: Path) -> None:
    dan = type(program("Dan", folder=tmp_path))("Dan", ("/no/such/program",), str(tmp_path))
    before = open_descriptors()
    with pytest.raises(Mistake, match=r"^Dan: cannot run /no/such/program Dan: No such file or directory$"):
        play(a_plan(seated(tmp_path, dan)), log=tmp_path / "m.log")
    assert (processes_in(tmp_path), open_descriptors()) == ([], before)
    assert list(tmp_path.iterdir()) == []
