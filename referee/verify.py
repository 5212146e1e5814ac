"""Verifying a log: the rules run again on its answers, and must say every other line of it again."""

from __future__ import annotations

from pathlib import Path

from referee.log import Log, Recorded, RunsOut, Transcript, read_log
from referee.match import Match

SHOWN_WHOLE = 100  # characters of a line that differs
SHOWN_BEFORE = 40  # of them before the difference


class Differs(Exception):
    """The first line that the rules do not say again."""


def verify(path: Path) -> Log:
    """The log, if all of it is said again, up to its cut if it has one; else Differs or BadLog."""
    log = read_log(path)
    check(log)
    return log


def check(log: Log) -> None:
    comparison = Comparison(log)
    transcript = Transcript(comparison.compare)
    try:
        Match(log.plan, Recorded(log), transcript).play()
    except RunsOut as end:
        transcript.asked(end.ask, end.menu)
        comparison.compare(transcript.take())
        comparison.expect_end(str(end))
    else:
        comparison.compare(transcript.take())
        comparison.expect_end("the match is over")


class Comparison:
    """Holds what the rules say now against the lines of a log."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._position = 0

    def compare(self, said: bytes) -> None:
        recorded = self._log.lines[self._position : self._position + len(said)]
        if recorded == said:
            self._position += len(said)
        elif self._log.cut and said.startswith(recorded):
            self._position = len(self._log.lines)
        else:
            self._raise_at_first_difference(said, recorded)

    def expect_end(self, why: str) -> None:
        rest = self._log.lines[self._position :]
        if rest:
            raise self._differs(self._position, why, rest.split(b"\n")[0].decode())

    def _raise_at_first_difference(self, said: bytes, recorded: bytes) -> None:
        position = self._position
        for line, other in zip(said.split(b"\n"), [*recorded.split(b"\n"), b""], strict=False):
            if line != other:
                end = self._log.lines.find(b"\n", position)
                whole = self._log.lines[position:end] if position < len(self._log.lines) else b"(nothing)"
                expected, found = _around_difference(line.decode(), whole.decode())
                raise self._differs(position, f"the rules say {expected}", found)
            position += len(line) + 1

    def _differs(self, position: int, expected: str, found: str) -> Differs:
        return Differs(f"{self._log.path}:{self._log.number(position)}: {expected}; the log has {found}")


def _around_difference(one: str, other: str) -> tuple[str, str]:
    """Two lines, long ones cut to where they begin to differ."""
    same = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    start = max(0, same - SHOWN_BEFORE) if max(len(one), len(other)) > SHOWN_WHOLE else 0
    return _cut(one, start), _cut(other, start)


def _cut(line: str, start: int) -> str:
    shown = line[start : start + SHOWN_WHOLE]
    return ("..." if start else "") + shown + ("..." if len(line) > start + SHOWN_WHOLE else "")
