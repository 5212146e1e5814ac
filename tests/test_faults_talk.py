"""What a client may do wrong in the talk: each fault has a rogue, and the verdict that the rules name for it."""

from __future__ import annotations

import time
import tracemalloc
from pathlib import Path

import pytest
from arena import Outcome, meet, program, seated, watched_play

from referee.match import MOST_SAID
from referee.seats.seat import MOST_STDERR
from referee.summary import report

GOOD = b"|RESPONSE|card|2H|END|\n"  # well-formed, and legal now and then
MARK = b"\xef\xbb\xbf"


def told_to_the_user(outcome: Outcome) -> str:
    return "\n".join(report(outcome.plan, outcome.played))


@pytest.mark.parametrize(
    ("rogue", "arguments", "kind", "said", "answers"),
    [
        ("exits_at_start", (), "gone", "(gone)", 0),
        ("silent", (), "silent", "(silent)", 0),
        ("deaf", (), "silent", "(silent)", 0),
        ("no_newline", (), "silent", "(silent)", 0),
        ("half_a_line", (), "gone", "(gone)", 0),
        ("drips", (), "silent", "(silent)", 1),
        ("late", (), "silent", "(silent)", 1),
        ("does_not_flush", (), "silent", "(silent)", 0),
        ("endless_answer", (), "overlong", "(garbled)", 0),
        ("says", ((b"x" * 4096 + b"\n").hex(),), "overlong", "(garbled)", 0),
        ("closes_stdout", (1,), "gone", "(gone)", 0),
        ("closes_stdout", (0, 1), "gone", "(gone)", 0),
        ("closes_stdin", (), "silent", "(silent)", 1),
        ("answers_once", (), "gone", "(gone)", 1),
    ],
)
def test_a_program_that_cannot_answer_any_more_is_ended(
    tmp_path: Path, rogue: str, arguments: tuple[object, ...], kind: str, said: str, answers: int
) -> None:
    outcome = meet(tmp_path, rogue, *arguments, time=0.2, first_time=1.0)
    assert outcome.bad_cards() == {kind: 1}
    assert outcome.said() == [said]
    assert outcome.answered() == answers
    assert outcome.times("ended") == 1


@pytest.mark.parametrize(
    ("answer", "kind", "said"),
    [
        (b"\xff|RESPONSE|card|2H|END|\n", "garbled", "(garbled)"),
        (b"|RESPONSE|card|\xc3|END|\n", "garbled", "(garbled)"),
        (b"|RESPONSE|card|2\x00H|END|\n", "garbled", "(garbled)"),
        (b"|RESPONSE|card|2H\x07|END|\n", "garbled", "(garbled)"),
        (b"\x1b[2J|RESPONSE|card|2H|END|\n", "garbled", "(garbled)"),
        ("|RESPONSE|card|2H\u009b|END|\n".encode(), "garbled", "(garbled)"),
        (MARK + GOOD, "garbled", "(garbled)"),
        (b"\n", "garbled", "(garbled)"),
        (b"\r\n", "garbled", "(garbled)"),
        (b"2H\n", "garbled", "(garbled)"),
        (b"|RESPONSE|tax|2H|END|\n", "garbled", "(garbled)"),
        (b"|QUERY|card|2H|END|\n", "garbled", "(garbled)"),
        (b"|RESPONSE|card|END|\n", "garbled", "(garbled)"),
        (b"|RESPONSE|card||END|\n", "garbled", "(garbled)"),
        (b"|RESPONSE|card|2H|END\n", "garbled", "(garbled)"),
        (b"|RESPONSE|card|(silent)|END|\n", "garbled", "(garbled)"),
        (b"|RESPONSE|card|no card|END|\n", "illegal", "no card"),
        (b"|RESPONSE|card|2H|3H|END|\n", "illegal", "2H/3H"),
        ("|RESPONSE|card|\u0662\u2665|END|\n".encode(), "illegal", "\u0662\u2665"),
        (b"|RESPONSE|card|" + b"9" * 4070 + b"|END|\n", "illegal", "9" * MOST_SAID),
    ],
)
def test_a_line_that_is_no_legal_answer_costs_a_bad_card_and_the_program_plays_on(
    tmp_path: Path, answer: bytes, kind: str, said: str
) -> None:
    outcome = meet(tmp_path, "says", answer.hex(), bad_cards=2)
    assert outcome.bad_cards() == {kind: 1}
    assert outcome.said() == [said]
    assert (outcome.times("ended"), outcome.times("started")) == (0, 0)
    assert outcome.answered() > 1


def test_a_line_may_end_in_a_carriage_return_and_a_newline(tmp_path: Path) -> None:
    outcome = meet(tmp_path, "says", b"|RESPONSE|card|no card|END|\r\n".hex(), bad_cards=2)
    assert outcome.said() == ["no card"]


def test_what_is_told_of_a_line_and_logged_of_it_is_harmless_on_a_terminal(tmp_path: Path) -> None:
    outcome = meet(tmp_path, "says", b"\x1b[2J\x00\xff\n".hex(), bad_cards=2)
    assert all(line.isprintable() for line in outcome.lines)
    assert r"it wrote '\x1b[2J\x00\xff'" in told_to_the_user(outcome)


@pytest.mark.parametrize(
    ("lines", "times", "said", "kinds"),
    [
        (GOOD, 1, "2H", {"unasked": 1}),
        (GOOD + b"|RESPONSE|card|3H|END|\n\n", 1, "2H", {"unasked": 1}),
        (b"hello\n" + GOOD, 1, "(garbled)", {"unasked": 1}),
        (b"\n" + GOOD, 1, "(garbled)", {"unasked": 1}),
        (GOOD, 2800, "2H", {"unasked": 1}),
        (GOOD + b"x" * 4096, 1, "2H", {"unasked": 1, "flood": 1}),  # the long line is found at the next question
    ],
)
def test_lines_that_come_before_the_question_stand_in_its_place_and_are_one_bad_card(
    tmp_path: Path, lines: bytes, times: int, said: str, kinds: dict[str, int]
) -> None:
    outcome = meet(tmp_path, "talks_first", lines.hex(), times, gate="Ann", bad_cards=2)
    assert outcome.bad_cards() == kinds
    assert outcome.said()[0] == said
    first = next(n for n, line in enumerate(outcome.lines) if line.startswith("! Bob unasked"))
    assert not any(line.startswith(("> Bob |QUERY|", "> Bob |INFO|choices|")) for line in outcome.lines[:first])
    assert outcome.times("ended") == kinds.get("flood", 0)


def test_half_a_line_before_the_question_is_no_line_yet_and_may_become_the_answer(tmp_path: Path) -> None:
    outcome = meet(tmp_path, "talks_first", b"|RESPONSE|card|not ".hex(), 1, gate="Ann", bad_cards=2)
    assert outcome.bad_cards() == {"illegal": 1}
    assert outcome.said()[0].startswith("not /RESPONSE/card/")


@pytest.mark.parametrize(
    ("rogue", "arguments"),
    [
        ("talks_first", (b"x".hex(), 4096)),
        ("talks_first", ((b"x" * 4096 + b"\n").hex(), 1)),
        ("talks_first", (GOOD.hex(), 2850)),
        ("endless_line", ()),
        ("endless_lines", ()),
    ],
)
def test_too_much_before_the_question_is_garbled_and_ends_the_program(
    tmp_path: Path, rogue: str, arguments: tuple[object, ...]
) -> None:
    outcome = meet(tmp_path, rogue, *arguments, gate="Ann")
    assert outcome.bad_cards() == {"flood": 1}
    assert outcome.said() == ["(garbled)"]
    assert outcome.times("ended") == 1


def test_of_two_answers_the_first_counts_and_the_second_stands_in_the_place_of_the_next_question(
    tmp_path: Path,
) -> None:
    outcome = meet(tmp_path, "answers_twice")
    assert outcome.bad_cards() == {"unasked": 1}
    assert outcome.answered() == 1
    assert outcome.times("ended") == 0


def test_a_line_in_the_turn_of_another_is_found_when_its_own_next_question_is_due(tmp_path: Path) -> None:
    outcome = meet(tmp_path, "comments", gate="Cat")
    assert outcome.said() == ["what a card"]
    found = next(n for n, line in enumerate(outcome.lines) if line.startswith("! Bob unasked"))
    assert sum(line.startswith("< Cat ") for line in outcome.lines[:found]) == 1
    assert outcome.answered() == 1


def test_a_word_after_the_last_question_has_no_effect_and_stands_in_the_log(tmp_path: Path) -> None:
    outcome = meet(tmp_path, "talks_at_the_end")
    assert outcome.bad_cards() == {}
    assert "# Bob said after its last question: well played, all" in outcome.lines


def test_whatever_is_written_to_stderr_is_no_fault_and_its_first_part_is_kept(tmp_path: Path) -> None:
    outcome = meet(tmp_path, "noisy")
    assert outcome.bad_cards() == {}
    assert len(outcome.played.stderr["Bob"]) == MOST_STDERR
    assert outcome.played.stderr["Bob"].startswith(b"thinking\nthinking\n")


def test_an_exit_code_after_the_end_is_noted_and_costs_nothing(tmp_path: Path) -> None:
    outcome = meet(tmp_path, "exits_with_1")
    assert outcome.bad_cards() == {}
    assert outcome.notes() == ["exited with code 1"]


@pytest.mark.parametrize("rogue", ["exits_at_start", "closes_stdout"])
def test_who_has_gone_is_found_so_when_it_is_asked_and_not_before(tmp_path: Path, rogue: str) -> None:
    dan = program("Dan", rogue, *((1,) if rogue == "closes_stdout" else ()), folder=tmp_path)
    outcome = watched_play(tmp_path, seated(tmp_path, dan))
    answers = [line.split()[1] for line in outcome.lines if line.startswith(("<", "!"))]
    assert answers[:4] == ["Ann", "Bob", "Cat", "Dan"]


def test_of_two_that_fault_at_once_the_one_asked_first_is_found_first_and_the_other_when_it_is_asked(
    tmp_path: Path,
) -> None:
    two = (program("Bob", "exits_at_start", folder=tmp_path), program("Cat", "exits_at_start", folder=tmp_path))
    outcome = watched_play(tmp_path, seated(tmp_path, *two))
    faults = [line.split()[1] for line in outcome.lines if line.startswith("!")]
    assert faults == ["Bob", "Cat"]
    places = {one.player: one.place for one in outcome.played.result.standings}
    assert (places["Bob"], places["Cat"]) == (4, 3)


def test_a_silent_client_costs_its_own_limit_and_no_more(tmp_path: Path) -> None:
    started = time.monotonic()
    outcome = meet(tmp_path, "silent", time=0.1, first_time=0.7)
    assert 700_000 <= outcome.standing("Bob").slowest_micros < 900_000
    assert time.monotonic() - started < 3


@pytest.mark.parametrize("rogue", ["endless_line", "endless_lines", "endless_answer"])
def test_the_memory_stays_flat_whatever_is_written(tmp_path: Path, rogue: str) -> None:
    tracemalloc.start()
    try:
        outcome = meet(tmp_path, rogue, gate="" if rogue == "endless_answer" else "Ann", bad_cards=3, target=2)
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()
    assert outcome.bad_cards().keys() & {"flood", "overlong"}
