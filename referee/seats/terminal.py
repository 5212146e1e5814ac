"""Terminals in place of pipes, for programs that flush only there: no echo, no special characters, nobody's own."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from subprocess import Popen
from typing import IO

from referee.errors import Void

END_OF_FILE = b"\x04"  # the one special character; no line has it
AS_OFTEN = 16  # a program may look again: the end of a terminal's input does not stay
HOLDS = 1 << 11  # bytes of what a program has written; with more it may have to wait
DISABLED = b"\0"


def started(start: Callable[[int, int], Popen[bytes]]) -> Popen[bytes]:
    """A process with a terminal for its input and another one for its output, so that it can close one of them."""
    with contextlib.ExitStack() as its_ends, contextlib.ExitStack() as if_it_fails:
        stdin, its_stdin = _opened("wb", its_ends, if_it_fails)
        stdout, its_stdout = _opened("rb", its_ends, if_it_fails)
        process = start(its_stdin, its_stdout)
        process.stdin, process.stdout = stdin, stdout
        if_it_fails.pop_all()
        return process


def _opened(mode: str, its_ends: contextlib.ExitStack, if_it_fails: contextlib.ExitStack) -> tuple[IO[bytes], int]:
    """Our end and the program's end."""
    try:
        ours, its = os.openpty()
    except OSError as error:
        raise Void(f"no terminal can be had: {error.strerror}") from error
    file: IO[bytes] = if_it_fails.enter_context(os.fdopen(ours, mode, buffering=0))
    its_ends.callback(os.close, its)
    _keep_from_changing_anything(its)
    return file, its


def _keep_from_changing_anything(terminal: int) -> None:
    """It gives its input line by line, 4096 bytes at most, as the protocol does: else no end of it can be told."""
    import termios
    import tty

    tty.setraw(terminal)
    attributes = termios.tcgetattr(terminal)
    attributes[3] |= termios.ICANON
    attributes[6] = [DISABLED] * len(attributes[6])
    attributes[6][termios.VEOF] = END_OF_FILE
    termios.tcsetattr(terminal, termios.TCSANOW, attributes)
