"""One running program: started with its pipes, and ended with every process that it started."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path

from referee.errors import Mistake
from referee.plan import Player
from referee.seats import processes

READ_AT_ONCE = 1 << 16
PIPE_SIZE = 1 << 17  # of its stdout: more than a program may leave unread, so that a flood shows as one
PLAIN_PATH = "/usr/local/bin:/usr/bin:/bin"

_F_SETPIPE_SZ = 1031


class CannotStart(Mistake):
    """A program that does not start; the message names what was run and why it failed."""


class Program:
    """A process with a session of its own; its pipes never block the referee."""

    def __init__(self, player: Player, environment: Mapping[str, str]) -> None:
        self.player = player
        try:
            self.process = subprocess.Popen(
                [*player.command, player.name],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=player.folder,
                env=dict(environment),
                start_new_session=True,
            )
        except OSError as error:
            raise CannotStart(_why_not(player, error)) from error
        assert self.process.stdin and self.process.stdout and self.process.stderr
        self.stdin = self.process.stdin.fileno()
        self.stdout = self.process.stdout.fileno()
        self.stderr = self.process.stderr.fileno()
        for fd in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(fd, False)
        _widen(self.stdout)
        self.exit = _pidfd(self.process.pid)
        answers = select.poll()  # stdout and the exit: all that an answer can come to
        answers.register(self.stdout, select.POLLIN)
        self.everything = select.poll()
        self.everything.register(self.stdout, select.POLLIN)
        self.everything.register(self.stderr, select.POLLIN)
        if self.exit is not None:
            answers.register(self.exit, select.POLLIN)
            self.everything.register(self.exit, select.POLLIN)
        self.poll = answers.poll

    def how_it_exited(self) -> str | None:
        """Looked at without reaping it, so that its process id stays its own until its tree is ended."""
        state = os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if state is None:
            return None
        return _as_words(state.si_status if state.si_code == os.CLD_EXITED else -state.si_status)

    def read(self, fd: int) -> bytes | None:
        """What is there; nothing at the end of the file, None if nothing is there yet."""
        try:
            return os.read(fd, READ_AT_ONCE)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def write(self, data: bytes) -> int:
        """How much of it was taken; of a closed stdin, all, since nobody waits for it."""
        try:
            return os.write(self.stdin, data)
        except BlockingIOError:
            return 0
        except OSError:
            return len(data)

    def close_stdin(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()

    def kill(self) -> None:
        """Ends the whole process tree."""
        processes.kill_tree(self.process.pid)
        self.process.wait()

    def close(self) -> None:
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe
            pipe.close()
        if self.exit is not None:
            os.close(self.exit)


def _widen(fd: int) -> None:
    import fcntl

    with contextlib.suppress(OSError):
        fcntl.fcntl(fd, _F_SETPIPE_SZ, PIPE_SIZE)


def _pidfd(pid: int) -> int | None:
    return os.pidfd_open(pid) if hasattr(os, "pidfd_open") else None


def _as_words(code: int) -> str:
    if code >= 0:
        return f"exited with code {code}"
    try:
        return f"was ended by signal {-code} ({signal.Signals(-code).name})"
    except ValueError:
        return f"was ended by signal {-code}"


def _why_not(player: Player, error: OSError) -> str:
    ran = " ".join(player.command)
    interpreter = _missing_interpreter(Path(player.folder, player.command[0]))
    if isinstance(error, FileNotFoundError) and interpreter:
        return f"{player.name}: cannot run {ran}: its first line names {interpreter}, which is not there"
    return f"{player.name}: cannot run {ran}: {error.strerror}"


def _missing_interpreter(script: Path) -> str | None:
    with contextlib.suppress(OSError), script.open("rb") as file:
        first = file.readline(256)
        if first.startswith(b"#!"):
            words = first[2:].split()
            if words and not Path(os.fsdecode(words[0])).exists():
                return os.fsdecode(words[0])
    return None
