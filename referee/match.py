"""The one loop that drives a match, live, in tests and in replay alike: it judges answers and keeps the records."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from referee.chance import draw
from referee.common import bad_card, choices
from referee.lines import MOST_BYTES, escaped, read_response
from referee.plan import Plan, checked
from referee.result import BadCardReport, Record, Result, Retirement, result
from referee.steps import Ask, BadCard, Chance, Fresh, Step, Steps, Tell

GARBLED = "(garbled)"
MOST_SAID = 64  # code points of a wrong answer that everybody is told


class Fault(StrEnum):
    """What was wrong with how a question was answered, whatever the answer was."""

    NONE = ""
    SILENT = "silent"
    GONE = "gone"
    OVERLONG = "overlong"  # a line that does not end
    UNASKED = "unasked"  # a line that was there before the question, which then is not put
    FLOOD = "flood"  # more than the referee reads was there before the question, which then is not put
    TIME = "time"  # the bank is empty: the player is retired


NO_FAULT = Fault.NONE
ENDS_THE_PROGRAM = frozenset({Fault.SILENT, Fault.GONE, Fault.OVERLONG, Fault.FLOOD})
NOT_PUT = frozenset({Fault.UNASKED, Fault.FLOOD})
SAID = {
    Fault.SILENT: "(silent)",
    Fault.GONE: "(gone)",
    Fault.OVERLONG: GARBLED,
    Fault.FLOOD: GARBLED,
}


@dataclass(slots=True)
class Reply:
    """What came back to a question: the line (what there was of it) without its newline, and how long it took."""

    line: bytes
    micros: int
    fault: Fault = NO_FAULT


class Table(Protocol):
    """Where lines go and answers come from: programs, or a log of what they said."""

    def tell(self, tell: Tell) -> None: ...

    def ask(self, ask: Ask, menu: Tell | None) -> Reply: ...

    def start(self, player: str) -> None: ...

    def end(self, player: str) -> None: ...


class Listener(Protocol):
    """Hears everything that happens, in order."""

    def drawn(self, chance: Chance, values: tuple[str, ...]) -> None: ...

    def told(self, tell: Tell) -> None: ...

    def answered(self, ask: Ask, menu: Tell | None, reply: Reply) -> None: ...

    def ended(self, player: str) -> None: ...

    def started(self, player: str) -> None: ...

    def retired(self, player: str, why: str) -> None: ...

    def finished(self, result: Result) -> None: ...


class _Enough(Exception):
    """A match is cut off."""


class Match:
    """One match by its plan; `table` answers, `listener` hears; between hands `enough` may cut it off."""

    enough: Callable[[], bool] = staticmethod(lambda: False)

    def __init__(self, plan: Plan, table: Table, listener: Listener) -> None:
        self.plan = plan
        self.game = checked(plan)
        self.table = table
        self.listener = listener
        self._ask, self._hear_answer = table.ask, listener.answered
        self.rules = self.game.rules(plan.names, plan.options)
        self.records = {name: Record() for name in plan.names}
        self.retirements: list[Retirement] = []
        self._without_program: set[str] = set()
        self._by_house = {player.name for player in plan.players if player.house}  # and who is retired later
        self.hand = 0  # how often the rules came to a place where programs may start afresh
        self._house_answers = dict.fromkeys(plan.names, 0)
        self._with_choices = {player.name for player in plan.players if player.choices}

    @property
    def scores(self) -> Mapping[str, int]:
        return self.rules.scores

    def play(self) -> Result:
        steps = self.rules.play()
        send, tell, hear, answer = steps.send, self.table.tell, self.listener.told, self._answer
        try:
            step = next(steps)
            while True:
                if type(step) is Tell:
                    tell(step)
                    hear(step)
                    step = send(None)
                elif type(step) is Ask:
                    choice = answer(step)
                    step = self._raise_bad_card(steps, step.player) if choice is None else send(choice)
                elif type(step) is Chance:
                    step = send(self._draw(step))
                elif type(step) is Fresh:
                    self._start_afresh(step)
                    step = send(None)
                else:
                    raise TypeError(f"{step!r} is no step of a game")
        except StopIteration:
            outcome = self._result()
            self.listener.finished(outcome)
            return outcome
        except _Enough:
            return self._result()

    def _result(self) -> Result:
        return result(self.scores, self.records, self.retirements, low_wins=self.game.low_wins)

    def _tell(self, tell: Tell) -> None:
        self.table.tell(tell)
        self.listener.told(tell)

    def _answer(self, ask: Ask) -> str | None:
        """The legal answer, or None after a bad card."""
        player = ask.player
        if player in self._by_house:
            return self._house_answer(ask)
        menu = choices(tuple(ask.legal)) if player in self._with_choices else None
        reply = self._ask(ask, menu)
        self._hear_answer(ask, menu, reply)
        data = read_response(reply.line, ask.query.key)
        if reply.fault is not NO_FAULT:
            return self._fault(ask, reply, data)
        self.records[player].micros.append(reply.micros)
        if data in ask.legal:
            return data
        choice = ask.query.choose(data, ask.legal) if data else None
        if choice is None:
            said = told_as(data)
            self._bad_card(ask, reply, "garbled" if said == GARBLED else "illegal", said)
        return choice

    def _fault(self, ask: Ask, reply: Reply, data: str | None) -> str | None:
        player, fault = ask.player, reply.fault
        if fault not in NOT_PUT:
            self.records[player].micros.append(reply.micros)
        if fault is Fault.TIME:
            self._retire(player, "time")
            self._note_retirement(player, "time")
            return self._house_answer(ask)
        if fault in ENDS_THE_PROGRAM:
            self._end(player)
            self.listener.ended(player)
        self._bad_card(ask, reply, fault.value, SAID.get(fault) or told_as(data))
        return None

    def _bad_card(self, ask: Ask, reply: Reply, kind: str, said: str) -> None:
        player, record = ask.player, self.records[ask.player]
        record.bad_cards[kind] += 1
        if record.first_bad_card is None:
            line = escaped(reply.line[:MOST_BYTES]).decode()
            record.first_bad_card = BadCardReport(
                kind, self.hand, ask.query.key, line, tuple(ask.legal), answered=len(record.micros) > 1
            )
        if record.bad_cards.total() >= self.plan.limits.bad_cards:
            self._retire(player, "bad cards")
        self._tell(bad_card(player, said))

    def _raise_bad_card(self, steps: Steps[None], player: str) -> Step:
        """The rules apply the whole cost before their next step: only then the score of a retired player stands."""
        try:
            return steps.throw(BadCard(player))
        finally:
            if player in self._by_house:
                self._note_retirement(player, "bad cards")

    def _retire(self, player: str, why: str) -> None:
        self._by_house.add(player)
        self._end(player)
        self.listener.retired(player, why)

    def _note_retirement(self, player: str, why: str) -> None:
        self.retirements.append(Retirement(player, why, self.scores[player]))

    def _end(self, player: str) -> None:
        if player not in self._without_program:
            self._without_program.add(player)
            self.table.end(player)

    def _start_afresh(self, fresh: Fresh) -> None:
        if self.hand and self.enough():
            raise _Enough
        self.hand += 1
        for player in fresh.players:
            if player in self._without_program and player not in self._by_house:
                self._without_program.discard(player)
                self.table.start(player)
                self.listener.started(player)
                for tell in fresh.standing:
                    self._tell(tell.privately(player))

    def _draw(self, chance: Chance) -> tuple[str, ...]:
        values = draw(self.plan.seed, chance)
        self.listener.drawn(chance, values)
        return values

    def _house_answer(self, ask: Ask) -> str:
        """The house player takes one of the legal answers, sorted as text, by a draw of its own."""
        self._house_answers[ask.player] += 1
        seat = 1 + self.plan.names.index(ask.player)
        index = self._house_answers[ask.player]
        return self._draw(Chance(f"house/{seat}", tuple(sorted(ask.legal)), 0, index, take=1))[0]


def told_as(data: str | None) -> str:
    """How a wrong answer is told to everybody."""
    if data is None or data.startswith("("):
        return GARBLED
    return data.replace("|", "/")[:MOST_SAID]
