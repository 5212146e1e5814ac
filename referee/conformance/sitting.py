"""A match at which the client sits: what it is told and says, and what is wrong with that."""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic

from referee.common import bad_card
from referee.conformance.memory import Memory
from referee.conformance.silence import is_busy, why_silent
from referee.lines import read_response
from referee.log import Transcript
from referee.match import NO_FAULT, Fault, Match, Reply
from referee.plan import Plan, Player
from referee.seats.table import DID_NOT_LEAVE, Programs
from referee.steps import Ask, Tell

SCRIPTED = ("scripted",)  # the command of players that are no programs
GARBLED = Reply(b"no answer", 0)
MOST_EARLY = 100  # lines
LONGEST = 5.0  # seconds, after which no other hand begins


class Stop(Exception):
    """The match has shown what it was played for."""


@dataclass
class Exchange:
    """A question to the client, and all that came around it."""

    ask: Ask
    sent: tuple[str, ...]
    early: list[bytes]  # lines before the question
    reply: Reply
    later: list[bytes]  # lines after the first
    first: bool  # the program had not answered before
    first_of_hand: bool
    silence: str = ""  # why it said nothing

    @property
    def lines(self) -> list[bytes]:
        came = [self.reply.line] if self.reply.fault is NO_FAULT else []
        return [*self.early, *came, *self.later]

    @property
    def key(self) -> str:
        return self.ask.query.key


@dataclass
class Script:
    """What is other than in a plain match."""

    listen: float = 0.0  # seconds around each question, for lines that nobody asked for
    questions: int = 0  # after which it is enough, whatever was said; all others are answered for the client
    strange: tuple[bytes, ...] = ()  # lines that follow what is told to all, in turn
    slips: tuple[int, ...] = ()  # at which question in a hand another player gives a bad card; one after the other
    late: bool = False  # its program is started only when it was silent once
    hands: int = 100  # after which it is enough
    answers: int = 100_000  # the same; they are counted once all slips were made
    wait_for_it_to_leave: bool = False


@dataclass
class Ending:
    """How the program left when its input was closed."""

    left: bool = True
    busy: bool = False  # instead


class Sitting:
    """The table of one match. It ends at the first thing that is wrong, or when the script says so."""

    def __init__(self, plan: Plan, me: str, script: Script) -> None:
        self.me, self.script, self.plan = me, script, plan
        self.notes: list[str] = []  # such as how it exited
        self.programs = Programs(_alone(plan, me), lambda _, text: self.notes.append(text))
        self.seat = self.programs.seats[me]
        self.match = Match(plan, self, Transcript(lambda _: None))
        self.memory = Memory(self.match.game, me, with_choices=self.seat.player.choices)
        self.exchanges: list[Exchange] = []  # of a talk
        self.judge: Callable[[Exchange], None] = lambda exchange: None  # hears of what is wrong
        self.micros: list[int] = []  # of each answer but the first of its program
        self.first_micros = 0
        self.answers = 0
        self.ending = Ending()
        self._others = random.Random(0)
        self._asked_in_hand: Counter[str] = Counter()
        self._hand_of_last_answer = 0
        self._strange = 0  # lines that were told
        self._slips = 0
        self._answers_before_slip = 0

    @property
    def stderr(self) -> bytes:
        return self.seat.stderr

    def play(self) -> None:
        """CannotStart if the program cannot be run, Void where nobody is to blame."""
        self._until = monotonic() + LONGEST
        self.match.enough = self._is_enough
        try:
            self._to_its_end()
            if self.script.wait_for_it_to_leave and self.seat.program:
                self._leave()
        finally:
            self.programs.end_all()

    def _to_its_end(self) -> None:
        if not self.script.late:
            self.programs.start_all()
        with contextlib.suppress(Stop):
            self.match.play()

    def _leave(self) -> None:
        self.programs.farewell()
        if DID_NOT_LEAVE in self.notes:
            self.ending.left, self.ending.busy = False, is_busy(self.seat)

    def _is_enough(self) -> bool:
        slipped = self._slips == len(self.script.slips)
        answered = self.answers - self._answers_before_slip
        is_slow = monotonic() > self._until
        return is_slow or self.match.hand >= self.script.hands or (slipped and answered >= self.script.answers)

    # What the match says

    def tell(self, tell: Tell) -> None:
        if tell.to is None or self.me in tell.to:
            self.memory.hear(tell)
        self.programs.tell(tell)
        if self.script.strange and tell.to is None:
            line = self.script.strange[self._strange % len(self.script.strange)]
            self._strange += 1
            self.tell_strange(Tell(line, (self.me,)))

    def tell_strange(self, tell: Tell) -> None:
        self.memory.sent.append(tell.line.decode().rstrip("\n"))
        self.programs.tell(tell)

    def start(self, player: str) -> None:
        if player == self.me:
            self.programs.start(player)

    def end(self, player: str) -> None:
        if player == self.me:
            self.programs.end(player)

    def ask(self, ask: Ask, menu: Tell | None) -> Reply:
        if ask.player != self.me:
            return self._scripted(ask)
        if self.seat.program is None and self.script.late:
            return Reply(b"", 0, Fault.SILENT)
        exchange = self._exchange(ask, menu)
        self.answers += 1
        self._hand_of_last_answer = self.match.hand
        choice = _choice(exchange)
        if self.script.questions:
            self._talked(exchange)
            choice = choice or ask.legal[0]
        elif choice is None:
            self.judge(exchange)
            raise Stop
        if choice is not None:
            self._clock(exchange)
            self.memory.after(choice, exchange.ask.legal)
            return Reply(f"|RESPONSE|{exchange.key}|{choice}|END|".encode(), exchange.reply.micros)
        return exchange.reply

    def _exchange(self, ask: Ask, menu: Tell | None) -> Exchange:
        first = not self.seat.answered
        early = self._listen()
        for tell in (menu, Tell(ask.query.line)):
            if tell:
                self.memory.sent.append(tell.line.decode().rstrip("\n"))
        asked = Ask(ask.player, ask.query, tuple(ask.legal))
        exchange = Exchange(
            ask=asked,
            sent=tuple(self.memory.sent),
            early=early,
            reply=self._reply(ask, menu, early),
            later=[],
            first=first,
            first_of_hand=self._hand_of_last_answer != self.match.hand,
        )
        if exchange.reply.fault is Fault.SILENT:
            exchange.silence = self._why_silent(exchange, menu)
        elif exchange.reply.fault in (Fault.GONE, Fault.OVERLONG, Fault.FLOOD):
            self.programs.end(self.me)  # now, so that its exit and its last words are known
        else:
            exchange.later = self._listen()
        return exchange

    def _reply(self, ask: Ask, menu: Tell | None, early: list[bytes]) -> Reply:
        """In a talk the question is put even where a line was there before it."""
        reply = self.programs.ask(ask, menu)
        while self.script.listen and reply.fault is Fault.UNASKED and len(early) < MOST_EARLY:
            early.append(reply.line)
            reply = self.programs.ask(ask, menu)
        return reply

    def _why_silent(self, exchange: Exchange, menu: Tell | None) -> str:
        other = next(name for name in self.plan.names if name != self.me)
        question = (menu.line if menu else b"") + exchange.ask.query.line
        return why_silent(self.seat, bad_card(other, "(silent)").line, question)

    def _listen(self) -> list[bytes]:
        """The lines that come while nothing was asked."""
        deadline, program = monotonic() + self.script.listen, self.seat.program
        if not program or not self.script.listen:
            return []
        self.seat.deliver()
        while (remaining := deadline - monotonic()) > 0 and not program.has_exited():
            self.seat.pump(max(1, int(remaining * 1000)), b"")
        *lines, self.seat.unread = self.seat.unread.split(b"\n")
        return lines

    def _talked(self, exchange: Exchange) -> None:
        self.exchanges.append(exchange)
        if len(self.exchanges) >= self.script.questions or exchange.reply.fault is not NO_FAULT:
            raise Stop

    def _clock(self, exchange: Exchange) -> None:
        if exchange.first:
            self.first_micros = max(self.first_micros, exchange.reply.micros)
        else:
            self.micros.append(exchange.reply.micros)

    # The other players

    def _scripted(self, ask: Ask) -> Reply:
        """Any legal answer; now and then one gives a bad card."""
        self._asked_in_hand[f"{self.match.hand} {ask.player}"] += 1
        if self._is_to_slip(ask.player):
            self._slips += 1
            self._answers_before_slip = self.answers
            return GARBLED
        return Reply(f"|RESPONSE|{ask.query.key}|{self._others.choice(tuple(ask.legal))}|END|".encode(), 0)

    def _is_to_slip(self, player: str) -> bool:
        """The others take turns with that."""
        slips, others = self.script.slips, [name for name in self.plan.names if name != self.me]
        if self._slips == len(slips) or player != others[self._slips % len(others)]:
            return False
        return self._asked_in_hand[f"{self.match.hand} {player}"] == slips[self._slips]


def _alone(plan: Plan, me: str) -> Plan:
    """The same, in which nobody else has a program to be started."""
    return replace(plan, players=tuple(p if p.name == me else Player(p.name, (), "") for p in plan.players))


def _choice(exchange: Exchange) -> str | None:
    """The legal answer that was given, if it was, among whatever else."""
    for line in exchange.lines:
        data = read_response(line, exchange.key)
        choice = exchange.ask.query.choose(data, exchange.ask.legal) if data else None
        if choice is not None:
            return choice
    return None
