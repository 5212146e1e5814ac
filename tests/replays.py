"""Logs of matches without processes, and their stories: what the tests of replays begin with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from fakes import Answer, Strategy, first_legal

from referee.log import read_log
from referee.replay.story import Story
from referee.replay.text import as_lines, as_text
from referee.steps import Ask


def story_of(log: bytes) -> Story:
    with TemporaryDirectory() as folder:
        path = Path(folder, "m.log")
        path.write_bytes(log)
        return Story(read_log(path))


def text_of(log: bytes, seat: str | None = None) -> str:
    return "\n".join(as_text(story_of(log), seat))


def sent_to(log: bytes, seat: str | None = None) -> list[str]:
    return [line.decode().removesuffix("\n") for line in as_lines(story_of(log), seat)]


def says(answers: Iterable[Answer]) -> Strategy:
    """One answer after the other, then always the first legal one."""
    left: Iterator[Answer] = iter(answers)

    def strategy(ask: Ask) -> Answer:
        return next(left, None) or first_legal(ask)

    return strategy


def before_question(log: bytes, number: int) -> bytes:
    """The log as it stood right before its question of that number, from 1."""
    questions = list(re.finditer(rb"^> \S+ \|QUERY\|", log, re.MULTILINE))
    return log[: questions[number - 1].start()]
