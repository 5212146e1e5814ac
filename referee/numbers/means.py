"""What each competitor came to on average: places, scores, and the share of opponents that it beat.

The intervals take blocks as independent of each other and their tables as drawn at random; where a plan has balanced
the tables, they are rather too wide than too narrow.
"""

from __future__ import annotations

import numpy as np

from referee.numbers.measure import Measure, mean_of
from referee.numbers.outcomes import Floats, Outcomes


def places(outcomes: Outcomes) -> Measure:
    return mean_of(outcomes, outcomes.place, 1, float(seats_of(outcomes).max(initial=1)))


def scores(outcomes: Outcomes) -> Measure:
    return mean_of(outcomes, outcomes.score)


def shares(outcomes: Outcomes) -> Measure:
    """Of the opponents at the table, ties half: tables of different sizes, and so games, are put together by this."""
    seats = seats_of(outcomes)
    return mean_of(outcomes, (seats - outcomes.place) / np.maximum(seats - 1, 1), 0, 1)


def seats_of(outcomes: Outcomes) -> Floats:
    """How many sit at the table of each row."""
    return np.bincount(outcomes.match)[outcomes.match].astype(np.float64)
