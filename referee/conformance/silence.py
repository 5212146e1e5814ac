"""Why a program says nothing: what it does when more comes, when it is asked again, and when its input ends."""

from __future__ import annotations

import os
from pathlib import Path
from time import monotonic

from referee.seats.seat import Seat

PATIENCE = 2.0  # seconds for each trial
QUIET = 0.4  # seconds of silence, once all was sent, that say enough
MUCH = 1 << 17  # bytes: more than a program reads at once
OFTEN = 6000  # questions: their answers are more than a program buffers
BUSY = 0.2  # the share of a core that is no waiting


def why_silent(seat: Seat, harmless: bytes, question: bytes) -> str:
    """The mistake; the program is spoilt by the trial. `harmless` is a line that is only told."""
    if not seat.unread:
        busy = is_busy(seat)
        if not seat.unread:
            return "busy" if busy else _what_wakes_it(seat, harmless, question)
    return "late" if b"\n" in seat.unread else "no newline"


def _what_wakes_it(seat: Seat, harmless: bytes, question: bytes) -> str:
    if _says_something(seat, harmless * (MUCH // len(harmless))):
        return "reads ahead"
    if _says_something(seat, question * OFTEN):
        return "no flush"
    if seat.program and not seat.program.has_exited():
        seat.program.close_stdin()
        if _says_something(seat, b""):
            return "reads to the end"
    return "never answers"


def is_busy(seat: Seat) -> bool:
    """Whether it computes now, as far as this system tells; what it says meanwhile is read."""
    before = _seconds_of_work(seat)
    _says_something(seat, b"")
    return _seconds_of_work(seat) - before > BUSY * QUIET


def _seconds_of_work(seat: Seat) -> float:
    if seat.program is None:
        return 0
    try:
        state = Path(f"/proc/{seat.program.process.pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(state[11]) + int(state[12])) / os.sysconf("SC_CLK_TCK")


def _says_something(seat: Seat, unsent: bytes) -> bool:
    deadline = monotonic() + (PATIENCE if unsent else QUIET)
    while seat.program and not seat.unread and (remaining := deadline - monotonic()) > 0:
        gone, waits = seat.program.has_exited(), not unsent
        unsent = seat.pump(max(1, int(remaining * 1000)), unsent)
        if gone:
            break
        if not unsent and not waits:
            deadline = monotonic() + QUIET
    return bool(seat.unread)
