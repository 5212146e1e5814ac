"""Process trees: all that a program started is ended with it, and nothing is left when the referee goes."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path

_PR_SET_CHILD_SUBREAPER = 36


def kill_tree(pid: int) -> None:
    """Kills a child of ours that is not reaped yet, its process group and all that descends from it."""
    _kill_descendants(pid)
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            kill(pid, signal.SIGKILL)


@contextlib.contextmanager
def all_children_ours() -> Iterator[None]:
    """For a process that has no children but programs: daemons they leave come to it, and are ended at the end."""
    adopt_orphans()
    try:
        yield
    finally:
        kill_children()


def kill_children() -> None:
    """Of a process that has no children but programs: until none is left."""
    while children := _children(os.getpid()):
        for child in children:
            kill_tree(child)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(child, 0)


def kill_all_in(folder: Path, *, orphans_only: bool = False) -> None:
    """Kills every program that works in this folder or below, whoever started it; nobody's shell."""
    inside = folder.resolve()
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if not (process / "cwd").readlink().is_relative_to(inside):
                continue
            parent, session, terminal = _family(int(process.name))
            if terminal or session == os.getsid(0) or (orphans_only and _is_below(parent)):
                continue
            os.kill(int(process.name), signal.SIGKILL)


def _is_below(parent: int) -> bool:
    """Whether a child of it is some worker's; one of ours has lost its worker, as one of a stranger has."""
    if parent == os.getpid():
        return False
    while parent > 1 and parent != os.getpid():
        parent, _, _ = _family(parent)
    return parent > 1


def _family(pid: int) -> tuple[int, int, int]:
    """Parent, session and terminal; the name before them stands in parentheses and may hold any of these."""
    state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(state[1]), int(state[3]), int(state[4])


def _kill_descendants(pid: int) -> None:
    for child in _children(pid):
        _kill_descendants(child)
        with contextlib.suppress(OSError, AttributeError):
            _kill_child(child, pid)


def _kill_child(child: int, parent: int) -> None:
    """The number of a child that has ended may be a stranger's by now; what a descriptor was opened for stays it."""
    descriptor = os.pidfd_open(child)
    try:
        if child in _children(parent):
            signal.pidfd_send_signal(descriptor, signal.SIGKILL)
    finally:
        os.close(descriptor)


def _children(pid: int) -> list[int]:
    children: list[int] = []
    with contextlib.suppress(OSError):
        for threads in Path(f"/proc/{pid}/task").glob("*/children"):
            with contextlib.suppress(OSError):
                children += map(int, threads.read_text().split())
    return children


def adopt_orphans() -> None:
    import ctypes

    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
