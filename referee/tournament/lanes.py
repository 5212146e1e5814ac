"""The seam to whatever plays matches: lanes of executors, of which one that breaks costs only what it was playing."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from multiprocessing import forkserver, resource_tracker

from referee.tournament.worker import OF_THE_TERMINAL, Job, Report, begin, work

SHORT = 0.5  # seconds; a worker that plays shorter matches has the next one waiting at its door
STARTS_SLOWLY = "referee.tournament.worker"  # imported once, for all workers

Work = Callable[[Job], Report]
Done = tuple[Job, Report | None]  # no report where a worker died


def worker_process(cores: int = 1) -> Executor:
    """One worker on cores of its own, begun afresh and not forked: its runner has threads."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([STARTS_SLOWLY])
    _start_the_helpers()
    return ProcessPoolExecutor(1, mp_context=context, initializer=begin, initargs=(cores,))


def _start_the_helpers() -> None:
    """Those that workers come from; they and new workers have our mask, so that no Ctrl-C meets one while it starts."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, OF_THE_TERMINAL)
    try:
        resource_tracker.ensure_running()  # at its end SIGINT is not blocked any more
        signal.pthread_sigmask(signal.SIG_BLOCK, OF_THE_TERMINAL)
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@dataclass
class _Lane:
    executor: Executor
    playing: dict[Future[Report], Job] = field(default_factory=dict)


class Lanes:
    """Plays jobs on `count` executors that `make` makes, each with `width` jobs at once."""

    def __init__(self, count: int, make: Callable[[], Executor] = worker_process, width: int = 1, do: Work = work):
        self._make = make
        self._width = width
        self._do = do
        self._lanes = [_Lane(make()) for _ in range(count)]
        self._mean = 2 * SHORT  # seconds of a match, of the last ones above all

    def __enter__(self) -> Lanes:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.close(now=kind is not None)

    @property
    def playing(self) -> int:
        return sum(len(lane.playing) for lane in self._lanes)

    def has_room(self) -> bool:
        return any(len(lane.playing) < self._depth() for lane in self._lanes)

    def submit(self, job: Job) -> None:
        lane = min(self._lanes, key=lambda one: len(one.playing))
        try:
            future = lane.executor.submit(self._do, job)
        except BrokenExecutor:  # seen before any of its jobs came back
            future = Future()
            future.set_exception(BrokenExecutor())
        lane.playing[future] = job

    def done(self, seconds: float) -> list[Done]:
        """What has ended, after at most that long a wait."""
        futures = [future for lane in self._lanes for future in lane.playing]
        ended, _ = wait(futures, seconds, FIRST_COMPLETED)
        return [done for lane in self._lanes for done in self._ended(lane, ended)]

    def _ended(self, lane: _Lane, ended: set[Future[Report]]) -> Iterator[Done]:
        broken = False
        for future in [one for one in lane.playing if one in ended]:
            job = lane.playing.pop(future)
            try:
                report = future.result()
            except BrokenExecutor:
                broken = True
                yield job, None
            else:
                self._mean += (report.seconds - self._mean) / 4
                yield job, report
        if broken:
            yield from self._rebuilt(lane)

    def _rebuilt(self, lane: _Lane) -> Iterator[Done]:
        """All that a broken executor still had comes back without a report."""
        lane.executor.shutdown(wait=True, cancel_futures=True)
        jobs = list(lane.playing.values())
        lane.playing.clear()
        lane.executor = self._make()
        for job in jobs:
            yield job, None

    def _depth(self) -> int:
        return self._width + (self._mean < SHORT)

    def close(self, *, now: bool = False) -> None:
        """Waits for what is under way; or ends it at once, with every program that it started."""
        if now:
            for process in multiprocessing.active_children():
                process.terminate()
        for lane in self._lanes:
            lane.executor.shutdown(wait=True, cancel_futures=True)
