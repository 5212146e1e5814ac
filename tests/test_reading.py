"""The verdict does not depend on how the bytes are cut into reads, and the referee's own delay is nobody's."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest
import toys
from arena import a_plan, program
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.match import Fault
from referee.seats import table
from referee.seats.program import READ_AT_ONCE, Program
from referee.seats.table import Programs

STDIN, STDOUT, STDERR = 3, 4, 5


class FakeProgram:
    """Says the next of its texts with each question, cut into reads of the given sizes; then its output ends or not."""

    stdin, stdout, stderr, exit = STDIN, STDOUT, STDERR, None

    def __init__(self, before: bytes, texts: list[bytes], cuts: list[int], *, ends: bool) -> None:
        self.there = before
        self.texts = texts
        self.cuts = cuts
        self.ends = ends
        self.everything = self

    def poll(self, _milliseconds: int) -> list[tuple[int, int]]:
        return [(STDOUT, 1)] if self.there or self._is_over() else []

    def poll_answer(self, milliseconds: int) -> list[tuple[int, int]]:
        return self.poll(milliseconds)

    def read(self, _fd: int) -> bytes | None:
        size = min(self.cuts.pop(0) if self.cuts else READ_AT_ONCE, READ_AT_ONCE)
        piece, self.there = self.there[:size], self.there[size:]
        return piece or (b"" if self._is_over() else None)

    def write(self, data: bytes) -> int:
        self.there += self.texts.pop(0) if self.texts else b""
        return len(data)

    def goes_on(self) -> bool:
        return False

    def has_exited(self) -> bool:
        return False

    def _is_over(self) -> bool:
        return self.ends and not self.texts and not self.there

    def register(self, *_: object) -> None: ...

    def unregister(self, *_: object) -> None: ...


def a_table(fake: Any, **limits: Any) -> Programs:
    players = tuple(program(name, folder=Path("/")) for name in ("Ann", "Bob", "Cat", "Dan"))
    programs = Programs(a_plan(players, **limits), lambda *_: None)
    programs.seats["Ann"].program = cast(Program, fake)
    return programs


def verdicts(fake: FakeProgram, questions: int) -> list[tuple[bytes, Fault]]:
    programs, said = a_table(fake, time=0.01, first_time=0.01), []
    for _ in range(questions):
        reply = programs.ask(toys.ask("Ann"), None)
        said.append((reply.line, reply.fault))
        if reply.fault not in (Fault.NONE, Fault.UNASKED):
            break
    return said


LINE = st.sampled_from([b"", b"|RESPONSE|word|heard|END|", b"half", b"x" * 4095, b"x" * 4096, b"x" * 5000, b"\xff\r"])
TEXT = st.tuples(st.lists(LINE, max_size=4), st.sampled_from([b"", b"\n"])).map(
    lambda text: b"\n".join(text[0]) + text[1]
)
CUTS = st.lists(st.one_of(st.integers(1, 60), st.integers(4000, 5000)), max_size=40)


@given(TEXT, st.lists(TEXT, min_size=1, max_size=3), CUTS, st.booleans())
@settings(max_examples=150, deadline=None)
def test_the_verdict_is_the_same_for_all_cuts(before: bytes, texts: list[bytes], cuts: list[int], ends: bool) -> None:
    whole = verdicts(FakeProgram(before, texts.copy(), [], ends=ends), 4)
    assert verdicts(FakeProgram(before, texts.copy(), cuts.copy(), ends=ends), 4) == whole


@given(st.integers(65_400, 65_700), CUTS)
@settings(max_examples=30, deadline=None)
def test_a_flood_is_one_for_all_cuts(size: int, cuts: list[int]) -> None:
    text = (b"|RESPONSE|word|heard|END|\n" * 2600)[:size]
    (_, fault), *_ = verdicts(FakeProgram(text, [], cuts.copy(), ends=False), 1)
    assert fault is (Fault.FLOOD if size >= 65_536 else Fault.UNASKED)


def test_an_answer_that_is_there_at_the_last_look_counts() -> None:
    class OnlyAtTheLastLook(FakeProgram):
        def poll(self, milliseconds: int) -> list[tuple[int, int]]:
            return [] if milliseconds else super().poll(0)

    fake = OnlyAtTheLastLook(b"", [b"|RESPONSE|word|heard|END|\n"], [], ends=False)
    assert verdicts(fake, 1) == [(b"|RESPONSE|word|heard|END|", Fault.NONE)]


@pytest.mark.parametrize("polls", [1, 2])
def test_the_time_in_which_the_referee_was_held_up_is_nobodys(monkeypatch: pytest.MonkeyPatch, polls: int) -> None:
    """It is stopped for an hour in its first or second wait, and the answer comes a moment after that."""
    clock = [0]
    monkeypatch.setattr(table, "monotonic_ns", lambda: clock[0])

    class AnHourLater(FakeProgram):
        looked = 0

        def poll(self, milliseconds: int) -> list[tuple[int, int]]:
            if self.texts:
                return []
            self.looked += 1
            clock[0] += milliseconds * 1_000_000
            if self.looked == polls:
                clock[0] += 3600 * table.SECOND
            return super().poll(0) if self.looked > polls else []

    programs = a_table(AnHourLater(b"", [b"|RESPONSE|word|heard|END|\n"], [], ends=False), time=2, first_time=2)
    reply = programs.ask(toys.ask("Ann"), None)
    assert (reply.line, reply.fault) == (b"|RESPONSE|word|heard|END|", Fault.NONE)
    assert programs.seats["Ann"].spent <= 2 * table.SECOND
