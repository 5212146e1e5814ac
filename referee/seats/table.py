"""The table of a live match: keeps what is told, asks with a deadline, delivers when it would wait anyway."""

from __future__ import annotations

import select
from collections.abc import Callable
from time import monotonic_ns

from referee.chance import client_seed
from referee.errors import Void
from referee.lines import MOST_BYTES
from referee.match import Fault, Reply
from referee.plan import Limits, Plan, Player
from referee.seats.program import PLAIN_PATH, CannotStart
from referee.seats.seat import Seat
from referee.steps import Ask, Tell

A_MOMENT = 2  # milliseconds in which a quick program answers
LONGEST_WAIT = 250  # milliseconds
SECOND = 1_000_000_000  # nanoseconds
MILLISECOND = SECOND // 1000
TO_LEAVE = 1 * SECOND  # after its input was closed
HELD_UP = SECOND // 2  # longer than a busy machine delays the referee
DID_NOT_LEAVE = "did not leave when its input was closed"


class Programs:
    """The programs of a match, at their seats; `idle` is called when there is time for other work."""

    idle: Callable[[], None] = staticmethod(lambda: None)

    def __init__(self, plan: Plan, note: Callable[[str, str], None], limits: Limits | None = None) -> None:
        """With other limits than those of the plan the programs are still told those of the plan."""
        limits = limits or plan.limits
        with_program = [player for player in plan.players if not player.house]
        self.seats = {player.name: Seat(player, environment(plan, player), note) for player in with_program}
        self._keep: dict[str, Callable[[bytes], None]] = dict.fromkeys(plan.names, _forget)
        self._keep |= {name: seat.kept.append for name, seat in self.seats.items()}
        self._time = int(limits.time * SECOND)
        self._first_time = int(limits.first_time * SECOND)
        self._bank = int(limits.bank * SECOND)
        self._keepers: list[Callable[[bytes], None]] = []
        self._note = note

    def start_all(self) -> None:
        for seat in self.seats.values():
            seat.start()
        self._list_keepers()

    def start(self, player: str) -> None:
        """Afresh; that it does not start now though it did before is nobody's fault."""
        try:
            self.seats[player].start()
        except CannotStart as error:
            raise Void(str(error)) from error
        self._list_keepers()

    def end(self, player: str) -> None:
        self.seats[player].end()
        self._list_keepers()

    def tell(self, tell: Tell) -> None:
        line = tell.line
        if tell.to is None:
            for keep in self._keepers:
                keep(line)
        else:
            for player in tell.to:
                self._keep[player](line)

    def ask(self, ask: Ask, menu: Tell | None) -> Reply:
        seat = self.seats[ask.player]
        program = seat.program
        if program is None:
            return Reply(b"", 0, Fault.GONE)
        if seat.unread or program.poll(0):
            early = seat.early()
            if early is not None:
                return early
        if seat.spent >= self._bank:
            return Reply(b"", 0, Fault.TIME)
        kept = seat.kept
        if menu is not None:
            kept.append(menu.line)
        kept.append(ask.query.line)
        question = b"".join(kept)
        kept.clear()
        started = monotonic_ns()
        sent = program.write(question)
        if sent == len(question) and not seat.unread and program.poll_answer(A_MOMENT):
            answer = program.read(program.stdout) or b""
            if 0 < answer.find(b"\n") == len(answer) - 1 < MOST_BYTES:
                took = monotonic_ns() - started
                if took > HELD_UP:
                    took -= self._held_up(seat, started, A_MOMENT)
                seat.spent += took
                seat.answered = True
                return Reply(answer[:-1], took // 1000)
            seat.unread += answer
        return self._wait(seat, question[sent:], started, quiet=ask.query.quiet)

    def _wait(self, seat: Seat, unsent: bytes, started: int, *, quiet: bool) -> Reply:
        """For a program that takes its time, or says something strange."""
        started += self._held_up(seat, started, A_MOMENT)
        left = self._bank - seat.spent
        limit = self._time if seat.answered else self._first_time
        deadline = started + min(limit, left)
        while (outcome := seat.outcome()) is None:
            now = monotonic_ns()
            remaining = deadline - now
            if not quiet:
                self._deliver_to_others(seat)
            self.idle()
            unsent = seat.pump(_milliseconds(remaining), unsent)
            if held_up := self._held_up(seat, now, _milliseconds(remaining)):
                started, deadline = started + held_up, deadline + held_up
            elif remaining <= 0:  # that was the last look
                outcome = seat.outcome() or (seat.unread, Fault.TIME if left <= limit else Fault.SILENT)
                break
        took = monotonic_ns() - started
        seat.spent += took
        seat.answered = True
        line, fault = outcome
        return Reply(line, took // 1000, fault)

    def _held_up(self, asked: Seat, since: int, milliseconds: int) -> int:
        """How much longer than it wanted to wait the referee was away, as when it or its machine was stopped."""
        away = monotonic_ns() - since - milliseconds * MILLISECOND
        if away < HELD_UP:
            return 0
        text = f"was asked when the referee was held up for {away / SECOND:.1f} s, which do not count"
        self._note(asked.player.name, text)
        return away

    def farewell(self) -> None:
        """Sends what is left, closes every input, and gives the programs a moment to leave."""
        deadline = monotonic_ns() + TO_LEAVE
        leaving = [seat for seat in self.seats.values() if seat.program]
        while leaving := [seat for seat in leaving if not seat.has_left()]:
            remaining = deadline - monotonic_ns()
            if remaining <= 0:
                for seat in leaving:
                    self._note(seat.player.name, DID_NOT_LEAVE)
                return
            poll = select.poll()
            for seat in leaving:
                seat.listen_until_it_leaves(poll)
            poll.poll(_milliseconds(remaining))

    def end_all(self) -> None:
        for seat in self.seats.values():
            seat.end(after_game=True)

    def _deliver_to_others(self, asked: Seat) -> None:
        for seat in self.seats.values():
            if seat is not asked:
                seat.deliver()

    def _list_keepers(self) -> None:
        self._keepers = [seat.kept.append for seat in self.seats.values() if seat.program]


def _forget(_line: bytes) -> None:
    """What is told to a house player."""


def _milliseconds(nanoseconds: int) -> int:
    """Rounded up, so that a deadline is not looked at too early; not long, so that idle work is done, a gap seen."""
    return max(0, min(LONGEST_WAIT, -(-nanoseconds // MILLISECOND)))


def environment(plan: Plan, player: Player) -> dict[str, str]:
    """All that a program sees of the referee's environment."""
    return {
        "PATH": PLAIN_PATH,
        "HOME": player.folder,
        "LANG": "C.UTF-8",
        "REFEREE_GAME": plan.game,
        "REFEREE_SEED": str(client_seed(plan.seed, player.name)),
        "REFEREE_TIME": f"{plan.limits.time:g}",
        "REFEREE_FIRST_TIME": f"{plan.limits.first_time:g}",
    }
