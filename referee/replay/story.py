"""What happened in a match, moment by moment: its log's answers put into the rules again."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from referee.common import NAME
from referee.lines import read_response
from referee.log import Log, Recorded, RunsOut
from referee.match import GARBLED, NO_FAULT, NOT_PUT, Match, Reply, told_as
from referee.result import Result
from referee.steps import Ask, Chance, Tell
from referee.words import Word

HOUSE = "house/"  # with the number of a seat: the draws that answer for a house player or a retired one
STARTED = "is started again: its program knows nothing of what was before"
RETIRED = "is retired"
ENDED = "is ended: its program is told nothing until it is started again"


@dataclass(slots=True)
class Told:
    word: Word
    values: tuple[Any, ...]
    line: bytes
    to: tuple[str, ...] | None  # None: to all
    heard: tuple[str, ...]  # those of them whose program was there to hear it

    @property
    def key(self) -> str:
        return self.word.key

    @property
    def actor(self) -> str:
        """Whose deed a public word tells: the player that stands first in it; nobody in words of another form."""
        fields = getattr(self.word, "fields", ())
        is_deed = self.to is None and fields and fields[0].kind == NAME and isinstance(self.values[0], str)
        return str(self.values[0]) if is_deed else ""

    def known_to(self, seat: str) -> Told | None:
        if seat not in self.heard:
            return None
        return Told(self.word, self.values, self.line, self.to and (seat,), (seat,))


@dataclass(slots=True)
class Answered:
    player: str
    asked: str
    legal: tuple[str, ...]
    sent: tuple[bytes, ...]  # the lines of the question; none if it was not put
    line: bytes
    data: str | None  # what the line says, if it is an answer at all
    micros: int
    fault: str  # a kind of bad card, or "time"; empty if nothing was wrong

    def known_to(self, seat: str) -> Answered | None:
        return self if seat == self.player else None


@dataclass(slots=True)
class Drawn:
    what: str
    values: tuple[str, ...]
    player: str  # the one for whom the house answers by this draw; empty for other draws

    def known_to(self, _seat: str) -> None:
        return None


@dataclass(slots=True)
class Changed:
    player: str
    how: str

    def known_to(self, seat: str) -> Changed | None:
        return self if seat == self.player else None


@dataclass(slots=True)
class Finished:
    result: Result

    def known_to(self, _seat: str) -> None:
        return None


Moment = Told | Answered | Drawn | Changed | Finished


class CutOff(Exception):
    """The rules say more than a cut log does."""


class Story:
    """Hears a match being played again and keeps its moments, up to where a cut log ends."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.players = log.plan.names
        self.moments: list[Moment] = []
        self.with_program = tuple(player.name for player in log.plan.players if not player.house)
        self._hearing = self.with_program
        self._lines_left = log.lines.count(b"\n")
        match = Match(log.plan, Recorded(log), self)
        self.game = match.game
        self._read: Callable[[bytes], tuple[Word, tuple[Any, ...]]] = lru_cache(4096)(self.game.vocabulary.read)
        with contextlib.suppress(RunsOut, CutOff):
            match.play()

    def _add(self, moment: Moment, lines: int = 1) -> None:
        """The rules could go on from the last answer of a cut log; what is told goes no further than the log."""
        if self.log.cut and self._lines_left < lines:
            raise CutOff
        self._lines_left -= lines
        self.moments.append(moment)

    def drawn(self, chance: Chance, values: tuple[str, ...]) -> None:
        seat = chance.what.removeprefix(HOUSE)
        player = self.players[int(seat) - 1] if seat != chance.what else ""
        self._add(Drawn(chance.what, values, player))

    def told(self, tell: Tell) -> None:
        hearing = self._hearing
        heard = hearing if tell.to is None else tuple(player for player in tell.to if player in hearing)
        self._add(Told(*self._read(tell.line), tell.line, tell.to, heard))

    def answered(self, ask: Ask, menu: Tell | None, reply: Reply) -> None:
        lines = () if reply.fault in NOT_PUT else (menu.line, ask.query.line) if menu else (ask.query.line,)
        data = read_response(reply.line, ask.query.key)
        fault = fault_of(ask, reply, data)
        sent = lines if ask.player in self._hearing else ()
        legal = tuple(ask.legal)
        answered = Answered(ask.player, ask.query.key, legal, sent, reply.line, data, reply.micros, fault)
        self._add(answered, len(lines) + 1)

    def ended(self, player: str) -> None:
        self._add(Changed(player, ENDED))
        self._hearing = tuple(other for other in self._hearing if other != player)

    def started(self, player: str) -> None:
        self._add(Changed(player, STARTED))
        self._hearing = (*self._hearing, player)

    def retired(self, player: str, why: str) -> None:
        self._add(Changed(player, f"{RETIRED} ({why}): its program is told nothing more, the house plays on"))
        self._hearing = tuple(other for other in self._hearing if other != player)

    def finished(self, result: Result) -> None:
        self._add(Finished(result))


def known(moments: Sequence[Moment], seat: str | None) -> list[tuple[int, Moment]]:
    """The moments as one seat knew them, or all, each with its place in the whole story."""
    if seat is None:
        return list(enumerate(moments))
    return [(place, told) for place, moment in enumerate(moments) if (told := moment.known_to(seat)) is not None]


def fault_of(ask: Ask, reply: Reply, data: str | None) -> str:
    """A kind of bad card, or "time"; nothing if the answer was good."""
    if reply.fault is not NO_FAULT:
        return reply.fault.value
    if data and ask.query.choose(data, ask.legal) is not None:
        return ""
    return "garbled" if told_as(data) == GARBLED else "illegal"
