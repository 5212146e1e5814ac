"""The live progress of a run: a bar and who beat most so far on a terminal, a line now and then in a file."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from threading import Event, Lock, Thread
from types import TracebackType
from typing import TYPE_CHECKING, TextIO

from referee.lines import escaped
from referee.tournament.records import Finished
from referee.tournament.told.running import Mean, Running, Version, counted, duration, paced

if TYPE_CHECKING:
    from rich.console import RenderableType

EVERY = 0.25  # seconds, on a terminal
LINE_EVERY = 30  # seconds, in a file
LEADERS = 5
BAR = 40  # columns

# Whoever reads may be gone, or a signal's note comes within another one: the tournament goes on.
IN_VAIN = (OSError, RuntimeError)


class Progress:
    """Tells what the runner reports; it begins to show with `began`, and clears a terminal when it is left."""

    def __init__(
        self,
        playing: Callable[[], Iterable[Version]],
        means: dict[Version, Mean] | None = None,
        stream: TextIO | None = None,
    ) -> None:
        self.running = Running(playing, means or {})
        self._stream = sys.stderr if stream is None else stream
        self._screen: Screen | None = None
        self._lock = Lock()  # the screen is painted by a thread of its own
        self._next_line = 0.0
        self._told = -1

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, _: type[BaseException] | None, __: object, ___: TracebackType | None) -> None:
        if self._screen:
            self._screen.close()
        elif self._told not in (-1, self.running.done):
            self._say(line(self.running))

    def began(self, total: int | None, done: int) -> None:
        """`total` is None for a tournament without end; `done` matches were played by earlier runs."""
        self.running.begin(total, done)
        self._told, self._next_line = done, self.running.clock() + LINE_EVERY
        if self._stream.isatty() and os.environ.get("TERM", "dumb") != "dumb":
            self._screen = Screen(self.running, self._stream, self._lock)

    def finished(self, matches: Sequence[Finished]) -> None:
        with self._lock:
            self.running.add(matches)
        if not self._screen and self.running.clock() >= self._next_line:
            self._told, self._next_line = self.running.done, self.running.clock() + LINE_EVERY
            self._say(line(self.running))

    def voided(self, number: int, cause: str) -> None:
        with self._lock:
            self.running.faults["void"] += 1
        self.note(f"match {number} came to nothing, by no player's fault, and is played again: {cause}")

    def note(self, text: str) -> None:
        """Stays on the terminal, above what changes."""
        shown = escaped(text.encode(errors="replace")).decode()
        if self._screen:
            self._screen.note(shown)
        else:
            self._say(shown)

    def _say(self, text: str) -> None:
        with contextlib.suppress(*IN_VAIN):
            self._stream.write(f"{text}\n")
            self._stream.flush()


def line(running: Running) -> str:
    leaders = ", ".join(f"{name} {mean.share:.0%}" for name, mean in running.leaders(LEADERS))
    parts = [pace(running), faults(running), f"so far, by opponents beaten: {leaders}" if leaders else ""]
    return "; ".join(part for part in parts if part)


def pace(running: Running) -> str:
    of = "" if running.total is None else f" of {running.total}"
    rate, left = running.rate, running.seconds_left
    parts = [f"{running.done}{of} {'match' if running.done == 1 and not of else 'matches'}"]
    if rate:
        parts.append(paced(rate))
    if left is not None:
        parts.append(f"{duration(left)} left")
    return ", ".join(parts)


def faults(running: Running) -> str:
    return ", ".join(counted(number, what) for what, number in running.faults.items() if number)


class Screen:
    """The part of a terminal that changes."""

    def __init__(self, running: Running, stream: TextIO, lock: Lock) -> None:
        from rich.console import Console
        from rich.live import Live

        self._running, self._lock = running, lock
        self._console = Console(file=stream, highlight=False, markup=False, emoji=False)
        self._size = self._console.size
        self._live = Live(self._picture(), console=self._console, auto_refresh=False, transient=True)
        self._live.start(refresh=True)
        self._over = Event()
        self._thread = Thread(target=self._repaint, daemon=True)
        self._thread.start()

    def note(self, text: str) -> None:
        with contextlib.suppress(*IN_VAIN):
            self._console.print(text, soft_wrap=True)

    def close(self) -> None:
        self._over.set()
        self._thread.join()
        with contextlib.suppress(OSError):
            self._live.stop()

    def _repaint(self) -> None:
        with contextlib.suppress(OSError):  # the terminal may be closed meanwhile
            while not self._over.wait(EVERY):
                if self._console.size != self._size:
                    self._begin_anew()
                self._live.update(self._picture(), refresh=True)

    def _begin_anew(self) -> None:
        """Some terminals wrap the lines shown when they get narrower: where the picture begins is no longer known."""
        self._size = self._console.size
        self._live.stop()
        self._console.clear()
        self._live.start()

    def _picture(self) -> RenderableType:
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        with self._lock:
            running = self._running
            bar = ProgressBar(running.total, running.done, width=min(BAR, self._console.width), pulse=False)
            table = Table("so far, by opponents beaten", "matches", "beaten", box=None, header_style="dim")
            for column in (1, 2):
                table.columns[column].justify = "right"
            for name, mean in running.leaders(LEADERS):
                table.add_row(name, str(mean.matches), f"{mean.share:.1%}")
            wrong = faults(running)
            head: list[RenderableType] = [bar, Text()] if running.total else []  # a bar does not end its line
            said = Text(pace(running), no_wrap=True, overflow="ellipsis")
            warned = Text(wrong or "no faults", "yellow" if wrong else "dim", no_wrap=True, overflow="ellipsis")
        return Group(*head, said, warned, *([table] if table.rows else []))
