"""Ratings by a model of whole orders with ties, on the Elo scale."""

from __future__ import annotations

from collections.abc import Sequence

from referee.numbers.measure import Measure
from referee.numbers.outcomes import Outcomes

CENTRE = 1500.0  # the mean of the field
PRIOR = 500.0  # the standard deviation of strengths that is assumed before any match, in Elo


def ratings(outcomes: Outcomes, field: Sequence[int]) -> Measure:
    """Of all competitors, centred on those of the field."""
    raise NotImplementedError
