"""Which neighbours in the standings are really apart, and how much more play would likely tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil

import numpy as np

from referee.numbers.measure import Measure, quantile
from referee.numbers.outcomes import Estimate

POWER = 0.8416  # standard errors more, so that four times out of five a true difference of this size is seen
MOST = 1_000_000  # blocks; two that so many would not tell apart are as good as equal


@dataclass(frozen=True)
class Neighbours:
    upper: int
    lower: int
    difference: Estimate  # of the upper minus the lower
    apart: bool  # at 95 %
    more_blocks: int | None  # for each of the two, if they differ as much as was measured; none: it can't be told
    more_matches: int | None


def neighbours(measure: Measure, order: Sequence[int]) -> list[Neighbours]:
    """Of those that stand next to each other in an order, by the number that decides it."""
    return [_compared(measure, upper, lower) for upper, lower in pairwise(order)]


def _compared(measure: Measure, upper: int, lower: int) -> Neighbours:
    difference = measure.difference(upper, lower)
    apart = _apart(difference)
    blocks = None if apart else _more_blocks(measure, upper, lower)
    per_block = max(measure.matches[who] / max(measure.blocks[who], 1) for who in (upper, lower))
    matches = None if blocks is None else ceil(blocks * per_block)
    return Neighbours(upper, lower, difference, apart, blocks, matches)


def _apart(difference: Estimate) -> bool:
    return difference.low is not None and difference.high is not None and not difference.low <= 0 <= difference.high


def _more_blocks(measure: Measure, upper: int, lower: int) -> int | None:
    """The standard error falls with the root of the number of blocks."""
    blocks = measure.shared_blocks(upper, lower)
    distance = abs(float(measure.value[upper] - measure.value[lower]))
    reach = float(quantile(np.array([blocks - 1]))[0]) + POWER
    wanted = blocks * reach**2 * measure.variance_of_difference(upper, lower)
    if blocks < 2 or not wanted < MOST * distance**2:
        return None
    return max(1, ceil(wanted / distance**2 - blocks))
