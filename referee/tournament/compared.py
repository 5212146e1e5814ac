"""How a comparison is told: its progress, and what it came to, as text and as data."""

from __future__ import annotations

import contextlib
import shutil
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic

from referee.tournament.comparison import Comparison, Faults, log_name

UNDECIDED = "undecided"
MOST_SHOWN = 3  # matches in which the new version did worse than the old one
EVERY = 30.0  # seconds between two lines of progress
EVERY_ON_A_TERMINAL = 0.2


class Progress:
    """A line on a terminal; elsewhere one now and then."""

    def __init__(self, comparison: Comparison) -> None:
        self._comparison = comparison
        self._terminal = sys.stderr.isatty()
        self._last = monotonic()
        if self._terminal:
            self._write()

    def show(self) -> None:
        if monotonic() - self._last >= (EVERY_ON_A_TERMINAL if self._terminal else EVERY):
            self._last = monotonic()
            self._write()

    def clear(self) -> None:
        if self._terminal:
            _write("\r\x1b[K")

    def _write(self) -> None:
        line = _so_far(self._comparison)
        width = shutil.get_terminal_size().columns - 1
        _write(f"\r\x1b[K{line[:width]}" if self._terminal else f"{line}\n")


def _write(text: str) -> None:
    with contextlib.suppress(OSError):  # the terminal may be gone
        sys.stderr.write(text)
        sys.stderr.flush()


def _so_far(comparison: Comparison) -> str:
    better, not_better = comparison.trial.evidence
    return (
        f"{_played(comparison)}: {_improvement(comparison)}; evidence: better {better:.0%}, not better {not_better:.0%}"
    )


def _played(comparison: Comparison) -> str:
    blocks = len(comparison.blocks)
    return f"{comparison.matches} matches in {blocks} block{'s' * (blocks != 1)}"


def _improvement(comparison: Comparison) -> str:
    estimate = comparison.trial.estimate()
    if estimate is None or estimate.low is None or estimate.high is None:
        return "nothing known yet"
    return f"{_places(estimate.value)} places ({_places(estimate.low)} to {_places(estimate.high)})"


def _places(value: float) -> str:
    text = f"{value:+.2f}"
    return "0.00" if text in ("+0.00", "-0.00") else text


@dataclass(frozen=True)
class Told:
    """With its clients as they were named."""

    comparison: Comparison
    new: str
    old: str
    logs: Path | None

    def headline(self) -> str:
        contest = self.comparison.contest
        options = "".join(f", {name} {value}" for name, value in contest.options.items())
        seed = f"seed {contest.seed} ({'given, so for practice' if contest.seed_given else 'drawn'})"
        field = " ".join(player.name for player in contest.field)
        return f"{contest.game}{options}, {seed}\n{self.new} (new) or {self.old} (old) against {field}"

    def report(self) -> list[str]:
        comparison = self.comparison
        question = comparison.trial.question
        margin = f"{question.margin:g} places"
        verdict = {"better": "Better", "not better": f"Not better by {margin}"}.get(
            comparison.verdict or "", "Undecided"
        )
        return [
            f"{verdict}: mean improvement {_improvement(comparison)}",
            f"    played   {_played(comparison)} of one deal each, at every seat by both",
            f"    faults   of new {_told(comparison.faults('new'))}; of old {_told(comparison.faults('old'))}",
            f"    errors   at most {question.false_better:.0%} of clients that are no better are called better,",
            f"             at most {question.false_not_better:.0%} of those better by {margin} are called not better;",
            "             an end of the interval is wrong as rarely. This holds however often one looks.",
            *self._to_look_at(),
        ]

    def _to_look_at(self) -> list[str]:
        """The logs in which the new version did worst."""
        lines = []
        for block, seat in self.comparison.worst[:MOST_SHOWN] if self.logs else []:
            assert self.logs
            pair = block.pairs[seat]
            log = self.logs / log_name(block.number, seat, "new")
            lines.append(f"    look at  {log}: place {pair.new_place:g}, where old had {pair.old_place:g}")
        return lines

    def as_dict(self) -> dict[str, object]:
        comparison = self.comparison
        contest, question = comparison.contest, comparison.trial.question
        estimate = comparison.trial.estimate()
        return {
            "verdict": comparison.verdict or UNDECIDED,
            "improvement": asdict(estimate) if estimate else None,
            "margin": question.margin,
            "false_better": question.false_better,
            "false_not_better": question.false_not_better,
            "blocks": len(comparison.blocks),
            "matches": comparison.matches,
            "game": contest.game,
            "options": contest.options,
            "limits": asdict(contest.limits),
            "seats": contest.seats,
            "seed": contest.seed,
            "seed_given": contest.seed_given,
            "new": {"client": self.new, **asdict(contest.new), **asdict(comparison.faults("new"))},
            "old": {"client": self.old, **asdict(contest.old), **asdict(comparison.faults("old"))},
            "field": [asdict(player) for player in contest.field],
            "logs": str(self.logs) if self.logs else None,
            "places": [[[pair.new_place, pair.old_place] for pair in block.pairs] for block in comparison.blocks],
        }


def _told(faults: Faults) -> str:
    kinds = [f"{count} {kind}" for kind, count in faults.bad_cards.items()]
    parts = [f"bad cards: {', '.join(kinds)}"] if kinds else []
    parts += [f"retired {count} times for {why}" for why, count in faults.retirements.items()]
    return ", ".join(parts) or "none"
