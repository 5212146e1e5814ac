"""The match log: every step as a line, written while the match is played, and read back."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from time import monotonic

from referee import __version__
from referee.errors import Mistake
from referee.lines import escaped, unescaped
from referee.match import NO_FAULT, NOT_PUT, Fault, Reply
from referee.plan import Plan, checked
from referee.result import Result
from referee.signals import held_back
from referee.steps import Ask, Chance, Tell

FIRST_LINE = b"referee log 1\n"
FLUSH_AT = 4096  # pieces of lines
GZIP = 31  # zlib's number for the format
GZIP_LEVEL = 2  # as quick as 1, and smaller

_REPLY = re.compile(
    rb"(?:< (?P<player>\S+)|! (?P<faulty>\S+) (?P<fault>silent|gone|overlong|unasked|flood|time)) "
    rb"(?P<micros>[0-9]{1,15}) (?P<line>.*)"
)
_LINES = re.compile(rb"(?:[~><!.=] [^\n]*\n)*+")
_ANSWER_LINE = re.compile(rb"^[<!] .*$", re.MULTILINE)


class BadLog(Mistake):
    """A log that cannot be read; the message names the place and what was expected there."""


class Transcript:
    """Writes what it hears as the lines of a log; now and then `full` is called with all that it has."""

    def __init__(self, full: Callable[[bytes], None]) -> None:
        self.full = full
        self.pieces: list[bytes] = []
        self._extend = self.pieces.extend

    def take(self) -> bytes:
        """All lines since it was last called."""
        lines = b"".join(self.pieces)
        self.pieces.clear()
        return lines

    def header(self, plan: Plan) -> None:
        data = {"referee": __version__, **plan.as_dict()}
        self._extend((FIRST_LINE, json.dumps(data, ensure_ascii=False).encode(), b"\n"))

    def drawn(self, chance: Chance, values: tuple[str, ...]) -> None:
        text = f"~ {chance.what} {chance.hand} {chance.index} {' '.join(values)}\n"
        self._extend((text.encode(),))

    def told(self, tell: Tell) -> None:
        if tell.to is None:
            self._extend((b"> * ", tell.line))
        else:
            self._extend((b"> %b " % ",".join(tell.to).encode(), tell.line))

    def asked(self, ask: Ask, menu: Tell | None) -> None:
        to, _ = _marks(ask.player)
        if menu is not None:
            self._extend((to, menu.line))
        self._extend((to, ask.query.line))

    def answered(self, ask: Ask, menu: Tell | None, reply: Reply) -> None:
        if reply.fault is not NO_FAULT:
            self._fault(ask, menu, reply)
            return
        to, by = _marks(ask.player)
        if menu is not None:
            self._extend((to, menu.line))
        self._extend((to, ask.query.line, by, b"%d " % reply.micros, escaped(reply.line), b"\n"))
        if len(self.pieces) > FLUSH_AT:
            self.full(self.take())

    def _fault(self, ask: Ask, menu: Tell | None, reply: Reply) -> None:
        if reply.fault not in NOT_PUT:
            self.asked(ask, menu)
        text = f"! {ask.player} {reply.fault} {reply.micros} "
        self._extend((text.encode(), escaped(reply.line), b"\n"))

    def ended(self, player: str) -> None:
        self._extend((b". %b ended\n" % player.encode(),))

    def started(self, player: str) -> None:
        self._extend((b". %b started\n" % player.encode(),))

    def retired(self, player: str, why: str) -> None:
        self._extend((b". %b retired %b\n" % (player.encode(), why.encode()),))

    def finished(self, result: Result) -> None:
        self._extend((b"= ", json.dumps(result.as_dict(), ensure_ascii=False).encode(), b"\n"))

    def note(self, player: str, text: str) -> None:
        """A fact beside the match, such as an exit code: nothing follows from it."""
        self._extend((b"# %b " % player.encode(), escaped(text.encode(errors="replace")), b"\n"))


@lru_cache(maxsize=256)
def _marks(player: str) -> tuple[bytes, bytes]:
    """How lines to a player begin, and answers of it."""
    return b"> %b " % player.encode(), b"< %b " % player.encode()


class LogFile:
    """Where the lines of a transcript go: compressed if the name ends in .gz, readable up to any cut."""

    def __init__(self, path: Path, transcript: Transcript) -> None:
        self._path = path
        self._transcript = transcript
        transcript.full = self._write
        self._compress = zlib.compressobj(GZIP_LEVEL, wbits=GZIP) if path.suffix == ".gz" else None
        with held_back():  # no log is left without its header
            try:
                self._file = path.open("wb", buffering=0)
            except OSError as error:
                raise Mistake(f"{path}: the log cannot be written: {error.strerror}") from error
            self._write(transcript.take(), zlib.Z_SYNC_FLUSH)
        self._made_safe = monotonic()

    def idle(self) -> None:
        """Called while the referee waits anyway: what happened so far is made safe, once a second at most."""
        if self._transcript.pieces and monotonic() - self._made_safe >= 1:
            self._write(self._transcript.take(), zlib.Z_SYNC_FLUSH)
            self._made_safe = monotonic()

    def close(self) -> None:
        if not self._file.closed:
            self._write(self._transcript.take(), zlib.Z_FINISH)
            self._file.close()

    def _write(self, lines: bytes, flush: int = zlib.Z_NO_FLUSH) -> None:
        with held_back():
            if self._compress is not None:
                lines = self._compress.compress(lines)
                if flush != zlib.Z_NO_FLUSH:
                    lines += self._compress.flush(flush)
            try:
                while lines:
                    lines = lines[self._file.write(lines) :]
            except OSError as error:
                self._file.close()  # nothing may follow a hole
                error.filename = str(self._path)
                raise


@dataclass(frozen=True)
class Log:
    """A log as it was read: the plan of its match, and its lines from the header on, notes apart."""

    path: Path
    plan: Plan
    lines: bytes
    numbers: tuple[int, ...] | None  # of the lines in the file, where notes stand between them
    notes: tuple[tuple[str, str], ...]
    cut: bool  # it does not come to the result of the match

    @property
    def last_line(self) -> int:
        return self.number(len(self.lines)) - 1

    def number(self, position: int) -> int:
        """The number in the file of the line at this place of `lines`."""
        return self.numbered(self.lines.count(b"\n", 0, position))

    def numbered(self, index: int) -> int:
        """The number in the file of a line, counted from 0 without notes."""
        return self.numbers[index] if self.numbers else index + 3


def read_log(path: Path) -> Log:
    data = _uncompressed(path)
    first, _, rest = data.partition(b"\n")
    if first + b"\n" != FIRST_LINE:
        raise BadLog(f"{path}:1: expected {FIRST_LINE.decode().strip()!r}, the first line of a match log")
    header, _, body = rest.partition(b"\n")
    plan = _plan(path, header)
    body = body[: body.rfind(b"\n") + 1]
    lines, numbers, notes = _without_notes(body)
    last = lines[lines.rfind(b"\n", 0, -1) + 1 :]
    log = Log(path, plan, lines, numbers, notes, cut=not last.startswith(b"= "))
    sound = _LINES.match(lines)
    if sound is None or sound.end() != len(lines):
        number = log.number(sound.end() if sound else 0)
        raise BadLog(f"{path}:{number}: expected a line that begins with one of ~ > < ! . = #")
    return log


def _uncompressed(path: Path) -> bytes:
    data = path.read_bytes()
    if not data.startswith(b"\x1f\x8b"):
        return data
    reader = zlib.decompressobj(wbits=GZIP)
    try:
        return reader.decompress(data)
    except zlib.error as error:
        raise BadLog(f"{path}: the compressed data is damaged ({error})") from None


def _plan(path: Path, header: bytes) -> Plan:
    try:
        data = json.loads(header)
        del data["referee"]
        plan = Plan.from_dict(data)
        checked(plan)
    except (ValueError, TypeError, KeyError) as error:
        raise BadLog(f"{path}:2: expected the plan of a match as JSON: {error}") from None
    return plan


def _without_notes(body: bytes) -> tuple[bytes, tuple[int, ...] | None, tuple[tuple[str, str], ...]]:
    if not body.startswith(b"# ") and b"\n# " not in body:
        return body, None, ()
    kept, numbers, notes = [], [], []
    for number, line in enumerate(body.splitlines(keepends=True), start=3):
        if line.startswith(b"# "):
            player, _, text = line[2:-1].decode(errors="replace").partition(" ")
            notes.append((player, text))
        else:
            kept.append(line)
            numbers.append(number)
    return b"".join(kept), (*numbers, 0), tuple(notes)


class RunsOut(Exception):
    """A log has no answer to the question that the rules put next."""

    def __init__(self, ask: Ask, menu: Tell | None) -> None:
        super().__init__(f"an answer of {ask.player} was expected")
        self.ask = ask
        self.menu = menu


class Recorded:
    """The table of a match that was played: its answers come from the log."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._answers = _ANSWER_LINE.finditer(log.lines)

    def tell(self, tell: Tell) -> None:
        pass

    def start(self, player: str) -> None:
        pass

    def end(self, player: str) -> None:
        pass

    def ask(self, ask: Ask, menu: Tell | None) -> Reply:
        found = next(self._answers, None)
        if found is None:
            raise RunsOut(ask, menu)
        try:
            player, reply = read_reply(found[0])
        except ValueError as error:
            raise BadLog(f"{self._log.path}:{self._log.number(found.start())}: {error}") from None
        if player != ask.player:
            raise RunsOut(ask, menu)
        return reply


def read_reply(line: bytes) -> tuple[str, Reply]:
    """Who answered, and what: the inverse of how a transcript writes an answer."""
    parts = _REPLY.fullmatch(line)
    if parts is None:
        raise ValueError(f"expected an answer or a fault, not {line[:60]!r}")
    player, fault, micros, text = (
        parts["player"] or parts["faulty"],
        parts["fault"],
        parts["micros"],
        parts["line"],
    )
    return player.decode(), Reply(unescaped(text), int(micros), Fault((fault or b"").decode()))
