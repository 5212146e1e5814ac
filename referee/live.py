"""Playing one match with real programs: from its plan to its result, whatever happens on the way."""

from __future__ import annotations

import contextlib
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from referee.errors import Mistake, Void
from referee.log import LogFile, Transcript
from referee.match import Match
from referee.plan import Plan
from referee.result import Result
from referee.seats.table import Programs


@dataclass(frozen=True)
class Played:
    result: Result
    notes: tuple[tuple[str, str], ...]  # a player, and a fact such as an exit code
    stderr: dict[str, bytes]


Note = Callable[[str, str], None]


def play(
    plan: Plan,
    *,
    log: Path | None = None,
    watch: Callable[[Match], object] | None = None,
    table: Callable[[Note], Programs] | None = None,
) -> Played:
    """Plays a match; a Mistake if a program does not start or the log cannot be had, Void if it can't go on.

    `watch` is given the match before it begins, to look at it while it goes on. `table` makes another table than that
    of the plan's programs.
    """
    notes: list[tuple[str, str]] = []
    transcript = Transcript(lambda _: None)

    def note(player: str, text: str) -> None:
        notes.append((player, f"in hand {match.hand}: {text}"))
        transcript.note(player, text)

    programs = table(note) if table else Programs(plan, note)
    match = Match(plan, programs, transcript)
    try:
        programs.start_all()  # before the log is opened: a client that cannot be run leaves no log behind
        transcript.header(plan)
        with contextlib.closing(LogFile(log, transcript)) if log else contextlib.nullcontext() as file:
            if file:
                programs.idle = file.idle
            if watch:
                watch(match)
            result = _to_the_end(match, programs)
    except (Mistake, Void):
        raise
    except Exception as error:
        raise Void(_cause(error)) from error
    finally:
        programs.end_all()
    return Played(result, tuple(notes), {name: seat.stderr for name, seat in programs.seats.items()})


def _to_the_end(match: Match, programs: Programs) -> Result:
    """Also after an interruption the programs are ended while the log still takes their notes."""
    try:
        result = match.play()
        programs.farewell()
        return result
    finally:
        programs.end_all()


def _cause(error: Exception) -> str:
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}" if error.filename else str(error)
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({where.filename}:{where.lineno})"
