"""One program alone, asked again what it was asked in a match: what it answers now, beside what was answered then."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from referee.lines import read_response
from referee.log import Log, RunsOut, Transcript
from referee.match import Match, Reply
from referee.plan import Limits, Plan, Player
from referee.replay.fed import IS_OVER, Fed, is_same
from referee.replay.places import Question
from referee.replay.story import fault_of
from referee.seats.table import DID_NOT_LEAVE
from referee.steps import Ask, Tell


@dataclass(frozen=True)
class Compared:
    """A question that was put again."""

    question: Question
    key: str
    legal: tuple[str, ...]
    then: Reply
    now: Reply
    fault: str  # of the answer now
    same: bool
    stderr: bytes  # since the question before


@dataclass
class Rerun:
    """What came of it."""

    asked: list[Compared] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)  # such as an exit code
    stderr: bytes = b""
    over: bool = False  # the program could not go on, and no further question was put

    @property
    def different(self) -> list[Compared]:
        return [one for one in self.asked if not one.same]


def rerun(
    log: Log,
    player: Player,
    asked: list[Question],
    goal: Question | None,
    *,
    limits: Limits | None = None,
    started: Callable[[int], object] | None = None,
) -> Rerun:
    """Feeds `player` what the program of its name was sent up to a question, or up to its end.

    `started` is called with its process id before it is sent anything.
    """
    found = Rerun()

    def note(_player: str, text: str) -> None:
        if not text.startswith("stderr: ") and (goal is None or text != DID_NOT_LEAVE):
            found.notes.append(text)

    plan = replace(log.plan, players=tuple(player if one.name == player.name else one for one in log.plan.players))
    table = _Again(log, plan, player.name, asked, goal, found, note, limits)
    seat = table.seats[player.name]
    try:
        table.start_all()
        assert seat.program
        if started:
            started(seat.program.process.pid)
        with contextlib.suppress(_Reached, RunsOut):
            Match(plan, table, Transcript(lambda _: None)).play()
        table.farewell()
    finally:
        table.end_all()
    found.stderr = seat.stderr
    return found


class _Reached(Exception):
    """The place, or the end of the program's life."""


class _Again(Fed):
    def __init__(
        self,
        log: Log,
        plan: Plan,
        player: str,
        asked: list[Question],
        goal: Question | None,
        found: Rerun,
        note: Callable[[str, str], None],
        limits: Limits | None,
    ) -> None:
        last = goal or next(one for one in reversed(asked) if one.player == player)
        super().__init__(log, plan, {player: last.life}, note, limits)
        self._asked = iter(asked)
        self._goal = goal
        self._found = found
        self._heard = 0  # bytes of its stderr

    def ask(self, ask: Ask, menu: Tell | None) -> Reply:
        question = next(self._asked)
        then, now = self.then_and_now(ask, menu)
        if now is not None:
            self._found.asked.append(self._compared(question, ask, then, now))
            self._found.over = now.fault in IS_OVER
        if question == self._goal or self._found.over:
            raise _Reached
        return then

    def _compared(self, question: Question, ask: Ask, then: Reply, now: Reply) -> Compared:
        return Compared(
            question,
            ask.query.key,
            tuple(ask.legal),
            then,
            now,
            fault_of(ask, now, read_response(now.line, ask.query.key)),
            same=is_same(ask, then, now),
            stderr=self._stderr(ask.player),
        )

    def end(self, player: str) -> None:
        was_fed = player in self._fed
        super().end(player)
        if was_fed:
            raise _Reached

    def _stderr(self, player: str) -> bytes:
        seat = self.seats[player]
        if seat.program:
            seat.listen()
        new = seat.stderr[self._heard :]
        self._heard = len(seat.stderr)
        return new
