"""`referee rerun`: a program alone is sent what it was sent in a match, and what it says is held against the log."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest
from arena import PYTHON, meet, processes_in, program
from tournaments import a_file

from referee.chance import client_seed
from referee.log import read_log
from referee.plan import Limits, Player
from referee.replay.places import Question, questions
from referee.replay.rerun import Rerun, rerun
from referee.replay.story import Story
from referee.replay.text import as_lines

REFEREE = (sys.executable, "-m", "referee")
WRONG_AT = """
import sys
number, choice = 0, ""
for line in sys.stdin:
    if line.startswith("|INFO|choices|"):
        choice = line.split("|")[3]
    elif line.startswith("|QUERY|"):
        number += 1
        if number == WRONG:
            print("here I go wrong", file=sys.stderr, flush=True)
            choice = "ZZ"
        print(f"|RESPONSE|card|{choice}|END|", flush=True)
"""
KEEPS_WHAT_IT_IS_SENT = """
import sys
with open(sys.argv[1], "w") as file:
    choice = ""
    for line in sys.stdin:
        file.write(line)
        file.flush()
        if line.startswith("|INFO|choices|"):
            choice = line.split("|")[3]
        elif line.startswith("|QUERY|"):
            print(f"|RESPONSE|card|{choice}|END|", flush=True)
"""


def run(*words: str, cwd: Path, keys: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([*REFEREE, *words], capture_output=True, text=True, cwd=cwd, check=False, input=keys)


def wrong_at(number: int, folder: Path) -> str:
    """A command line of a client whose answer of that number is against the rules; 0: none is."""
    path = folder / f"wrong_{number}.py"
    path.write_text(WRONG_AT.replace("WRONG", str(number)))
    return f"{sys.executable} -I -S {path.name}"


def again(folder: Path, player: Player, goal: Question | None = None, limits: Limits | None = None) -> Rerun:
    """What a program of Bob says now in the match of the folder."""
    log = read_log(folder / "match.log")
    return rerun(log, player, questions(Story(log)), goal, limits=limits)


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A folder with the log of a match, in which Bob's fourth answer was a bad card."""
    bob = f"Bob={wrong_at(4, tmp_path)}"
    words = ("match", "tricks", "@house", bob, "@house", "@house", "--choices", "Bob", "-o", "target=12", "--seed", "7")
    assert run(*words, "--log", "m.log", cwd=tmp_path).returncode == 0
    return tmp_path


# What is shown


def test_a_bad_card_comes_again_without_the_other_players(played: Path) -> None:
    done = run("rerun", "m.log", "--seat", "Bob", cwd=played)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    log = (played / "m.log").read_text().splitlines()
    number = next(n for n, line in enumerate(log, start=1) if "|ZZ|" in line)
    assert lines[0].startswith("Bob, asked from hand 1 on: ")
    assert lines[2] == f"line {number}, hand 1: asked for card"
    assert (lines[3].split()[:2], lines[3].split("  ")[-1]) == (["then", "ZZ"], "bad card: illegal")
    assert (lines[4].split()[:2], lines[4].split("  ")[-1]) == (["now", "ZZ"], "bad card: illegal")
    assert lines[5].startswith("    legal  ")
    assert lines[6] == "    stderr: here I go wrong"
    assert lines[-1] == f"4 questions, up to the one in line {number}, hand 1: all answered as then"


def test_what_is_answered_otherwise_now_is_shown_and_the_match_goes_on_as_it_was(played: Path) -> None:
    done = run("rerun", "m.log", "--seat", "Bob", "--", wrong_at(2, played), cwd=played)
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines if "asked for" in line] == ["line", "line"]
    assert next(line for line in lines if line.startswith("    now")).split()[1] == "ZZ"
    assert [line.split()[1] for line in lines if line.startswith("    then")][1] == "ZZ"
    assert lines[-1].startswith("4 questions, up to the one in line ")
    assert lines[-1].endswith(": 2 answered otherwise")


def test_a_mended_client_shows_its_better_answer_at_the_bad_card_alone(played: Path) -> None:
    done = run("rerun", "m.log", "--seat", "Bob", "--json", "--", wrong_at(0, played), cwd=played)
    told = json.loads(done.stdout)
    assert (done.returncode, told["questions"], told["different"], told["went_on"]) == (1, 4, 1, True)
    (one,) = told["asked"]
    assert one["then"]["fault"] == "illegal"
    assert one["then"]["line"] == "|RESPONSE|card|ZZ|END|"
    assert one["now"]["fault"] == ""
    assert one["now"]["line"].split("|")[3] in one["legal"]
    assert (one["same"], one["line"], one["hand"]) == (False, told["goal"], 1)


@pytest.mark.parametrize(
    ("place", "expected"), [("bad-card", 4), ("bad card", 4), ("bad-card-1", 4), ("hand-1", 1), ("hand 2", 5)]
)
def test_a_place_is_named_by_a_bad_card_or_a_hand(played: Path, place: str, expected: int) -> None:
    told = json.loads(run("rerun", "m.log", "--seat", "Bob", "--at", place, "--json", cwd=played).stdout)
    assert told["questions"] == expected
    assert told["goal"] == told["asked"][-1]["line"]


def test_a_line_of_the_log_stands_for_the_first_question_answered_there_or_later(played: Path) -> None:
    log = (played / "m.log").read_text().splitlines()
    answers = [number for number, line in enumerate(log, start=1) if line[:2] in ("< ", "! ")]
    for line, expected in ((answers[1], 2), (answers[1] - 1, 2), (answers[1] + 1, 3), (1, 1)):
        told = json.loads(run("rerun", "m.log", "--seat", "Bob", "--at", str(line), "--json", cwd=played).stdout)
        assert (told["questions"], told["goal"]) == (expected, answers[expected - 1])


def test_without_a_bad_card_all_questions_are_put_again_and_how_it_exits_is_told(tmp_path: Path) -> None:
    meet(tmp_path, "exits_with_1")
    found = again(tmp_path, program("Bob", "exits_with_1", folder=tmp_path))
    assert len(found.asked) == len([one for one in found.asked if one.same]) > 1
    assert found.notes == ["exited with code 1"]
    assert not found.over


# What is sent


def test_it_is_sent_exactly_what_was_sent_then(tmp_path: Path) -> None:
    meet(tmp_path, "says", b"|RESPONSE|card|ZZ|END|\n".hex(), bad_cards=5)
    log = read_log(tmp_path / "match.log")
    kept = tmp_path / "kept"
    command = (*PYTHON, "-c", KEEPS_WHAT_IT_IS_SENT, str(kept))
    found = again(tmp_path, Player("Bob", command, str(tmp_path), choices=True))
    assert len(found.different) == 1
    assert kept.read_bytes() == b"".join(as_lines(Story(log), "Bob"))


def test_it_sees_the_environment_of_the_match_also_where_it_has_more_time(tmp_path: Path) -> None:
    meet(tmp_path, "honest")
    show = "import os, sys; print(os.environ['REFEREE_SEED'], os.environ['REFEREE_TIME'], file=sys.stderr)"
    found = again(tmp_path, Player("Bob", (*PYTHON, "-c", show), str(tmp_path)), limits=Limits(60, 60, 60))
    assert found.stderr.decode() == f"{client_seed('7', 'Bob')} 0.4\n"
    assert [one.fault for one in found.asked] == ["gone"]


def test_the_program_that_was_started_afresh_is_fed_its_own_life(tmp_path: Path) -> None:
    meet(tmp_path, "answers_once", bad_cards=3, target=25)
    asked = questions(Story(read_log(tmp_path / "match.log")))
    own = [one for one in asked if one.player == "Bob"]
    assert {one.life for one in own} == {1, 2, 3}
    last = [one for one in own if one.life == 2][-1]
    found = again(tmp_path, program("Bob", "answers_once", folder=tmp_path), last)
    assert [one.question for one in found.asked] == [one for one in own if one.life == 2]
    assert [one.same for one in found.asked] == [True, True]
    assert (found.asked[-1].fault, last.fault) == ("gone", "gone")


# Faults


@pytest.mark.parametrize(
    ("rogue", "arguments", "fault"),
    [
        ("silent", (), "silent"),
        ("exits_at_start", (), "gone"),
        ("endless_answer", (), "overlong"),
        ("answers_twice", (), "unasked"),
        ("says", (b"\xff\n".hex(),), "garbled"),
    ],
)
def test_every_kind_of_bad_card_comes_again(
    tmp_path: Path, rogue: str, arguments: tuple[object, ...], fault: str
) -> None:
    meet(tmp_path, rogue, *arguments, time=0.2, first_time=0.5)
    asked = questions(Story(read_log(tmp_path / "match.log")))
    goal = next(one for one in asked if one.fault)
    found = again(tmp_path, program("Bob", rogue, *arguments, folder=tmp_path), goal)
    assert (goal.fault, found.asked[-1].fault) == (fault, fault)
    assert found.different == []
    assert processes_in(tmp_path) == []


def test_of_one_that_is_gone_now_no_further_question_is_put(tmp_path: Path) -> None:
    meet(tmp_path, "honest")
    found = again(tmp_path, program("Bob", "answers_once", folder=tmp_path))
    assert [one.fault for one in found.asked] == ["", "gone"]
    assert (found.over, len(found.different)) == (True, 1)


def test_one_that_says_now_what_nobody_asked_is_asked_all_the_same(tmp_path: Path) -> None:
    meet(tmp_path, "honest")
    found = again(tmp_path, program("Bob", "answers_twice", folder=tmp_path))
    asked = [one for one in questions(Story(read_log(tmp_path / "match.log"))) if one.player == "Bob"]
    assert [one.fault for one in found.asked] == ["", *["unasked"] * (len(asked) - 1)]


# A debugger


def test_with_attach_the_process_id_is_told_and_enter_is_waited_for(played: Path) -> None:
    done = run("rerun", "m.log", "--seat", "Bob", "--attach", cwd=played, keys="\n")
    assert done.returncode == 0
    assert done.stderr.startswith("process ")
    assert done.stderr.split()[1].isdecimal()


def test_with_other_limits_a_slow_program_is_waited_for(tmp_path: Path) -> None:
    meet(tmp_path, "honest", time=0.3, first_time=0.3)
    slow = program("Bob", "slow_to_start", 0.5, folder=tmp_path)
    assert again(tmp_path, slow).asked[0].fault == "silent"
    assert again(tmp_path, slow, limits=Limits(60, 60, 60)).asked[0].fault == ""


# Wrong use


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--seat", "Zoe"), "--seat Zoe: no player has that name; there are: Bob"),
        (("--seat", "house"), "--seat house: a house player knows nothing; there are: Bob"),
        (("--seat", "Bob", "--at", "hand-99"), "--at hand-99: Bob is not asked in that hand"),
        (("--seat", "Bob", "--at", "bad-card-2"), "--at bad-card-2: the number of bad cards of Bob is 1"),
        (("--seat", "Bob", "--at", "99999"), "--at 99999: Bob is not asked in line 99999 or later"),
        (("--seat", "Bob", "--at", "hand", "3"), "--at hand: expected the number of a line of the log, such as 117"),
        (("--seat", "Bob", "--", "./nothing"), "./nothing: there is no file"),
        (("--seat", "Bob", "--", "@house"), "@house has no program to be run again"),
    ],
)
def test_wrong_use_is_told_in_a_line(played: Path, words: tuple[str, ...], expected: str) -> None:
    done = run("rerun", "m.log", *words, cwd=played)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"referee: {expected}"), done.stderr
    assert done.stderr.count("\n") == 1


def test_a_log_that_does_not_hold_is_refused(played: Path) -> None:
    log = played / "m.log"
    log.write_text(log.read_text().replace("|INFO|start trick|2|", "|INFO|start trick|3|", 1))
    done = run("rerun", "m.log", "--seat", "Bob", cwd=played)
    assert done.returncode == 2
    assert "this log does not hold" in done.stderr


def test_a_log_that_is_cut_off_or_compressed_will_do(played: Path) -> None:
    text = (played / "m.log").read_bytes()
    (played / "cut.log.gz").write_bytes(gzip.compress(text[: len(text) // 2]))
    told = json.loads(run("rerun", "cut.log.gz", "--seat", "Bob", "--at", "end", "--json", cwd=played).stdout)
    assert told["different"] == 0
    assert 0 < told["questions"] < len(questions(Story(read_log(played / "m.log"))))


def test_a_match_of_a_tournament_is_named_by_its_number(tmp_path: Path) -> None:
    a_file(tmp_path, ("Ann", "Bob", "Cat", "Dan"), rounds=1)
    assert run("tournament", "run", "cup.toml", cwd=tmp_path).returncode == 0
    done = run("rerun", "cup.toml#1", "--seat", "Bob", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("up to the last: all answered as then\n")
