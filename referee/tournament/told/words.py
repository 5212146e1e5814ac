"""Single facts of the standings in the words of a reader: numbers, intervals, places, faults, names in a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.numbers.outcomes import Estimate
from referee.tournament.standings import BEATEN, MEAN_PLACE, RATING, SCORE, Line

UNITS = {MEAN_PLACE: " places", RATING: " points of rating", BEATEN: " of opponents"}


def number(measure: str, value: float) -> str:
    if measure == BEATEN:
        return f"{100 * value:.1f} %"
    return f"{value:.{ {MEAN_PLACE: 2, RATING: 0, SCORE: 1}[measure] }f}"


def value(measure: str, estimate: Estimate | None) -> str:
    return "" if estimate is None else number(measure, estimate.value)


def interval(measure: str, estimate: Estimate | None) -> str:
    if estimate is None or estimate.low is None or estimate.high is None:
        return ""
    return f"{number(measure, estimate.low).removesuffix(' %')} to {number(measure, estimate.high)}"


def difference(measure: str, estimate: Estimate) -> str:
    """How far apart, as a positive number."""
    low, high = estimate.low, estimate.high
    if estimate.value < 0:
        estimate = Estimate(-estimate.value, None if high is None else -high, None if low is None else -low)
    known = interval(measure, estimate)
    return f"{number(measure, estimate.value)}{UNITS[measure]}" + (f" ({known} at 95 %)" if known else "")


def roughly(number: int) -> str:
    """An estimate has two digits that mean something."""
    if number > 10**6:
        return "over a million"
    return str(round(number, 2 - len(str(number))))


def place(line: Line) -> str:
    """Of a shared place all bear the sign; the others have room for it, so that numbers stand below each other."""
    return f"{line.place}{'=' if line.shared else ' '}" if line.place else ""


def kinds(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in counts.items())


def unusual(state: str) -> str:
    """The state of a match, if it is not as it should be."""
    return "" if state == "played" else state


def milliseconds(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:.2f} ms" if value < 10 else f"{value:.0f} ms"


def listed(names: Sequence[str]) -> str:
    """`a, b and c`."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def date(at: str) -> str:
    return f"{at[:10]} {at[11:16]} UTC" if at else ""
