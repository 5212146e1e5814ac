"""The line: how one is written, and how one that a client wrote is taken apart or refused."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

MOST_BYTES = 4096  # of a line, its newline included

_SHAPE = re.compile(r"\|(INFO|QUERY|RESPONSE)\|([^|]+)\|(?:(.*)\|)?END\|")
_ESCAPE = re.compile(rb"\\(?:x([0-9a-f]{2})|\\)")


class BadLine(ValueError):
    """A line that is none, or a field that can stand in none."""


def write(kind: str, key: str, fields: Sequence[str] = ()) -> bytes:
    text = "|".join(("", kind, key, *fields, "END", ""))
    if text.count("|") != len(fields) + 4 or has_control(text):
        raise BadLine(f"no field may hold a bar or a control character: {text!r}")
    line = f"{text}\n".encode()
    if len(line) > MOST_BYTES:
        raise BadLine(f"a line has at most {MOST_BYTES} bytes: {line[:60]!r}...")
    return line


def read(line: bytes) -> tuple[str, str, str | None]:
    """Type, key and data of a line; its data is what stands between the key and END, None if nothing does."""
    try:
        text = line.removesuffix(b"\n").removesuffix(b"\r").decode()
    except UnicodeDecodeError:
        raise BadLine(f"not UTF-8: {line[:60]!r}") from None
    parts = _SHAPE.fullmatch(text)
    if parts is None or has_control(text):
        raise BadLine(f"not of the form |TYPE|KEY|DATA|END|: {text[:60]!r}")
    return parts[1], parts[2], parts[3]


@lru_cache(maxsize=4096)
def read_response(line: bytes, key: str) -> str | None:
    """The data of an answer to the question `key`, or None where the line is no such answer."""
    try:
        kind, its_key, data = read(line)
    except BadLine:
        return None
    return data if kind == "RESPONSE" and its_key == key and data else None


def has_control(text: str) -> bool:
    return not text.isprintable() and any(unicodedata.category(c) == "Cc" for c in text)


@lru_cache(maxsize=4096)
def escaped(line: bytes) -> bytes:
    """Text that can stand in a log and on a terminal, whatever a client wrote; `unescaped` is its inverse."""
    text = line.replace(b"\\", b"\\\\").decode(errors="backslashreplace")
    if text.isprintable():
        return text.encode()
    return "".join(c if c.isprintable() else _as_bytes(c) for c in text).encode()


def harmless(text: str) -> str:
    """Without control characters, which a terminal would obey; what a log has escaped stays as it is."""
    if text.isprintable():
        return text
    shown = text.encode(errors="backslashreplace").decode()
    return "".join(c if c.isprintable() else _as_bytes(c) for c in shown)


def _as_bytes(character: str) -> str:
    return "".join(f"\\x{byte:02x}" for byte in character.encode())


def unescaped(text: bytes) -> bytes:
    return _ESCAPE.sub(lambda m: bytes.fromhex(m[1].decode()) if m[1] else b"\\", text) if b"\\" in text else text
