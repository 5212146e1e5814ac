"""A replay tells a match again: all of it as text, its lines, and what is said of logs that are not whole."""

from __future__ import annotations

import gzip
import subprocess
import sys
from pathlib import Path

import pytest
from fakes import FakeTable, plan, played, random_player
from replays import before_question, says, sent_to, story_of, text_of

from referee.chance import client_seed
from referee.lines import unescaped
from referee.match import Fault
from referee.replay.story import Answered, Changed, Drawn, Finished

ROOT = Path(__file__).parent.parent

A_SHORT_MATCH = """\
tricks, target 1, seed 7
  start game: Ann Bob Cat Dan

== hand 1 ==
  hand 1  score  won  cards
  Ann         0    0  AS QS TS 9S 5S  7C 5C  JH TH 4H  TD 4D 3D
  Bob         0    0  JS 8S 7S 4S 3S 2S  QC 3C  9H 3H  9D 7D 2D
  Cat         0    0  KS 6S  TC 9C 8C 4C  KH QH 8H 5H 2H  JD 8D
  Dan         0    0  AC KC JC 6C 2C  AH 7H 6H  AD KD QD 6D 5D
  start trick 1: Ann Bob Cat Dan
    Ann  card      TH     1.00 ms  legal: TH QS 7C 5C AS JH TS 5S 4H 4D 9S 3D TD
!   Bob  card      9Z     1.00 ms  bad card: illegal  legal: 3H 9H
  end hand 1
  scores: Ann 0, Bob -100, Cat 0, Dan 0

== hand 2 ==
  hand 2  score  won  cards
  Ann         0    0  JS 5S 3S  AC KC 8C 4C  KH TH 5H 3H  JD 8D
  Bob      -100    0  7S  QC 3C 2C  QH 6H 2H  AD QD TD 7D 5D 3D
  Cat         0    0  TS 8S 6S 4S 2S  JC TC 7C 5C  4H  6D 4D 2D
  Dan         0    0  AS KS QS 9S  9C 6C  AH JH 9H 8H 7H  KD 9D
  start trick 1: Bob Cat Dan Ann
    Bob  card      7S     1.00 ms  legal: 7S 6H 3D TD 3C 7D AD QC QH 2H 2C 5D QD
    Cat  card      8S     1.00 ms  legal: 8S 6S 2S 4S TS
    Dan  card      9S     1.00 ms  legal: 9S AS KS QS
    Ann  card      5S     1.00 ms  legal: 5S 3S JS
  end trick 1: Dan 1
  scores: Ann 0, Bob -100, Cat 0, Dan 1
  end hand 2
  scores: Ann 0, Bob -100, Cat 0, Dan 1
  end game: Ann 0 Bob -100 Cat 0 Dan 1

place  player  score  bad cards     mean  slowest
    1  Dan         1  -          1.00 ms  1.00 ms
    2  Ann         0  -          1.00 ms  1.00 ms
    2  Cat         0  -          1.00 ms  1.00 ms
    4  Bob      -100  1 illegal  1.00 ms  1.00 ms
"""


def replay(*words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "referee", "replay", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)


def short_match() -> bytes:
    """Bob plays a card that it doesn't hold; in the next hand one trick is enough."""
    table = FakeTable(Bob=says(["9Z"]))
    return played(plan(target=1), table)[1]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "m.log"
    path.write_bytes(played(plan(), FakeTable(random_player(1)))[1])
    return path


def test_the_text_of_a_short_match() -> None:
    assert text_of(short_match()) == A_SHORT_MATCH.rstrip("\n")


def test_a_story_has_every_question_with_what_was_legal_said_and_how_long_it_took() -> None:
    table = FakeTable(random_player(1))
    _, log = played(plan(), table)
    answered = [moment for moment in story_of(log).moments if isinstance(moment, Answered)]
    assert [(moment.player, moment.asked, moment.legal) for moment in answered] == table.asked
    assert {moment.micros for moment in answered} == {1000}
    assert all(moment.data in moment.legal and not moment.fault for moment in answered)


def test_a_story_ends_with_the_result() -> None:
    match, log = played(plan(), FakeTable())
    last = story_of(log).moments[-1]
    assert isinstance(last, Finished)
    assert {standing.player: standing.score for standing in last.result.standings} == match.scores


@pytest.mark.parametrize(
    ("answer", "fault", "shown"),
    [
        ("9Z", "illegal", "9Z"),
        (b"\x1b[2Jboo", "garbled", r"\x1b[2Jboo"),
        (Fault.SILENT, "silent", "(nothing)"),
        (Fault.UNASKED, "unasked", "(nothing)"),
    ],
)
def test_a_bad_card_is_marked_with_its_kind(answer: str | bytes | Fault, fault: str, shown: str) -> None:
    text = text_of(played(plan(target=1), FakeTable(Bob=says([answer])))[1])
    [row] = [line for line in text.splitlines() if "bad card:" in line]
    assert row.startswith("!   Bob  card ")
    assert shown in row
    assert f"bad card: {fault}  legal: " in row


def test_a_question_that_was_not_put_was_not_sent() -> None:
    log = played(plan(target=1, choices=["Ann"]), FakeTable(Ann=says([Fault.UNASKED])))[1]
    before_the_next_hand = sent_to(log, "Ann")[:6]
    assert [line.split("|")[2] for line in before_the_next_hand] == [
        "start game",
        "start hand",
        "cards",
        "start trick",
        "bad card",
        "end hand",
    ]


def test_the_answers_of_the_house_player_are_shown() -> None:
    log = played(plan(target=1, bad_cards=1), FakeTable(Ann=says(["9Z"])))[1]
    assert "! Ann is retired (bad cards)" in text_of(log)
    assert "    Ann  house     " in text_of(log)
    assert "Ann  played" not in text_of(log)


def test_a_player_whose_time_is_up_has_no_bad_card() -> None:
    log = played(plan(target=1), FakeTable(Ann=says([Fault.TIME])))[1]
    text = text_of(log)
    assert "1.00 ms  out of time  legal: " in text
    assert "bad card:" not in text
    assert "! Ann is retired (time)" in text


def test_every_moment_of_a_fault_is_in_the_story_in_order() -> None:
    log = played(plan(target=1, bad_cards=2), FakeTable(Ann=says([Fault.SILENT, Fault.GONE])))[1]
    changes = [moment.how.split(":")[0] for moment in story_of(log).moments if isinstance(moment, Changed)]
    assert changes == ["is ended", "is started again", "is ended", "is retired (bad cards)"]
    assert {moment.player for moment in story_of(log).moments if isinstance(moment, Drawn)} == {"", "Ann"}


def test_what_the_log_notes_beside_the_match_stands_at_the_end() -> None:
    log = played(plan(target=1), FakeTable())[1]
    noted = log.replace(b"\n= ", b"\n# Bob exited with code 3 \\x1b[31m\n= ")
    assert text_of(noted).endswith("\n\nBob exited with code 3 \\x1b[31m")


def test_raw_are_the_lines_of_the_log_itself() -> None:
    _, log = played(plan(choices=["Cat"]), FakeTable(random_player(1), Bob=says(["9Z", Fault.SILENT, b"\x1b[2J"])))
    said = [line.split(b" ", 2)[2] for line in log.splitlines()[2:] if line.startswith(b"> ")]
    answers = [line.split(b" ", 3)[3] for line in log.splitlines()[2:] if line.startswith(b"< ")]
    lines = sent_to(log)
    assert [line for line in lines if line.startswith(("|INFO|", "|QUERY|"))] == [line.decode() for line in said]
    assert [line for line in lines if not line.startswith(("|INFO|", "|QUERY|"))] == [line.decode() for line in answers]


def test_raw_as_a_player_is_what_its_program_was_sent() -> None:
    table = FakeTable(random_player(1), Bob=says(["9Z", Fault.SILENT]))
    _, log = played(plan(choices=["Bob"]), table)
    deaf, sent = False, []
    for player, line in table.sent:
        deaf = (deaf or line == b"|INFO|bad card|Bob|(silent)|END|\n") and b"|start game|" not in line
        if player in ("Bob", "*") and not deaf:
            sent.append(line.decode().rstrip("\n"))
    assert sent_to(log, "Bob") == sent
    assert sum("|choices|" in line for line in sent) == sum(asked[0] == "Bob" for asked in table.asked)


def test_raw_fed_to_a_bot_makes_it_say_again_what_it_said(tmp_path: Path) -> None:
    log = tmp_path / "m.log.gz"
    command = [sys.executable, "-m", "referee", "match", "tricks", *["@python/random"] * 4, "--seed", "7"]
    subprocess.run([*command, "-o", "target=20", "--log", log], check=True, capture_output=True)
    said = [line for line in gzip.decompress(log.read_bytes()).splitlines() if line.startswith(b"< random-2 ")]
    bot = ROOT / "clients" / "python" / "random" / "random_bot.py"
    again = subprocess.run(
        [sys.executable, bot, "random-2"],
        input=replay(log, "--raw", "--as", "random-2").stdout.encode(),
        env={"REFEREE_SEED": str(client_seed("7", "random-2"))},
        capture_output=True,
        check=True,
    )
    assert again.stdout.splitlines() == [unescaped(line.split(b" ", 3)[3]) for line in said]


@pytest.mark.parametrize("number", [1, 2, 40])
def test_a_cut_log_is_told_up_to_the_cut(number: int) -> None:
    log = before_question(played(plan(), FakeTable(random_player(1)))[1], number)
    story = story_of(log)
    assert sum(isinstance(moment, Answered) for moment in story.moments) == number - 1
    assert sent_to(log)[-1].encode() == log.splitlines()[-1].split(b" ", 2)[2]


def test_a_log_may_be_cut_at_any_line() -> None:
    log = played(plan(target=2, choices=["Ann"]), FakeTable(Bob=says(["9Z", Fault.SILENT])))[1].splitlines(
        keepends=True
    )
    whole = sent_to(b"".join(log))
    for end in range(2, len(log)):
        told = sent_to(b"".join(log[:end]))
        assert told == whole[: len(told)]


def test_a_cut_log_is_called_so_and_nothing_failed(log: Path) -> None:
    log.write_bytes(before_question(log.read_bytes(), 9))
    done = replay(log)
    assert done.returncode == 0
    assert done.stderr == f"referee: {log}: cut off after line {len(log.read_bytes().splitlines())}\n"
    assert done.stdout.startswith("tricks, target 30, seed 7\n")


def test_answers_that_do_not_fit_the_rules_are_told_up_to_there(log: Path) -> None:
    lines = log.read_bytes().splitlines(keepends=True)
    second = [number for number, line in enumerate(lines) if line.startswith(b"< ")][1]
    lines[second] = lines[second].replace(b"|card|", b"|cart|")
    log.write_bytes(b"".join(lines))
    done = replay(log)
    assert done.returncode == 1
    assert done.stderr.startswith(f"referee: {log}: this log does not hold; line {second + 2}: the rules say ")
    assert "bad card: garbled" in done.stdout


def test_a_forged_line_is_told_and_what_is_shown_is_what_the_answers_make(log: Path) -> None:
    text = log.read_bytes()
    number = text.splitlines().index(b"> * |INFO|end trick|2|Ann|1|END|") + 1
    log.write_bytes(text.replace(b"end trick|2|Ann|1|", b"end trick|2|Bob|1|", 1))
    done = replay(log)
    assert done.returncode == 1
    assert done.stderr.startswith(f"referee: {log}: this log does not hold; line {number}: the rules say ")
    assert "end trick 2: Ann" in done.stdout


def test_as_somebody_who_does_not_play_is_a_mistake(log: Path) -> None:
    done = replay(log, "--as", "Zoe")
    assert done.returncode == 2
    assert done.stderr == "referee: --as Zoe: no player has that name; there are: Ann, Bob, Cat, Dan\n"


def test_the_output_may_be_closed_at_any_time(log: Path) -> None:
    script = f"{sys.executable} -m referee replay {log} | head -1"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True, timeout=20)
    assert done.stdout == "tricks, target 30, seed 7\n"
    assert "Traceback" not in done.stderr


def test_help_has_an_example() -> None:
    assert "Example:  referee replay m.log.gz --as Jerry" in replay("--help").stdout
