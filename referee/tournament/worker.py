"""What a worker does: it plays one match after another, each from a job to a report, and leaves nothing running."""

from __future__ import annotations

import contextlib
import errno
import gzip
import multiprocessing
import os
import re
import signal
from dataclasses import dataclass
from hashlib import sha256
from multiprocessing.connection import wait
from pathlib import Path
from threading import Thread
from time import monotonic
from types import FrameType

from referee.disk import make_safe, unfinished_name, write_safely
from referee.errors import Mistake, Void
from referee.live import Played, play
from referee.log import Log, read_log
from referee.plan import Plan
from referee.result import Result
from referee.seats.cores import on_cores
from referee.seats.processes import all_children_ours, kill_children
from referee.tournament.store import now

FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
NO_USE_TO_GO_ON = FULL | {errno.EIO, errno.EROFS, errno.EFBIG}
OF_THE_TERMINAL = (signal.SIGINT, signal.SIGHUP)  # all its processes get them; the runner decides what they mean

_TIMES = re.compile(rb"^((?:< \S+|! \S+ \S+)) \d+ ", re.MULTILINE)
_kept = contextlib.ExitStack()


class _Here:
    """Whether this process does nothing else, so that all its children are programs."""

    only_plays = False


@dataclass(frozen=True)
class Job:
    """A match to be played."""

    plan: Plan
    log: Path | None = None  # ends in .log.gz; beside it what the programs wrote to stderr
    number: int = 0  # for whoever gave it


@dataclass(frozen=True)
class Report:
    """What a job came to; without a result the match is void, for a cause that is nobody's fault."""

    result: Result | None
    notes: tuple[tuple[str, str], ...] = ()
    seconds: float = 0.0
    at: str = ""
    digest: bytes = b""
    cause: str = ""
    hopeless: bool = False  # whether it is of no use to try again
    full: bool = False  # since the disk is full


def begin(cores: int) -> None:
    """Once in each worker process: its cores are its own as long as it lives, and it ends when the runner does."""
    for number in OF_THE_TERMINAL:
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, OF_THE_TERMINAL)
    signal.signal(signal.SIGTERM, _leave)
    Thread(target=_leave_with_the_runner, daemon=True).start()
    _kept.enter_context(on_cores(cores))
    _Here.only_plays = True


def _leave(_number: int = 0, _frame: FrameType | None = None) -> None:
    kill_children()
    os._exit(1)


def _leave_with_the_runner() -> None:
    runner = multiprocessing.parent_process()
    if runner:
        wait([runner.sentinel])
        _leave()


def work(job: Job) -> Report:
    started = monotonic()
    try:
        with all_children_ours() if _Here.only_plays else contextlib.nullcontext():
            played, digest = _logged(job) if job.log else (play(job.plan), b"")
    except (Void, Mistake, OSError) as error:
        cause = error if isinstance(error, OSError) else error.__cause__
        number = cause.errno if isinstance(cause, OSError) else None
        return Report(None, cause=_cause(error), hopeless=number in NO_USE_TO_GO_ON, full=number in FULL)
    return Report(played.result, played.notes, monotonic() - started, now(), digest)


def _cause(error: Exception) -> str:
    named = isinstance(error, OSError) and error.filename
    return f"{error.filename}: {error.strerror}" if named else str(error)  # type: ignore[attr-defined]


def _logged(job: Job) -> tuple[Played, bytes]:
    """The log has its name only when all of it is on the disk."""
    assert job.log
    unfinished = unfinished_name(job.log)
    played = play(job.plan, log=unfinished)
    for name, text in played.stderr.items():
        if text:
            beside = job.log.with_name(f"{job.log.name.removesuffix('.log.gz')}.{name}.stderr.gz")
            write_safely(beside, gzip.compress(text, mtime=0))
    digest = digest_of(read_log(unfinished))
    make_safe(unfinished)
    unfinished.replace(job.log)
    return played, digest


def digest_of(log: Log) -> bytes:
    """Covers all that was drawn, told, asked and answered, under which rules and seed; not times, notes and paths."""
    plan = log.plan
    players = [(player.name, player.choices) for player in plan.players]
    head = repr((plan.game, sorted(plan.options.items()), players, plan.seed, plan.limits))
    lines = log.lines[: log.lines.rfind(b"\n= ") + 1]
    return sha256(head.encode() + b"\n" + _TIMES.sub(rb"\1 ", lines)).digest()
