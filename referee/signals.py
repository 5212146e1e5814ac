"""Signals that ask the referee to stop: an exception wherever it is, but never halfway through a write."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stopped(BaseException):
    """A signal that asks the referee to end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class _Hold:
    """Whether a signal has to wait, and which one does."""

    on = False
    waiting: int | None = None


def listen() -> None:
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup wants it
            signal.signal(number, _stop)


@contextlib.contextmanager
def held_back() -> Iterator[None]:
    """What is done inside is finished before a signal is heard."""
    already = _Hold.on
    _Hold.on = True
    try:
        yield
    finally:
        _Hold.on = already
        if not already and _Hold.waiting is not None:
            number, _Hold.waiting = _Hold.waiting, None
            raise Stopped(number)


def _stop(number: int, _frame: FrameType | None) -> None:
    for each in SIGNALS:
        signal.signal(each, signal.SIG_IGN)  # once is enough: ending the programs must not be cut short
    if _Hold.on:
        _Hold.waiting = number
    else:
        raise Stopped(number)
