"""The scores as they change, on a terminal, while a match is played."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable, Iterator, Mapping

EVERY = 0.1  # seconds


@contextlib.contextmanager
def shown_scores() -> Iterator[Callable[[Mapping[str, int]], None] | None]:
    """Gives what is to be called once with the scores; None where nobody looks."""
    if not sys.stderr.isatty():
        yield None
        return
    over = threading.Event()
    shown: list[threading.Thread] = []

    def watch(scores: Mapping[str, int]) -> None:
        shown.append(threading.Thread(target=_show_until, args=(over, scores), daemon=True))
        shown[0].start()

    try:
        yield watch
    finally:
        over.set()
        for thread in shown:
            thread.join()


def _show_until(over: threading.Event, scores: Mapping[str, int]) -> None:
    with contextlib.suppress(OSError):  # the terminal may be closed meanwhile
        while not over.wait(EVERY):
            _show("  ".join(f"{player} {score}" for player, score in scores.items()))
        _show("")


def _show(line: str) -> None:
    sys.stderr.write(f"\r\x1b[K{line}")
    sys.stderr.flush()
