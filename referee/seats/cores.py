"""One match, one core, or as many as it is given: cores that no other match has, for it and its programs."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator

FOLDER = "/sys/devices/system/cpu/cpu{}"  # the kernel's own of each core


@contextlib.contextmanager
def on_cores(count: int = 1) -> Iterator[tuple[int, ...]]:
    """Moves this process to free cores for a while; to none where too few are free or the system has no such means."""
    with contextlib.ExitStack() as locks:
        cores = _taken(count, locks) if hasattr(os, "sched_setaffinity") else ()
        if not cores:
            yield ()
            return
        allowed = os.sched_getaffinity(0)
        os.sched_setaffinity(0, cores)
        try:
            yield cores
        finally:
            os.sched_setaffinity(0, allowed)


def matches_at_once(cores: int = 1) -> int:
    """How many there is room for, when each has so many cores."""
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, count // cores)


def _taken(count: int, locks: contextlib.ExitStack) -> tuple[int, ...]:
    """As many as are wanted, or none at all; who would need every core needs no lock."""
    allowed = os.sched_getaffinity(0)
    taken: list[int] = []
    for core in sorted(allowed, reverse=True) if count < len(allowed) else ():
        lock = _lock(core)
        if lock is not None:
            locks.callback(os.close, lock)
            taken.append(core)
        if len(taken) == count:
            return tuple(taken)
    locks.close()
    return ()


def _lock(core: int) -> int | None:
    """On the kernel's own folder for the core, so that it holds for all users and leaves no file; None: it is taken."""
    try:
        lock = os.open(FOLDER.format(core), os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        return None
    return lock
