"""The line of every key in a TOML text, which tomllib does not tell; the text is one that tomllib has read."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left

KeyPath = tuple[str | int, ...]  # names of keys, and numbers of elements in arrays

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_DOT = re.compile(r"[ \t]*\.[ \t]*")
_EQUALS = re.compile(r"[ \t]*=[ \t]*")
_COMMA = re.compile(r",?")
_HEADER = re.compile(r"\[\[?[ \t]*")
_HEADER_END = re.compile(r"[ \t]*\]\]?")
_BEGIN_ARRAY, _END_ARRAY = re.compile(r"\["), re.compile(r"\]")
_BEGIN_TABLE, _END_TABLE = re.compile(r"\{"), re.compile(r"\}")
_KEY = re.compile(r"""[A-Za-z0-9_-]+|"(?:\\.|[^"\\])*"|'[^']*'""")
_VALUE = re.compile(
    r'''"""(?:\\.|[^\\])*?"""(?:"{0,2})|\'\'\'.*?\'\'\'(?:'{0,2})|"(?:\\.|[^"\\])*"|'[^']*'|[^,\]}\r\n#]*''', re.DOTALL
)


def lines_of(text: str) -> dict[KeyPath, int]:
    """By the path of each key, and of each element of an array, the line where it first stands."""
    scanner = _Scanner(text)
    scanner.document()
    return scanner.lines


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.ends = [found.start() for found in re.finditer("\n", text)]
        self.lines: dict[KeyPath, int] = {}

    def document(self) -> None:
        table: KeyPath = ()
        self._take(_BLANK)
        while self.at < len(self.text):
            if self._take(_HEADER):
                table = self._keys(())
                self._take(_HEADER_END)
            else:
                self._pair(table)
            self._take(_BLANK)

    def _pair(self, table: KeyPath) -> None:
        path = self._keys(table)
        self._take(_EQUALS)
        self._value(path)

    def _keys(self, path: KeyPath) -> KeyPath:
        """The path of a key that may be dotted."""
        while True:
            start = self.at
            path = (*path, _name(self._take(_KEY)))
            self._note(path, start)
            if not self._take(_DOT):
                return path

    def _value(self, path: KeyPath) -> None:
        if self._take(_BEGIN_ARRAY):
            self._elements(path)
        elif self._take(_BEGIN_TABLE):
            self._take(_BLANK)
            while not self._take(_END_TABLE):
                self._pair(path)
                self._separator()
        else:
            self._take(_VALUE)

    def _elements(self, path: KeyPath) -> None:
        self._take(_BLANK)
        number = 0
        while not self._take(_END_ARRAY):
            self._note((*path, number), self.at)
            self._value((*path, number))
            self._separator()
            number += 1

    def _separator(self) -> None:
        for pattern in (_BLANK, _COMMA, _BLANK):
            self._take(pattern)

    def _note(self, path: KeyPath, at: int) -> None:
        self.lines.setdefault(path, bisect_left(self.ends, at) + 1)

    def _take(self, pattern: re.Pattern[str]) -> str:
        """What stands here and fits; it is passed over."""
        found = pattern.match(self.text, self.at)
        if found is None:
            return ""
        self.at = found.end()
        return found[0]


def _name(key: str) -> str:
    return str(tomllib.loads(f"key = {key}")["key"]) if key[0] in "\"'" else key
