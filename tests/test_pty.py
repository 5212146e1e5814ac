"""A client that asks for terminals gets them instead of pipes, and all else stays as it was."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from arena import PYTHON, Outcome, a_gate, a_plan, program, seated, until, watched_play
from conftest import needs, sample

from referee.clients import find, players
from referee.errors import Void
from referee.lines import MOST_BYTES
from referee.live import play
from referee.log import read_log
from referee.plan import Plan, Player
from referee.seats.program import Program
from referee.tournament.entrants import frozen, player
from referee.tournament.setup import Source

DOES_NOT_FLUSH = """
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[4097], choice[4097] = "";
    while (fgets(line, sizeof line, stdin)) {
        sscanf(line, "|INFO|choices|%[^|]", choice);
        if (!strncmp(line, "|QUERY|card|", 12)) printf("|RESPONSE|card|%s|END|\\n", choice);
    }
    return 0;
}
"""
ECHOES = """
import os
print("ready", flush=True)
for line in sys.stdin.buffer:
    os.write(1, line)
print("bye", flush=True)
"""
FLOODS = """
chunk = b"|RESPONSE|card|2H|END|\\n" * 100
os.write(1, chunk)
open(sys.argv[1], "wb", buffering=0).write(b".")
while True:
    os.write(1, chunk)
"""


def on_a_terminal(one: Player) -> Player:
    return replace(one, pty=True)


def meet(folder: Path, rogue: str, *arguments: object, **changes: Any) -> Outcome:
    """The rogue is Bob, on a terminal."""
    bob = on_a_terminal(program("Bob", rogue, *arguments, folder=folder))
    return watched_play(folder, seated(folder, bob), **changes)


def started(folder: Path, text: str) -> Program:
    command = (*PYTHON, "-c", f"import os, sys\n{text}")
    return Program(Player("me", command, str(folder), pty=True), {})


def said(one: Program, size: int) -> bytes:
    found = b""

    def whole() -> bool:
        nonlocal found
        found += one.read(one.stdout) or b""
        return len(found) >= size

    until(whole)
    return found


def sent(one: Program, data: bytes) -> None:
    left = [data]

    def taken() -> bool:
        left[0] = left[0][one.write(left[0]) :]
        return not left[0]

    until(taken)


@pytest.fixture
def without_flush(tmp_path: Path) -> Path:
    needs(shutil.which("cc") is not None, "a C compiler")
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "bot.c").write_text(DOES_NOT_FLUSH)
    subprocess.run(["cc", "-o", "bot", "bot.c"], cwd=tmp_path / "bot", check=True)
    return tmp_path / "bot"


# A client that does not flush


@pytest.mark.parametrize(("key", "expected"), [("pty = true", {}), ("pty = false", {"silent": 1}), ("", {"silent": 1})])
def test_a_client_in_c_that_does_not_flush_plays_on_a_terminal_alone(
    without_flush: Path, tmp_path: Path, key: str, expected: dict[str, int]
) -> None:
    (without_flush / "client.toml").write_text(f'run = ["./bot"]\nchoices = true\n{key}\n')
    (bob,) = players([f"Bob={without_flush}"], "tricks")
    outcome = watched_play(tmp_path, seated(tmp_path, bob), first_time=0.5)
    assert outcome.bad_cards() == expected
    assert bool(outcome.answered()) == (not expected)


def test_a_client_in_python_that_does_not_flush_plays_on_a_terminal(tmp_path: Path) -> None:
    outcome = meet(tmp_path, "does_not_flush")
    assert (outcome.bad_cards(), outcome.notes()) == ({}, [])


# What the terminal is


def test_its_input_and_its_output_are_terminals_and_its_stderr_is_a_pipe(tmp_path: Path) -> None:
    one = started(tmp_path, "print(*map(os.isatty, (0, 1, 2)), os.ttyname(0) != os.ttyname(1), flush=True)")
    try:
        assert said(one, 21) == b"True True False True\n"
    finally:
        one.end(leaving=False)
        one.close()


def test_it_is_not_the_terminal_that_controls_the_program(tmp_path: Path) -> None:
    outcome = meet(tmp_path, "reads_the_terminal")
    assert outcome.bad_cards() == {}


def test_nothing_is_echoed_and_lines_of_any_length_come_and_go_unaltered(tmp_path: Path) -> None:
    one = started(tmp_path, ECHOES)
    lines = [b"x" * length + b"\n" for length in (0, 1, 1023, 1024, 4000, MOST_BYTES - 1)]
    try:
        assert said(one, 6) == b"ready\n"
        for line in [*lines, "|INFO|Häs Ω 🂡|END|\n".encode()]:
            sent(one, line)
            assert said(one, len(line)) == line
        assert one.read(one.stdout) is None
    finally:
        one.end(leaving=False)
        one.close()


def test_many_lines_at_once_arrive_as_they_were_sent(tmp_path: Path) -> None:
    one = started(tmp_path, "for line in sys.stdin:\n    if line == 'end\\n':\n        break\n    print(line, end='')")
    lines = b"".join(b"|INFO|played|%d|END|\n" % number for number in range(5_000))
    found, left = b"", lines + b"end\n"

    def came() -> bool:
        nonlocal found, left
        left = left[one.write(left) :]
        found += one.read(one.stdout) or b""
        return len(found) >= len(lines)

    try:
        until(came)
        assert found == lines
    finally:
        one.end(leaving=False)
        one.close()


def test_every_byte_that_it_writes_arrives_as_it_is(tmp_path: Path) -> None:
    one = started(tmp_path, "os.write(1, bytes(range(256)))")
    try:
        assert said(one, 256) == bytes(range(256))
    finally:
        one.end(leaving=False)
        one.close()


# As with pipes


def test_the_end_of_the_input_is_told_after_every_line_was_read(tmp_path: Path) -> None:
    one = started(tmp_path, "n = 0\nfor line in sys.stdin:\n    n += 1\nprint(n, sys.stdin.read() == '', flush=True)")
    try:
        sent(one, b"a line\n" * 3000)
        sent(one, one.close_stdin())
        assert said(one, 10) == b"3000 True\n"
        until(one.has_exited)
        assert one.read(one.stdout) == b""
        assert one.close_stdin() == b""
        assert one.end(leaving=True) == "exited with code 0"
    finally:
        one.close()


@pytest.mark.parametrize("rogue", ["honest", "talks_at_the_end", "noisy", "stays"])
def test_who_is_honest_plays_as_on_pipes(tmp_path: Path, rogue: str) -> None:
    outcome = meet(tmp_path, rogue)
    assert outcome.bad_cards() == {}
    notes = {"talks_at_the_end": ["said after its last question: well played, all"]}
    assert outcome.notes() == notes.get(rogue, ["did not leave when its input was closed"] * (rogue == "stays"))


@pytest.mark.parametrize(
    ("rogue", "arguments", "kind", "answers"),
    sample(
        [
            ("exits_at_start", (), "gone", 0),
            ("silent", (), "silent", 0),
            ("deaf", (), "silent", 0),
            ("no_newline", (), "silent", 0),
            ("half_a_line", (), "gone", 0),
            ("drips", (), "silent", 1),
            ("endless_answer", (), "overlong", 0),
            ("says", ((b"x" * 4096 + b"\n").hex(),), "overlong", 0),
            ("says", (b"|RESPONSE|card|2\x04H\x03\x1a|END|\n".hex(),), "garbled", 1),
            ("closes_stdout", (1,), "gone", 0),
            ("closes_stdout", (0, 1), "gone", 0),
            ("closes_stdin", (), "silent", 1),
            ("answers_once", (), "gone", 1),
        ],
        3,
    ),
)
def test_a_fault_is_the_same_as_on_pipes(
    tmp_path: Path, rogue: str, arguments: tuple[object, ...], kind: str, answers: int
) -> None:
    outcome = meet(tmp_path, rogue, *arguments, time=0.2, first_time=1.0)
    assert outcome.bad_cards() == {kind: 1}
    assert outcome.answered() == answers


def test_a_control_character_in_an_answer_stands_in_the_log(tmp_path: Path) -> None:
    outcome = meet(tmp_path, "says", b"|RESPONSE|card|2\x04H\r|END|\r\n".hex(), bad_cards=1)
    (line,) = [line for line in outcome.lines if line.startswith("< Bob ")]
    assert line.endswith(r" |RESPONSE|card|2\x04H\x0d|END|\x0d")


def test_more_than_is_read_of_it_is_a_flood_though_the_terminal_holds_less(tmp_path: Path) -> None:
    with a_gate(tmp_path) as gate:
        command = (*PYTHON, "-c", f"import os, sys\n{FLOODS}", str(gate))
        bob = Player("Bob", command, str(tmp_path), choices=True, pty=True)
        players = seated(tmp_path, bob, program("Ann", "honest", gate, folder=tmp_path))
        outcome = watched_play(tmp_path, players)
    assert outcome.bad_cards() == {"flood": 1}


# Where it is kept


def test_a_manifest_asks_for_it(tmp_path: Path) -> None:
    (tmp_path / "client.toml").write_text('run = ["{python}", "-c", ""]\npty = true\n')
    assert find(str(tmp_path)).pty
    assert [one.pty for one in players([str(tmp_path), "@python/random"], "tricks")] == [True, False]


def test_it_stands_in_the_log_and_a_log_without_it_can_be_read(tmp_path: Path) -> None:
    meet(tmp_path, "honest")
    log = tmp_path / "match.log"
    assert [one.pty for one in read_log(log).plan.players] == [False, True, False, False]
    log.write_text(log.read_text().replace(', "pty": false', "").replace(', "pty": true', ""))
    assert [one.pty for one in read_log(log).plan.players] == [False] * 4


def test_a_frozen_entrant_keeps_it(tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "client.toml").write_text('run = ["{python}", "-c", ""]\npty = true\n')
    copy = tmp_path / "cup" / "1"
    entrant = frozen(Source("bot", "bot", False), tmp_path, copy, 1)
    assert player(entrant, copy, "bot").pty


def test_that_no_terminal_is_free_is_nobodys_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none_is_free() -> tuple[int, int]:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "openpty", none_is_free)
    bob = on_a_terminal(program("Bob", folder=tmp_path))
    with pytest.raises(Void, match=r"^no terminal can be had: No space left on device$"):
        play(a_plan(seated(tmp_path, bob)))


def test_what_cannot_be_started_leaves_no_terminal_open(tmp_path: Path) -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    plan: Plan = a_plan(seated(tmp_path, Player("Bob", ("/nowhere",), str(tmp_path), pty=True)))
    with pytest.raises(Exception, match="cannot run /nowhere"):
        play(plan)
    assert len(list(Path("/proc/self/fd").iterdir())) == before
