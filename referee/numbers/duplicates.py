"""How much of the luck duplicate play took out, as measured."""

from __future__ import annotations

from collections.abc import Sequence

from referee.numbers.measure import Measure
from referee.numbers.outcomes import Outcomes


def spread_of_duplicates(outcomes: Outcomes, rated: Measure, field: Sequence[int]) -> float | None:
    """The standard error of mean places, as a part of what as many independent matches would give: 1 is no gain."""
    raise NotImplementedError
