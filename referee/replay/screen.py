"""The full-screen reader: draws where a reader is, and moves it by keys."""

from __future__ import annotations

import contextlib
import curses
import re
import sys
import textwrap
import unicodedata
from collections.abc import Callable
from functools import partial

from referee.replay.reader import Reader
from referee.replay.rows import Row, safe
from referee.replay.stops import Kind
from referee.replay.story import Story
from referee.replay.text import headline

HELP = (
    "right, space   next play          left         the one before",
    "t              next trick         T            the one before",
    "h              next hand          H            the one before",
    "b              next bad card      B            the one before",
    "g              go to a hand: its number, then Enter",
    "s              whose knowledge is shown: everybody's, then each seat's",
    "Home, End      the beginning, the end",
    "q              quit",
)
KEYS = "? help  q quit"
ESCAPE, DELETE = 27, 127
ENTER = (10, 13, curses.KEY_ENTER)
BACKSPACE = (8, DELETE, curses.KEY_BACKSPACE)
MOST_DIGITS = 6
NO_KEY = -1


def show(story: Story, seat: str | None, remark: str) -> bool:
    """Lets a person read until it quits; False where the terminal has no means for that."""
    try:
        curses.setupterm(fd=sys.stdout.fileno())
    except curses.error:
        return False
    if curses.tigetstr("cup") is None:
        return False
    curses.wrapper(lambda window: Screen(window, Reader(story, seat), remark).run())
    return True


class Screen:
    def __init__(self, window: curses.window, reader: Reader, remark: str) -> None:
        self.window = window
        self.reader = reader
        self.remark = remark
        self.typed: str | None = None  # the number of a hand, while it is typed
        self.is_helping = False
        self.moves = _moves(reader)
        self.bad, self.actor = _colours()
        with contextlib.suppress(curses.error):
            curses.curs_set(0)
        curses.set_escdelay(25)

    def run(self) -> None:
        while True:
            self.draw()
            key = self.window.getch()
            if key == ord("q") and not self.is_helping and self.typed is None:
                return
            if key not in (curses.KEY_RESIZE, NO_KEY):
                self.press(key)

    def press(self, key: int) -> None:
        if self.is_helping:
            self.is_helping = False
        elif self.typed is not None:
            self._type(key)
        elif key == ord("?"):
            self.is_helping = True
        elif key == ord("g"):
            self.typed = ""
        elif key in self.moves:
            self.moves[key]()

    def _type(self, key: int) -> None:
        assert self.typed is not None
        if ord("0") <= key <= ord("9"):
            self.typed = (self.typed + chr(key))[:MOST_DIGITS]
        elif key in BACKSPACE:
            self.typed = self.typed[:-1]
        elif key in ENTER:
            typed, self.typed = self.typed, None
            if typed:
                self.reader.to_hand(int(typed))
        elif key in (ESCAPE, ord("q")):
            self.typed = None

    def draw(self) -> None:
        self.window.erase()
        height, width = self.window.getmaxyx()
        title = headline(self.reader.story, self.reader.only_seat)
        self._put(0, two_ends(title, KEYS, width), curses.A_REVERSE)
        if self.is_helping:
            self._draw_help(height - 1)
        else:
            below = self._draw_table(height - 1)
            self._draw_rows(below, height - 1, width)
        if height > 1:
            self._put(height - 1, two_ends(self._status(), "", width), curses.A_REVERSE)
        self.window.refresh()

    def _draw_help(self, end: int) -> None:
        for y, line in enumerate(HELP[: end - 1], start=1):
            self._put(y, f" {line}")

    def _draw_table(self, end: int) -> int:
        """Returns the first free line below."""
        lines = [f"  {safe(line)}" for line in self.reader.table()[: end - 1]]
        for y, line in enumerate(lines, start=1):
            self._put(y, line, curses.A_BOLD if y == 1 else 0)
            self._mark_actor(y, line)
        return len(lines) + 2

    def _mark_actor(self, y: int, line: str) -> None:
        if actor := self.reader.stop.actor:
            for found in re.finditer(rf"(?<![\w.-]){re.escape(actor)}(?![\w.-])", line):
                self._put(y, actor, self.actor, x=found.start())

    def _draw_rows(self, start: int, end: int, width: int) -> None:
        room = max(0, end - start)
        lines = [line for row, is_now in self.reader.rows(room) for line in self._lines_of(row, is_now, width)]
        for y, (line, style) in enumerate(lines[len(lines) - room :] if len(lines) > room else lines, start=start):
            self._put(y, line, style)

    def _lines_of(self, row: Row, is_now: bool, width: int) -> list[tuple[str, int]]:
        """What was legal is shown of the play where the reader stands."""
        style = (self.bad if row.bad else 0) | (curses.A_BOLD if is_now else 0)
        legal = textwrap.wrap(row.legal, max(10, width - 7)) if is_now else []
        return [(row.text, style), *((f"      {line}", 0) for line in legal)]

    def _status(self) -> str:
        if self.typed is not None:
            return f"go to hand: {self.typed}_"
        parts = [self.reader.message or self.reader.status(), self.remark]
        if self.reader.is_at_end:
            parts.reverse()
        return "; ".join(part for part in parts if part)

    def _put(self, y: int, text: str, style: int = 0, x: int = 0) -> None:
        encoding = self.window.encoding
        shown = clipped(text.encode(encoding, "replace").decode(encoding), self.window.getmaxyx()[1] - x)
        with contextlib.suppress(curses.error):  # of the last place on the screen, which is drawn all the same
            self.window.addstr(y, x, shown, style)


def _moves(reader: Reader) -> dict[int, Callable[[], None]]:
    kinds = {"t": Kind.TRICK, "h": Kind.HAND}
    moves: dict[int, Callable[[], None]] = {
        curses.KEY_RIGHT: lambda: reader.step(1, Kind.PLAY),
        ord(" "): lambda: reader.step(1, Kind.PLAY),
        curses.KEY_LEFT: lambda: reader.step(-1, Kind.PLAY),
        ord("b"): lambda: reader.bad_card(1),
        ord("B"): lambda: reader.bad_card(-1),
        ord("s"): reader.next_seat,
        curses.KEY_HOME: reader.first,
        curses.KEY_END: reader.last,
    }
    for key, kind in kinds.items():
        moves[ord(key)] = partial(reader.step, 1, kind)
        moves[ord(key.upper())] = partial(reader.step, -1, kind)
    return moves


def _colours() -> tuple[int, int]:
    """The styles of what is bad and of who acts."""
    try:
        curses.use_default_colors()
        curses.init_pair(1, curses.COLOR_RED, -1)
        curses.init_pair(2, curses.COLOR_CYAN, -1)
    except curses.error:
        return curses.A_BOLD, curses.A_BOLD
    return curses.color_pair(1), curses.color_pair(2) | curses.A_BOLD


def two_ends(left: str, right: str, width: int) -> str:
    """A whole line with something at both ends; the right one is left out where there is no room for it."""
    room = width - len(right) - 1
    return f"{left:<{room}} {right}" if len(left) < room else f"{left:<{width}}"


def clipped(text: str, width: int) -> str:
    """As much of it as fits into so many columns; wide characters take two."""
    taken = 0
    for place, character in enumerate(text):
        taken += 2 if unicodedata.east_asian_width(character) in "WF" else 1
        if taken > width:
            return text[:place]
    return text
