"""What may meet a tournament while it runs: signals, kills, a second runner, changed files, an exhausted machine."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest
import toys
from arena import until
from conftest import sample
from tournaments import HONEST, Quiet, a_file, digest_of_run, run

from referee.disk import UNFINISHED
from referee.errors import Mistake, Stuck
from referee.steps import Steps
from referee.tournament.home import Home
from referee.tournament.store import Store
from referee.tournament.worker import work

TWO = ("Ann", "Bob")  # the other seats are filled by house players
CODES = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}
GO_ON = "all that counted is kept; to go on: referee tournament run {}"


def command(*words: object) -> list[str]:
    return [sys.executable, "-m", "referee", "tournament", *map(str, words)]


def referee(*words: object, **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(*words), capture_output=True, text=True, check=False, timeout=60, **more)


def in_terminal(path: Path) -> pexpect.spawn[str]:
    program, *words = command("run", path, "--workers", "2")
    return pexpect.spawn(program, words, encoding="utf-8", timeout=20, dimensions=(40, 200))


def ended(terminal: pexpect.spawn[str]) -> tuple[int, str]:
    """How it ended, whatever it said before."""
    said = terminal.read()
    terminal.close()
    return -(terminal.signalstatus or 0) if terminal.exitstatus is None else terminal.exitstatus, said


def programs_in(folder: Path) -> list[str]:
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if (process / "cwd").readlink().is_relative_to(folder):
                found.append(process.name)
    return found


def rows(path: Path, query: str) -> list[tuple[Any, ...]]:
    store = Store(Home.of(path).store)
    found = list(store.rows(query))
    store.sql.close()
    return found


def counted(path: Path) -> int:
    with contextlib.suppress(Mistake, Stuck):  # it may not be there yet
        return int(rows(path, "select count(*) from match")[0][0])
    return 0


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The digest of a run that nothing stopped."""
    path = a_file(tmp_path_factory.mktemp("whole"), TWO, rounds=4)
    assert run(path, work)
    return digest_of_run(path)


def goes_on(path: Path, whole: str) -> None:
    until(lambda: not programs_in(Home.of(path).entrants))
    assert run(path, work)
    assert digest_of_run(path) == whole


def a_slow_file(folder: Path) -> Path:
    """The first match waits in its first question until the gate is opened; the seconds are not what is tested."""
    path = a_file(folder, TWO, rounds=4)
    os.mkfifo(folder / "gate")
    waiting = f"{' '.join(HONEST)} {folder / 'gate'}"
    path.write_text(path.read_text().replace(" ".join(HONEST), waiting, 1).replace("[entrants]", LONG, 1))
    return path


LONG = "[limits]\nfirst_time = 60.0\n[entrants]"


def test_ctrl_c_finishes_the_matches_under_way_and_says_how_to_go_on(tmp_path: Path, whole: str) -> None:
    path = a_file(tmp_path, TWO, rounds=4)
    terminal = in_terminal(path)
    until(lambda: counted(path) >= 1, 20)
    terminal.sendintr()
    code, said = ended(terminal)
    assert code == 130
    assert "stopping when the matches under way are done; once more stops at once" in said
    assert GO_ON.format(path) in said.replace("\r\n", "")
    assert "Traceback" not in said
    assert not list(Home.of(path).matches.glob(f"{UNFINISHED}*"))
    logs = len(list(Home.of(path).matches.glob("*.log.gz")))
    assert logs == counted(path) < 16
    goes_on(path, whole)


def test_ctrl_c_twice_stops_at_once_and_leaves_no_process(tmp_path: Path) -> None:
    path = a_slow_file(tmp_path)
    terminal = in_terminal(path)
    until(lambda: len(programs_in(Home.of(path).entrants)) >= 2, 20)
    terminal.sendintr()
    terminal.expect("once more stops at once")
    for _ in range(3):  # an impatient user
        terminal.sendintr()
    code, said = ended(terminal)
    assert code == 130
    assert "to go on: " in said
    assert "Traceback" not in said
    assert programs_in(Home.of(path).entrants) == []
    assert counted(path) == 0


@pytest.mark.parametrize("number", sample([signal.SIGHUP, signal.SIGTERM], 2), ids=str)
def test_a_signal_or_a_closed_terminal_stops_it_cleanly(tmp_path: Path, whole: str, number: signal.Signals) -> None:
    path = a_file(tmp_path, TWO, rounds=4)
    terminal = in_terminal(path)
    until(lambda: counted(path) >= 1, 20)
    if number == signal.SIGHUP:
        os.close(terminal.child_fd)
    else:
        terminal.kill(number)
        terminal.read()
    assert terminal.pid
    _, status = os.waitpid(terminal.pid, 0)
    assert os.waitstatus_to_exitcode(status) == CODES[number]
    goes_on(path, whole)


@pytest.mark.parametrize("tenths", [3, *(pytest.param(n / 3, marks=pytest.mark.full) for n in range(7, 60))])
def test_a_signal_at_any_moment_leaves_what_can_be_gone_on_with(tmp_path: Path, whole: str, tenths: float) -> None:
    """Once Python has started: while clients are frozen, while workers come up, while it plays, while it finishes."""
    path = a_file(tmp_path, TWO, rounds=4)
    with subprocess.Popen(
        command("run", path), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    ) as runner:
        with contextlib.suppress(subprocess.TimeoutExpired):
            runner.wait(tenths / 10)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(runner.pid, signal.SIGINT)  # as Ctrl-C does
        said, _ = runner.communicate(timeout=30)
    assert "Traceback" not in said
    assert runner.returncode in (0, 130, -signal.SIGINT)
    goes_on(path, whole)


@pytest.mark.parametrize("output", sample(["both", "stdout"], 2))
def test_an_output_that_is_closed_early_stops_it_without_a_traceback(tmp_path: Path, whole: str, output: str) -> None:
    path = a_file(tmp_path, TWO, rounds=4)
    merged = "2>&1 |" if output == "both" else "|"
    line = f"{' '.join(command('run', path))} {merged} head -0; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=True)
    assert done.stdout.strip() in ("0", "1")
    assert "Traceback" not in done.stderr
    goes_on(path, whole)


def test_a_match_whose_log_is_there_and_whose_result_is_not_is_played_again(tmp_path: Path, whole: str) -> None:
    path = a_file(tmp_path, TWO, rounds=4)
    logs = Home.of(path).matches

    def dies(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(path, work, watcher=Quiet(dies))
    (logs / "000009.log.gz").write_bytes(b"a log that is whole, of a match that never counted")
    (logs / f"{UNFINISHED}000010.log.gz").write_bytes(b"half")
    goes_on(path, whole)
    assert not (logs / f"{UNFINISHED}000010.log.gz").exists()


def test_programs_of_a_killed_run_that_do_not_hear_the_end_are_ended_by_the_next(tmp_path: Path, whole: str) -> None:
    path = a_file(tmp_path, TWO, rounds=4)
    assert not run(path, work, stop_after=1)
    link = tmp_path / "link"
    link.symlink_to(tmp_path)
    copy = Home.of(path).frozen("Ann", 1)
    left = subprocess.Popen(
        ["/bin/sh", "-c", "trap '' TERM HUP; read line < /dev/zero"], cwd=copy, start_new_session=True
    )
    assert run(link / "cup.toml", work)
    assert left.wait(10) == -signal.SIGKILL
    assert digest_of_run(path) == whole


def test_a_shell_that_sits_in_a_copy_of_a_client_is_left_alone(tmp_path: Path) -> None:
    path = a_file(tmp_path, TWO, rounds=1)
    assert not run(path, work, stop_after=1)
    shell = pexpect.spawn("/bin/sh", cwd=str(Home.of(path).frozen("Ann", 1)), encoding="utf-8", timeout=20)
    shell.sendline(f"exec 2>&1; {' '.join(command('run', path))}; echo came to $?")
    shell.expect("came to 0")
    shell.close(force=True)


def test_a_second_runner_is_refused_in_one_line(tmp_path: Path) -> None:
    path = a_file(tmp_path, TWO)
    assert not run(path, stop_after=1)
    with Home.of(path).locked():
        done = referee("run", path)
    assert done.returncode == 2
    assert done.stderr == f"referee: {tmp_path}/cup: another runner is at work on this tournament\n"


def test_going_on_with_something_else_is_refused_in_one_line_and_of_a_finished_run_it_is_said(tmp_path: Path) -> None:
    path = a_file(tmp_path, TWO, rounds=1)
    assert not run(path, stop_after=1)
    text = path.read_text()
    path.write_text(text.replace("target = 5", "target = 6"))
    done = referee("run", path)
    assert done.returncode == 2
    assert re.fullmatch(r"referee: .*cup.toml: options was .*5.* when it began, and is .*6.* now\n", done.stderr)
    path.write_text(text)
    assert run(path)
    done = referee("run", path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("this tournament is over; its standings: referee tournament standings")


@pytest.mark.parametrize("most", [24, *(pytest.param(n, marks=pytest.mark.full) for n in range(8, 40))])
def test_too_many_open_files_are_nobodys_fault(tmp_path: Path, most: int) -> None:
    """20 are too few for the runner, 24 for its worker."""
    path = a_file(tmp_path, TWO, rounds=1)
    assert not run(path, work, stop_after=1)
    limited = ["prlimit", f"--nofile={most}", *command("run", path, "--workers", "1")]
    done = subprocess.run(limited, capture_output=True, text=True, check=False, timeout=60)
    assert "Traceback" not in done.stderr
    if done.returncode:
        assert done.returncode == 3
        assert re.search("Too many open files|unable to open", done.stderr)
    assert done.returncode or most > 24
    assert rows(path, "select * from bad_card") == []


def test_rules_that_fail_twice_stop_it_and_their_cause_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> Steps[None]:
        yield toys.ask("Ann")
        raise ZeroDivisionError("in the rules")

    path = a_file(tmp_path, TWO, rounds=1)
    with monkeypatch.context() as patch:
        patch.setattr("referee.games.tricks.Tricks.play", lambda _self: broken())
        with pytest.raises(
            Stuck, match=r"match \d was void 2 times in a row: ZeroDivisionError: in the rules \(.*:\d+\)"
        ):
            run(path, work)
    causes = rows(path, "select match, cause from void")
    assert len(causes) > len({match for match, _ in causes})
    assert all("ZeroDivisionError: in the rules" in cause for _, cause in causes)
    assert rows(path, "select count(*) from match") == [(0,)]
    assert run(path, work)


@pytest.mark.parametrize("change", ["changed", "gone"])
def test_a_client_that_changes_in_mid_run_is_put_right_and_the_run_goes_on(tmp_path: Path, change: str) -> None:
    path = a_file(tmp_path, TWO, rounds=4)
    tampered: list[Path] = []

    def tamper(done: int) -> None:
        if done >= 3 and not tampered:
            copy = next(Home.of(path).frozen("Bob", 1).rglob("*.py"))
            tampered.append(copy)
            copy.write_text("raise SystemExit") if change == "changed" else copy.unlink()

    assert run(path, work, watcher=Quiet(tamper))
    ((noted,),) = rows(path, "select count(*) from note where entrant = 'Bob' and text like 'after the match: %'")
    assert noted == 1


def test_a_program_that_cannot_be_run_any_more_makes_its_match_void(tmp_path: Path) -> None:
    (tmp_path / "bob").write_text("#!/bin/sh\nexec " + " ".join(HONEST))
    (tmp_path / "bob").chmod(0o755)
    path = a_file(tmp_path, TWO, rounds=2)
    path.write_text(path.read_text() + "Eve = './bob'\n")

    def vanish(_done: int) -> None:
        Home.of(path).frozen("Eve", 1).joinpath("bob").unlink(missing_ok=True)

    with pytest.raises(Stuck, match=r"Eve.* cannot run .*entrants/Eve/1/bob"):
        run(path, work, watcher=Quiet(vanish))
