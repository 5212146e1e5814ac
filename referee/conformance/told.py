"""How a check is told: a line for each step, with details below what failed; or as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.conformance.step import FAILED, NOT_TRIED, OK, Finding, Step

WIDTH = max(map(len, (OK, FAILED, NOT_TRIED)))
SHOWN = {FAILED: "FAILED"}
COLOURS = {OK: "green", FAILED: "red", NOT_TRIED: "bright_black"}
INDENT = " " * (WIDTH + 4)


def line(step: Step) -> str:
    about = f": {step.about}" if step.about else ""
    warning = f"; {step.warning}" if step.warning else ""
    return f"{step.title}{about}{warning}"


def state(step: Step) -> str:
    return SHOWN.get(step.state, step.state).ljust(WIDTH)


def details(finding: Finding) -> list[str]:
    """What was sent, expected and came, each below the other."""
    parts = {
        "sent": finding.sent,
        "expected": (finding.expected,),
        "came": finding.came or ("nothing",),
        "mistake": (finding.kind,),
        "page": (finding.page,),
        "cure": (finding.cure,),
        "stderr": finding.stderr,
    }
    return [
        f"{INDENT}{name if number == 0 else '':10}{text}"
        for name, texts in parts.items()
        for number, text in enumerate(texts)
    ]


def passed(steps: Sequence[Step]) -> int:
    return sum(step.ok for step in steps)


def summary(steps: Sequence[Step]) -> str:
    failed = sum(step.state == FAILED for step in steps)
    not_tried = sum(step.state == NOT_TRIED for step in steps)
    more = [f"{failed} failed"] * bool(failed) + [f"{not_tried} not tried"] * bool(not_tried)
    return ", ".join([f"{passed(steps)} of {len(steps)} steps passed", *more])


def as_dict(client: str, language: str, games: Sequence[str], steps: Sequence[Step]) -> dict[str, Any]:
    return {
        "client": client,
        "language": language,
        "games": list(games),
        "passed": passed(steps),
        "total": len(steps),
        "steps": [step.as_dict() for step in steps],
    }
