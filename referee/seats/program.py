"""One running program: started with its pipes or terminals, and ended with every process that it started."""

from __future__ import annotations

import contextlib
import errno
import os
import select
import shlex
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path

from referee.errors import Mistake, Void
from referee.lines import escaped
from referee.plan import Player
from referee.seats import processes, terminal

READ_AT_ONCE = 1 << 12
PIPE_SIZE = 1 << 17  # of its stdout: more than a program may leave unread, so that a flood shows as one
TO_EXIT = 100  # milliseconds
TO_GO_ON = 20  # milliseconds, for a program that waited until its terminal was read
MOST_SHOWN = 500  # characters of a command
PLAIN_PATH = "/usr/local/bin:/usr/bin:/bin"

_F_SETPIPE_SZ = 1031
_EXHAUSTED = frozenset(
    {errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN}
)  # the machine is; no program is to blame


class CannotStart(Mistake):
    """A program that does not start; the message names what was run and why it failed."""


class Program:
    """A process with a session of its own; its pipes never block the referee.

    CannotStart if there is no such program, Void if the machine has no room for it.
    """

    def __init__(self, player: Player, environment: Mapping[str, str]) -> None:
        self.player = player
        self.process, self.exit = _started(player, environment)
        assert self.process.stdin and self.process.stdout and self.process.stderr
        self.stdin = self.process.stdin.fileno()
        self.stdout = self.process.stdout.fileno()
        self.stderr = self.process.stderr.fileno()
        for fd in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(fd, False)
        _widen(self.stdout)
        _keep_from_dumping_core(self.process.pid)
        self.poll = _poll_of(self.stdout, self.exit).poll  # whether it said something, or is gone
        self.poll_answer = _poll_of(self.stdout).poll  # the same, but quicker, for one that was there a moment ago
        self.everything = _poll_of(self.stdout, self.stderr, self.exit)
        self._must_be_told_its_end = player.pty

    def has_exited(self) -> bool:
        """Looked at without reaping it, so that its process id stays its own until its tree is ended."""
        if self.process.returncode is not None or not hasattr(os, "waitid"):  # older Pythons on macOS have none
            return self.process.poll() is not None
        return os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

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

    def goes_on(self) -> bool:
        """Whether there is more, after all was read that its terminal holds; a pipe would have held that too."""
        return self.player.pty and bool(self.poll_answer(TO_GO_ON))

    def close_stdin(self) -> bytes:
        """Returns what must still be written to it for that."""
        if self._must_be_told_its_end:
            self._must_be_told_its_end = False
            return terminal.END_OF_FILE * terminal.AS_OFTEN
        if not self.player.pty:
            assert self.process.stdin
            self.process.stdin.close()
        return b""

    def end(self, *, leaving: bool) -> str | None:
        """Ends the whole process tree; returns how the program had exited before, None if it still ran.

        One that is leaving has closed its output: the end of a file is seen a moment before the exit.
        """
        if leaving and self.exit is not None:
            way_out = select.poll()
            way_out.register(self.exit, select.POLLIN)
            way_out.poll(TO_EXIT)
        had_exited = self.has_exited()
        if self.process.returncode is None:
            processes.kill_tree(self.process.pid)
        code = self.process.wait()
        return in_words(code) if had_exited or code != -signal.SIGKILL else None

    def close(self) -> None:
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe
            pipe.close()
        if self.exit is not None:
            os.close(self.exit)
            self.exit = None


def _started(player: Player, environment: Mapping[str, str]) -> tuple[subprocess.Popen[bytes], int | None]:
    def start(stdin: int, stdout: int) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [*player.command, player.name],
            stdin=stdin,
            stdout=stdout,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=player.folder,
            env=dict(environment),
            start_new_session=True,
        )

    try:
        process = terminal.started(start) if player.pty else start(subprocess.PIPE, subprocess.PIPE)
        return process, _pidfd(process)
    except OSError as error:
        raise _failure(player, error) from error
    except ValueError as error:  # a NUL in its command
        raise CannotStart(f"{player.name}: cannot run {_shown(player)}: {error}") from error


def _poll_of(*descriptors: int | None) -> select.poll:
    poll = select.poll()
    for descriptor in descriptors:
        if descriptor is not None:
            poll.register(descriptor, select.POLLIN)
    return poll


def _widen(fd: int) -> None:
    import fcntl

    with contextlib.suppress(OSError):
        fcntl.fcntl(fd, _F_SETPIPE_SZ, PIPE_SIZE)


def _keep_from_dumping_core(pid: int) -> None:
    import resource

    with contextlib.suppress(OSError, AttributeError):
        resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0))


def _pidfd(process: subprocess.Popen[bytes]) -> int | None:
    try:
        return os.pidfd_open(process.pid)
    except AttributeError:  # another system
        return None
    except OSError as error:
        if error.errno not in _EXHAUSTED:  # an old kernel
            return None
        with process:  # closes its pipes and reaps it
            processes.kill_tree(process.pid)
        raise


def in_words(code: int) -> str:
    """How a program exited; a shell tells of a signal by 128 and its number."""
    if code < 0:
        return f"was ended by signal {_signal(-code)}"
    if code > 128 and code - 128 in list(signal.Signals):
        return f"exited with code {code}, which stands for signal {_signal(code - 128)}"
    return f"exited with code {code}"


def _signal(number: int) -> str:
    try:
        return f"{number} ({signal.Signals(number).name})"
    except ValueError:
        return str(number)


def _failure(player: Player, error: OSError) -> Exception:
    if error.errno in _EXHAUSTED:
        return Void(f"cannot start {player.name}: {error.strerror}")
    return CannotStart(f"{player.name}: cannot run {_shown(player)}: {_why_not(player, error)}")


def _shown(player: Player) -> str:
    return shlex.join((*player.command, player.name))[:MOST_SHOWN]


def _why_not(player: Player, error: OSError) -> str:
    if not Path(player.folder).is_dir():
        return f"its folder {player.folder} is not there"
    interpreter = _missing_interpreter(Path(player.folder, player.command[0]))
    if isinstance(error, FileNotFoundError) and interpreter:
        return f"its first line names {interpreter}, which is not there"
    if error.errno == errno.ENOEXEC:
        return "it is no program of this machine; a script's first line names its interpreter, as #!/bin/sh does"
    return error.strerror or str(error)


def _missing_interpreter(script: Path) -> str | None:
    """A carriage return at the end of the line is part of the name, so it is shown."""
    with contextlib.suppress(OSError), script.open("rb") as file:
        first = file.readline(256)
        if first.startswith(b"#!"):
            name = first[2:].strip(b" \t\n").split(b" ")[0]
            if not Path(os.fsdecode(name)).exists():
                return escaped(name).decode()
    return None
