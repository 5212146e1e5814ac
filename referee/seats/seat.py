"""The talk with one program: what is kept for it, what it has written, how long it may still think."""

from __future__ import annotations

import select
from collections.abc import Callable, Mapping

from referee.lines import MOST_BYTES
from referee.match import Fault, Reply
from referee.plan import Player
from referee.seats.program import Program
from referee.seats.terminal import HOLDS

MOST_UNREAD = 1 << 16
MOST_STDERR = 1 << 16
MOST_NOTED = 200  # bytes of a line
CLEANLY = "exited with code 0"
LAST_LINES = 5  # of stderr, which are noted when a program ends


class Seat:
    """A player's place: its programs come and go, its thinking time and its stderr add up."""

    def __init__(self, player: Player, environment: Mapping[str, str], note: Callable[[str, str], None]) -> None:
        self.player = player
        self.kept: list[bytes] = []  # lines to be sent with its next question
        self.unread = b""
        self.spent = 0  # nanoseconds of thinking in the match
        self.answered = False  # its program has answered once
        self.stderr = b""
        self.program: Program | None = None
        self._environment = environment
        self._note = note
        self._at_end_of_file = False
        self._stderr_closed = False

    def start(self) -> None:
        self.kept.clear()
        self.unread = b""
        self.answered = False
        self._at_end_of_file = False
        self._stderr_closed = False
        self.program = Program(self.player, self._environment)

    def early(self) -> Reply | None:
        """What stands in the way of the next question: a line that is already there, too much of it, or the end."""
        while not self._at_end_of_file and len(self.unread) < MOST_UNREAD and (self._read() or self._goes_on()):
            pass
        line, newline, _ = self.unread.partition(b"\n")
        if len(line) >= MOST_BYTES or len(self.unread) >= MOST_UNREAD:
            return Reply(line[:MOST_BYTES], 0, Fault.FLOOD)
        if newline:
            self.unread = self.unread[self.unread.rfind(b"\n") + 1 :]
            return Reply(line, 0, Fault.UNASKED)
        return Reply(line, 0, Fault.GONE) if self._at_end_of_file else None

    def outcome(self) -> tuple[bytes, Fault] | None:
        """The first line that has come since the question, or what has come instead of it."""
        line, newline, rest = self.unread.partition(b"\n")
        if len(line) >= MOST_BYTES:
            return line[:MOST_BYTES], Fault.OVERLONG
        if newline:
            self.unread = rest
            return line, Fault.NONE
        return (line, Fault.GONE) if self._at_end_of_file else None

    def pump(self, milliseconds: int, unsent: bytes) -> bytes:
        """Reads and writes whatever can be within that time; returns what is still unsent."""
        program = self.program
        assert program
        if unsent:
            program.everything.register(program.stdin, select.POLLOUT)
        ready = {fd for fd, _ in program.everything.poll(milliseconds)}
        if unsent:
            program.everything.unregister(program.stdin)
        if program.stdin in ready:
            unsent = unsent[program.write(unsent) :]
        if program.stderr in ready:
            self._drain_stderr()
        if ready - {program.stdin, program.stderr}:
            self._read()
        return unsent

    def deliver(self) -> None:
        """Sends what is kept as far as the program takes it now."""
        if self.kept and self.program:
            data = b"".join(self.kept)
            rest = data[self.program.write(data) :]
            self.kept[:] = [rest] if rest else []

    def listen(self) -> None:
        """Keeps what is on its stderr now."""
        while len(self.stderr) < MOST_STDERR and self._drain_stderr():
            pass

    def listen_until_it_leaves(self, poll: select.poll) -> None:
        """Registers what may still come from a program that has no more questions."""
        program = self.program
        assert program
        if self.kept:
            poll.register(program.stdin, select.POLLOUT)
        if program.exit is not None:
            poll.register(program.exit, select.POLLIN)
        if not self._at_end_of_file:
            poll.register(program.stdout, select.POLLIN)
        if not self._stderr_closed:
            poll.register(program.stderr, select.POLLIN)

    def has_left(self) -> bool:
        assert self.program
        exited = self.program.has_exited()  # before its last words are read, so that none is missed
        self.deliver()
        if not self.kept and (last := self.program.close_stdin()):
            self.kept.append(last)
            self.deliver()
        self.unread = self.unread[:MOST_UNREAD]
        self._read()
        self._drain_stderr()
        return exited

    def end(self, *, after_game: bool = False) -> None:
        """Ends the program and keeps what it left behind."""
        if self.program is None:
            return
        program, how = self.program, self.program.end(leaving=self._at_end_of_file)
        self.listen()
        program.close()
        self.program = None
        if how is None and self._at_end_of_file:
            how = "closed its output and ran on"
        if not after_game or (how and how != CLEANLY):
            self._note_end(how)
        if after_game and self.unread:
            self._note(self.player.name, f"said after its last question: {_start(self.unread)}")

    def _note_end(self, how: str | None) -> None:
        if how:
            self._note(self.player.name, how)
        lines = [line for line in self.stderr.split(b"\n") if line.strip()]
        for line in lines[-LAST_LINES:]:
            self._note(self.player.name, f"stderr: {_start(line)}")

    def _drain_stderr(self) -> bool:
        """Keeps the first part of what is there and drops the rest; False if there was nothing."""
        assert self.program
        data = None if self._stderr_closed else self.program.read(self.program.stderr)
        if data == b"":
            self._stderr_closed = True
            self.program.everything.unregister(self.program.stderr)
        if data:
            self.stderr = (self.stderr + data)[:MOST_STDERR]
        return bool(data)

    def _goes_on(self) -> bool:
        assert self.program
        return len(self.unread) >= HOLDS and not self._at_end_of_file and self.program.goes_on()

    def _read(self) -> bool:
        """Reads once; False if nothing was there. A program is gone as soon as its first process is."""
        assert self.program
        exited = self.program.has_exited()
        data = self.program.read(self.program.stdout)
        if data:
            self.unread += data
        elif data == b"" or exited:
            self._at_end_of_file = True
        return bool(data)


def _start(text: bytes) -> str:
    return text.partition(b"\n")[0][:MOST_NOTED].decode(errors="replace").rstrip()
