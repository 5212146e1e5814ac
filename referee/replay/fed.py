"""Programs that are fed a match that was played: told and asked the same again, while the answers of its log count."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from referee.lines import read_response
from referee.log import Log, Recorded
from referee.match import ENDS_THE_PROGRAM, NO_FAULT, NOT_PUT, Fault, Reply
from referee.plan import Limits, Plan
from referee.seats.table import Programs
from referee.steps import Ask, Tell

IS_OVER = ENDS_THE_PROGRAM | {Fault.TIME}
TO_SAY_IT_AGAIN = 500  # milliseconds, for a line that was there before its question


class Fed(Programs):
    """Of each player with a program now: which of its programs in the log it is fed, from 1; 0 is none of them."""

    def __init__(
        self,
        log: Log,
        plan: Plan,
        lives: Mapping[str, int],
        note: Callable[[str, str], None],
        limits: Limits | None = None,
    ) -> None:
        players = [one if one.name in lives else replace(one, command=(), choices=False) for one in plan.players]
        super().__init__(replace(plan, players=tuple(players)), note, limits)
        self._recorded = Recorded(log)
        self._lives = lives
        self._life = dict.fromkeys(plan.names, 1)
        self._fed = {name for name, life in lives.items() if life == 1}

    def tell(self, tell: Tell) -> None:
        to = self._fed if tell.to is None else self._fed.intersection(tell.to)
        super().tell(Tell(tell.line, tuple(to)))

    def start(self, player: str) -> None:
        """In the log; all programs run from the beginning, and are told nothing before it is their turn."""
        self._life[player] += 1
        if self._life[player] == self._lives.get(player):
            self._fed.add(player)

    def end(self, player: str) -> None:
        self._fed.discard(player)

    def then_and_now(self, ask: Ask, menu: Tell | None) -> tuple[Reply, Reply | None]:
        """The answer of the log, and that of the program if it is one that is fed."""
        then = self._recorded.ask(ask, menu)
        return then, self._now(ask, menu, then) if ask.player in self._fed else None

    def _now(self, ask: Ask, menu: Tell | None, then: Reply) -> Reply:
        if then.fault in NOT_PUT:
            return self._unasked(ask)
        now = super().ask(ask, menu)
        if now.fault is Fault.UNASKED:  # the question was put then, so it is put now
            super().ask(ask, menu)
        if now.fault in IS_OVER:
            self._fed.discard(ask.player)
            super().end(ask.player)
        return now

    def _unasked(self, ask: Ask) -> Reply:
        seat = self.seats[ask.player]
        if seat.program:
            seat.program.poll(TO_SAY_IT_AGAIN)
        return seat.early() or Reply(b"", 0)


def is_same(ask: Ask, then: Reply, now: Reply) -> bool:
    return _meaning(ask, then) == _meaning(ask, now)


def _meaning(ask: Ask, reply: Reply) -> tuple[Fault, str | bytes]:
    """However a program ends, and however it writes a legal answer, it is the same."""
    if reply.fault in IS_OVER:
        return reply.fault, ""
    data = read_response(reply.line, ask.query.key) if reply.fault is NO_FAULT else None
    choice = ask.query.choose(data, ask.legal) if data else None
    return reply.fault, reply.line if choice is None else choice
