"""One match, one core: a core that no other match has, for the referee and the programs that it starts."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator


@contextlib.contextmanager
def on_one_core() -> Iterator[int | None]:
    """Moves this process to a free core for a while; None where no core is free or the system has no such means."""
    if not hasattr(os, "sched_setaffinity"):
        yield None
        return
    allowed = os.sched_getaffinity(0)
    lock, core = _take_free(sorted(allowed, reverse=True)) if len(allowed) > 1 else (None, None)
    if lock is None or core is None:
        yield None
        return
    os.sched_setaffinity(0, {core})
    try:
        yield core
    finally:
        os.sched_setaffinity(0, allowed)
        os.close(lock)


def _take_free(cores: list[int]) -> tuple[int | None, int | None]:
    """The lock is on the kernel's own folder for the core, so that it holds for all users and leaves no file."""
    for core in cores:
        try:
            lock = os.open(f"/sys/devices/system/cpu/cpu{core}", os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            continue
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
        else:
            return lock, core
    return None, None
