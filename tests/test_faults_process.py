"""What a client may do wrong as a process, as far as it shows without isolation, and how programs come and go."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from arena import FOUR, a_plan, meet, open_descriptors, processes_in, program, seated, watched_play

from referee.chance import client_seed
from referee.live import play
from referee.plan import Player
from referee.seats import processes
from referee.seats.program import PLAIN_PATH, Program


@pytest.mark.parametrize("rogue", ["stops_itself", "cannot_be_asked_to_end"])
def test_who_stops_itself_or_ignores_signals_is_silent_and_killed(tmp_path: Path, rogue: str) -> None:
    outcome = meet(tmp_path, rogue, time=0.2)
    assert outcome.bad_cards() == {"silent": 1}
    assert outcome.answered() == 1


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGFPE, signal.SIGABRT, signal.SIGKILL])
def test_the_signal_that_ended_a_program_is_named_and_leaves_no_core_file(
    tmp_path: Path, number: signal.Signals
) -> None:
    before = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (before[1], before[1]))
    try:
        outcome = meet(tmp_path, "dies_by_signal", int(number))
    finally:
        resource.setrlimit(resource.RLIMIT_CORE, before)
    assert outcome.bad_cards() == {"gone": 1}
    assert outcome.notes() == [f"was ended by signal {int(number)} ({number.name})"]


def test_a_signal_is_named_also_where_a_shell_tells_of_it(tmp_path: Path) -> None:
    bob = Player("Bob", ("/bin/sh", "-c", "exit 139"), str(tmp_path))
    outcome = watched_play(tmp_path, seated(tmp_path, bob))
    assert outcome.notes() == ["exited with code 139, which stands for signal 11 (SIGSEGV)"]


def test_a_program_that_does_not_leave_after_the_game_is_ended_and_that_is_noted(tmp_path: Path) -> None:
    outcome = meet(tmp_path, "stays")
    assert outcome.bad_cards() == {}
    assert outcome.notes() == ["did not leave when its input was closed"]


def test_a_daemon_of_its_own_session_is_ended_with_the_match(tmp_path: Path) -> None:
    number = tmp_path / "daemon"
    number.touch()
    outcome = meet(tmp_path, "leaves_a_daemon", number)
    assert outcome.bad_cards() == {}
    assert not Path("/proc", number.read_text()).exists()


def test_a_program_is_gone_when_its_first_process_is_even_if_a_child_would_answer_on(tmp_path: Path) -> None:
    outcome = meet(tmp_path, "child_answers_on", gate="Ann")
    assert outcome.bad_cards() == {"gone": 1}
    assert outcome.notes() == ["exited with code 0"]


def test_nobody_waits_for_the_end_of_a_pipe_that_a_daemon_holds(tmp_path: Path) -> None:
    outcome = meet(tmp_path, "daemon_holds_pipes", time=5.0)
    assert outcome.bad_cards() == {"gone": 1}
    assert outcome.standing("Bob").slowest_micros < 1_000_000


def test_many_matches_leave_no_process_and_no_descriptor(tmp_path: Path) -> None:
    matches(tmp_path, 5)


@pytest.mark.full
def test_hundreds_of_matches_leave_no_process_and_no_descriptor(tmp_path: Path) -> None:
    matches(tmp_path, 300)


def matches(folder: Path, count: int) -> None:
    before = open_descriptors()
    for _ in range(count):
        bob = program("Bob", "exits_at_start", folder=folder)
        play(a_plan(seated(folder, bob), bad_cards=3, target=2))
    assert open_descriptors() == before
    assert processes_in(folder) == []
    with pytest.raises(ChildProcessError):  # not even a zombie
        os.waitpid(-1, os.WNOHANG)
    assert list(folder.iterdir()) == []


def test_a_bank_that_is_empty_retires_without_a_bad_card_and_the_house_answers_the_open_question(
    tmp_path: Path,
) -> None:
    outcome = meet(tmp_path, "thinks_long", bank=0.25, target=5)
    assert outcome.bad_cards() == {}
    assert outcome.standing("Bob").retired == "time"
    assert outcome.standing("Bob").place == 4
    assert outcome.answered() == 2
    fault = next(n for n, line in enumerate(outcome.lines) if line.startswith("! Bob time"))
    assert outcome.lines[fault + 1] == ". Bob retired time"
    assert outcome.lines[fault + 2].startswith("~ house/2 0 1 ")


def test_bad_cards_retire_and_the_house_plays_on_for_a_program_that_is_told_nothing_more(tmp_path: Path) -> None:
    outcome = meet(tmp_path, "says", b"|RESPONSE|card|no card|END|\n".hex(), bad_cards=1)
    assert outcome.standing("Bob").retired == "bad cards"
    retired = outcome.lines.index(". Bob retired bad cards")
    assert not any(line.startswith("> Bob |QUERY|") for line in outcome.lines[retired:])
    assert any(line.startswith("~ house/2 ") for line in outcome.lines[retired:])


def test_a_process_id_stays_a_programs_own_until_its_tree_is_ended(tmp_path: Path) -> None:
    ended = Program(program("Bob", "exits_at_start", folder=tmp_path), {})
    os.waitid(os.P_PID, ended.process.pid, os.WEXITED | os.WNOWAIT)
    assert ended.has_exited()
    assert Path("/proc", str(ended.process.pid), "stat").read_text().split()[2] == "Z"
    assert ended.end(leaving=True) == "exited with code 3"
    ended.close()


def test_no_stranger_is_killed_by_the_number_of_a_descendant_that_has_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stranger = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    bob = Program(program("Bob", "silent", folder=tmp_path), {})
    listed = [[stranger.pid]]  # as a child of Bob's program, when it was looked at first
    monkeypatch.setattr(processes, "_children", lambda pid: listed.pop() if listed and pid == bob.process.pid else [])
    bob.end(leaving=False)
    bob.close()
    assert listed == []
    assert stranger.poll() is None
    stranger.communicate(b"\n")
    assert stranger.returncode == 0


def seen_by_a_program(folder: Path, **limits: Any) -> list[dict[str, Any]]:
    """What each start of Bob's program saw; a descriptor of the referee that could be inherited is open."""
    page = folder / "seen"
    page.touch()
    open_one = os.open(page, os.O_RDONLY)
    os.set_inheritable(open_one, True)
    try:
        watched_play(folder, seated(folder, program("Bob", "looks_around", page, folder=folder)), **limits)
    finally:
        os.close(open_one)
    return [json.loads(line) for line in page.read_text().splitlines()]


def test_a_program_is_started_with_its_name_and_its_limits_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET", "of the user")
    seen = seen_by_a_program(tmp_path)[0]
    assert seen["arguments"] == ["Bob"]
    assert seen["folder"] == str(tmp_path)
    assert seen["descriptors"] == []
    assert seen["core"] == 0
    assert seen["leads its session"]
    seen["environment"].pop("LC_CTYPE", None)  # the interpreter's own
    assert seen["environment"] == {
        "PATH": PLAIN_PATH,
        "HOME": str(tmp_path),
        "LANG": "C.UTF-8",
        "REFEREE_GAME": "tricks",
        "REFEREE_SEED": str(client_seed("7", "Bob")),
        "REFEREE_TIME": "0.4",
        "REFEREE_FIRST_TIME": "5",
    }


def test_a_fresh_program_gets_start_game_the_hand_and_the_same_environment(tmp_path: Path) -> None:
    first, second = seen_by_a_program(tmp_path, bad_cards=2)
    assert second["environment"] == first["environment"]
    assert first["lines"][:2] == [f"|INFO|start game|{'|'.join(FOUR)}|END|", "|INFO|start hand|1|END|"]
    assert second["lines"][:2] == [f"|INFO|start game|{'|'.join(FOUR)}|END|", "|INFO|start hand|2|END|"]
    assert second["lines"][-1] == "|QUERY|card|END|"


def test_a_fresh_program_is_started_before_the_next_hand_and_has_the_time_of_a_first_answer(tmp_path: Path) -> None:
    outcome = meet(tmp_path, "late", time=0.2, bad_cards=2)
    assert outcome.times("started") == 1
    at = outcome.lines.index(". Bob started")
    assert outcome.lines[at + 1 : at + 3] == (
        f"> Bob |INFO|start game|{'|'.join(FOUR)}|END|",
        "> * |INFO|start hand|2|END|",
    )
    assert outcome.bad_cards() == {"silent": 2}


def test_the_time_for_a_first_answer_holds_for_a_fresh_program_too(tmp_path: Path) -> None:
    outcome = meet(tmp_path, "slow_to_start", time=0.2, bad_cards=2)
    assert outcome.bad_cards() == {"gone": 2}
    assert outcome.answered() == 4


def test_what_programs_started_in_their_own_group_ends_with_them(tmp_path: Path) -> None:
    bob = Player("Bob", ("/bin/sh", "-c", "sleep 100 & exec sleep 100"), str(tmp_path))
    play(a_plan(seated(tmp_path, bob), first_time=1.0))
    assert processes_in(tmp_path) == []
