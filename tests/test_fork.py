"""`referee fork`: up to a place a match is what its log says, and from there on what programs make of it."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from arena import meet, processes_in, program
from conftest import sample

from referee import game
from referee.live import Played, play
from referee.log import Log, read_log
from referee.plan import Player
from referee.replay.fork import Forked
from referee.replay.places import Question, questions
from referee.replay.story import Story
from referee.seats.processes import all_children_ours
from referee.verify import verify

REFEREE = (sys.executable, "-m", "referee")


def run(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*REFEREE, *words], capture_output=True, text=True, cwd=cwd, check=False)


def a_match(folder: Path, *clients: str, game: str = "tricks") -> None:
    options = {
        "tricks": "target=12",
        "hearts": "target=26",
        "dalmuti": "hands=2",
        "hill": "hands=2",
        "kings": "turns=12",
    }
    words = ("match", game, *clients, "-o", options[game], "--seed", "7", "--log", "m.log")
    assert run(*words, cwd=folder).returncode == 0


def said(path: Path) -> list[str]:
    """What was drawn, told, asked and answered; not how long it took."""
    lines = path.read_text().splitlines()[2:]
    return [re.sub(r"^([<!] \S+(?: \w+)?) \d+ ", r"\1 ", line) for line in lines if line[0] not in "#="]


def forked(folder: Path, place: int, **players: Player) -> Played:
    """The match of the folder from the question of that number on, with other programs in some seats."""
    log = read_log(folder / "match.log")
    plan = replace(log.plan, players=tuple(players.get(one.name, one) for one in log.plan.players))
    with all_children_ours():
        found = play(plan, log=folder / "fork.log", table=partial(Forked, Story(log), plan, place - 1))
    assert not verify(folder / "fork.log").cut
    assert processes_in(folder) == []
    return found


def asked_in(log: Log) -> list[Question]:
    return questions(Story(log))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("played")
    a_match(folder, "@python/tricks", "Bob=@python/random", "@python/random", "@house")
    return folder


# The same players


@pytest.mark.parametrize("name", sample(game.names(), 4))
def test_with_the_same_programs_a_match_goes_on_as_it_did_in_every_game(tmp_path: Path, name: str) -> None:
    seats = game.find(name).seats[0]
    a_match(tmp_path, *["@python/random"] * (seats - 1), "@house", game=name)
    asked = asked_in(read_log(tmp_path / "m.log"))
    middle = asked[len(asked) // 2]
    done = run("fork", "m.log", "--at", str(middle.line), "--log", "f.log", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"m.log, seed 7, with its first {middle.number - 1} answers\n")
    assert said(tmp_path / "f.log") == said(tmp_path / "m.log")


@pytest.mark.parametrize("rogue", sample(["answers_once", "answers_twice", "says"], 3))
def test_a_match_goes_on_as_it_did_also_from_among_bad_cards(tmp_path: Path, rogue: str) -> None:
    arguments = [b"no answer\n".hex()] if rogue == "says" else []
    meet(tmp_path, rogue, *arguments, bad_cards=3, target=30, time=5.0)
    asked = asked_in(read_log(tmp_path / "match.log"))
    first = next(one.number for one in asked if one.fault)
    for place in (1, first, first + 1, first + 2, len(asked)):
        forked(tmp_path, place)
        assert said(tmp_path / "fork.log") == said(tmp_path / "match.log"), place


# Others


def test_up_to_the_place_the_log_is_the_same_and_then_others_play(played: Path, tmp_path: Path) -> None:
    words = ("fork", "m.log", "--at", "hand-2", "Bob=@python/tricks", "@house", "--log", str(tmp_path / "f.log"))
    done = run(*words, cwd=played)
    assert (done.returncode, done.stderr) == (0, "")
    assert verify(tmp_path / "f.log").plan.seed == "7"
    old, new = said(played / "m.log"), said(tmp_path / "f.log")
    both = [[line for line in lines if "|INFO|choices|" not in line] for lines in (old, new)]
    same = next(n for n, (one, other) in enumerate(zip(*both, strict=False)) if one != other)
    hand = next(n for n, line in enumerate(both[0]) if "|INFO|start hand|2|" in line)
    assert same > hand
    plan = read_log(tmp_path / "f.log").plan
    assert [one.command[:1] for one in plan.players] == [("@house",), plan.players[1].command[:1], ("@house",), ()]
    assert plan.players[1].command[-1] == "tricks_bot.py"


def test_the_house_in_a_seat_from_there_on_plays_the_same_each_time_and_without_a_bad_card(played: Path) -> None:
    logs = []
    for name in ("one.log", "two.log"):
        done = run("fork", "m.log", "--at", "hand-1", "@house", "--log", name, cwd=played)
        assert re.findall(r"(?m)^ +\d+  \S+ +\d+  (\S+)", done.stdout) == ["-"] * 4
        logs.append(said(played / name))
    assert logs[0] == logs[1] != said(played / "m.log")


def test_a_fork_can_be_forked_again(played: Path, tmp_path: Path) -> None:
    one, two = str(tmp_path / "one.log"), str(tmp_path / "two.log")
    assert run("fork", "m.log", "--at", "hand-1", "@house", "--log", one, cwd=played).returncode == 0
    assert run("fork", one, "--at", "hand-2", "Bob=@python/tricks", "--log", two, cwd=played).returncode == 0
    assert run("verify", one, two, cwd=played).returncode == 0


def test_who_is_told_its_choices_now_was_told_them_before_the_place_too(played: Path, tmp_path: Path) -> None:
    words = ("fork", "m.log", "--at", "hand-2", "tricks=@python/random", "--log", str(tmp_path / "f.log"))
    assert run(*words, cwd=played).returncode == 0
    assert sum(line.startswith("> tricks |INFO|choices|") for line in said(tmp_path / "f.log")) == sum(
        line.startswith("> tricks |QUERY|") for line in said(tmp_path / "f.log")
    )


def test_how_often_a_program_would_have_answered_otherwise_is_told(played: Path) -> None:
    done = run("fork", "m.log", "--at", "hand-2", "Bob=@python/tricks", cwd=played)
    assert re.search(r"    Bob, in hand \d: would have answered \d+ of \d+ questions otherwise", done.stdout)


# The lives of programs


def test_a_program_that_was_ended_before_the_place_is_started_afresh_as_ever(tmp_path: Path) -> None:
    meet(tmp_path, "answers_once", bad_cards=9, target=30)
    first = next(one.number for one in asked_in(read_log(tmp_path / "match.log")) if one.fault)
    found = forked(tmp_path, first + 1, Bob=program("Bob", folder=tmp_path))
    (bob,) = [one for one in found.result.standings if one.player == "Bob"]
    assert bob.bad_cards == {"gone": 1}
    assert bob.answers > 2


def test_who_was_retired_before_the_place_stays_retired(tmp_path: Path) -> None:
    meet(tmp_path, "says", b"x\n".hex(), target=20)
    log = read_log(tmp_path / "match.log")
    last = asked_in(log)[-1]
    found = forked(tmp_path, last.number)
    assert [one.retired for one in found.result.standings] == ["", "bad cards", "", ""]
    done = run("fork", "match.log", "--at", str(last.line), "Bob=@python/random", cwd=tmp_path)
    assert done.returncode == 2
    assert "the house plays for Bob in this log" in done.stderr


def test_the_time_that_was_spent_in_the_log_counts_and_being_fed_costs_none(tmp_path: Path) -> None:
    meet(tmp_path, "honest", bank=30.0)
    log = tmp_path / "match.log"
    own = [one for one in asked_in(read_log(log)) if one.player == "Bob"]
    lines = log.read_text().splitlines(keepends=True)
    lines[own[0].line - 1] = re.sub(r"^< Bob \d+", "< Bob 30000000", lines[own[0].line - 1])
    log.write_text("".join(line for line in lines if not line.startswith("= ")))
    found = forked(tmp_path, own[1].number)
    assert [one.retired for one in found.result.standings] == ["", "time", "", ""]
    assert forked(tmp_path, own[0].number).result.standings[1].retired == ""


def test_a_program_that_cannot_hear_what_was_before_is_told_so(tmp_path: Path) -> None:
    meet(tmp_path, "honest")
    words = ("fork", "match.log", "--at", "end", "Bob=false")
    text = (tmp_path / "match.log").read_text()
    (tmp_path / "match.log").write_text(text[: text.rindex("\n= ") + 1])
    done = run(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith(
        "referee: Bob cannot hear what was before: gone when it was asked again; `referee rerun "
    )
    assert processes_in(tmp_path) == []


# Logs


def test_a_log_that_is_cut_off_can_be_played_to_its_end(played: Path, tmp_path: Path) -> None:
    lines = (played / "m.log").read_bytes().splitlines(keepends=True)
    (tmp_path / "cut.log").write_bytes(b"".join(lines[: len(lines) // 2]))
    assert run("fork", "cut.log", "--at", "end", "--log", "whole.log", cwd=tmp_path).returncode == 0
    assert said(tmp_path / "whole.log") == said(played / "m.log")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--at", "end"), "--at end: there the match is over"),
        (("--at", "there"), "--at there: expected the number of a line of the log"),
        (("--at", "hand-1", "@python/random"), "@python/random: say whose seat it takes: NAME=@python/random"),
        (("--at", "hand-1", "Zoe=@house"), "Zoe=@house: no player has that name; there are: tricks, Bob, random"),
        (("--at", "hand-1", "house=@python/random"), "house=@python/random: the house plays for house in this log"),
        (("--at", "hand-1", "Bob=./nothing"), "./nothing: there is no file"),
        (("--at", "hand-1", "--log", "m.log"), "--log m.log: that is the log to go on from; name another file"),
        (("--at", "bad-card"), "--at bad-card: the number of bad cards is 0"),
    ],
)
def test_wrong_use_is_told_in_a_line(played: Path, words: tuple[str, ...], expected: str) -> None:
    before = (played / "m.log").read_bytes()
    done = run("fork", "m.log", *words, cwd=played)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"referee: {expected}"), done.stderr
    assert (done.stderr.count("\n"), (played / "m.log").read_bytes()) == (1, before)


def test_that_a_command_of_the_log_is_not_here_is_told_with_what_to_do(played: Path, tmp_path: Path) -> None:
    text = (played / "m.log").read_text().replace("tricks_bot.py", "x.py", 1)
    (tmp_path / "m.log").write_text(re.sub(r'"command": \["[^"]*", "x.py"\]', '"command": ["/nowhere"]', text, count=1))
    done = run("fork", "m.log", "--at", "hand-2", cwd=tmp_path)
    assert done.returncode == 2
    assert "cannot run /nowhere tricks" in done.stderr
    assert "name another client by NAME=CLIENT" in done.stderr
