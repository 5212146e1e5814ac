"""When infos are delivered: with the next question, or as soon as the referee would have to wait anyway."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import pytest
import toys
from arena import Outcome, program, watched_play

from referee.steps import BadCard, Fresh, Steps


def played(folder: Path, rogue: str) -> Outcome:
    """Ann is asked and answers what she hears from Bob's program, through a pipe, before she answers."""
    pipe = folder / "ear"
    os.mkfifo(pipe)
    held = os.open(pipe, os.O_RDWR)
    try:
        players = (program("Ann", rogue, pipe, folder=folder), program("Bob", "passes_on", pipe, folder=folder))
        return watched_play(folder, players, game="toy", time=2.0)
    finally:
        os.close(held)
        pipe.unlink()


def test_while_a_client_thinks_the_others_are_told_what_waits_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def play() -> Steps[None]:
        yield toys.news("it rains")
        yield toys.ask("Ann")

    toys.install(monkeypatch, play)
    outcome = played(tmp_path, "listens")
    assert any(line.endswith("|RESPONSE|word|heard|END|") for line in outcome.lines)


def test_while_a_quiet_question_is_open_nothing_is_delivered_to_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def play() -> Steps[None]:
        yield toys.news("it rains")
        yield toys.ask("Ann", toys.secret)

    toys.install(monkeypatch, play)
    outcome = played(tmp_path, "listens")
    assert any(line.endswith("|RESPONSE|secret|nothing|END|") for line in outcome.lines)


def test_infos_and_choices_come_with_the_next_question_in_one_piece(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def play() -> Steps[None]:
        for text in ("one", "two", "three"):
            yield toys.news(text)
        yield toys.ask("Ann")

    toys.install(monkeypatch, play)
    page = tmp_path / "read"
    page.touch()
    players = (program("Ann", "reads_once", page, folder=tmp_path), program("Bob", folder=tmp_path))
    watched_play(tmp_path, players, game="toy")
    assert page.read_text().splitlines() == [
        *(f"|INFO|news|{text}|END|" for text in ("one", "two", "three")),
        "|INFO|choices|heard|nothing|END|",
        "|QUERY|word|END|",
    ]


def test_a_client_that_never_reads_blocks_nobody_and_is_silent_at_its_own_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def play() -> Steps[None]:
        for _ in range(100):
            yield toys.news("x" * 3000)
            yield toys.ask("Ann")
        with contextlib.suppress(BadCard):
            yield toys.ask("Bob")

    toys.install(monkeypatch, play)
    players = (program("Ann", "slow_now_and_then", folder=tmp_path), program("Bob", "deaf", folder=tmp_path))
    outcome = watched_play(tmp_path, players, game="toy", first_time=1.0)
    assert outcome.bad_cards("Ann") == {}
    assert outcome.bad_cards("Bob") == {"silent": 1}


def test_a_program_that_was_ended_in_the_last_hand_is_not_started_again_and_told_nothing_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def play() -> Steps[None]:
        yield Fresh(("Ann", "Bob"), ())
        try:
            yield toys.ask("Ann")
        except BadCard:
            yield toys.news("that was all")

    toys.install(monkeypatch, play)
    players = (program("Ann", "exits_at_start", folder=tmp_path), program("Bob", folder=tmp_path))
    outcome = watched_play(tmp_path, players, game="toy", bad_cards=2)
    assert (outcome.times("ended", "Ann"), outcome.times("started", "Ann")) == (1, 0)
