"""A number for each competitor, with intervals that take blocks, and nothing smaller, as independent of each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from referee.numbers.outcomes import Estimate, Floats, Ints, Outcomes

LEVEL = 0.95  # how often an interval covers the true number
TOGETHER = 4096  # blocks that are summed at once, so that memory stays small


@dataclass(frozen=True)
class Measure:
    """What was measured of each competitor, in the order of `Outcomes.names`."""

    value: Floats  # nan without a match
    covariance: Floats  # of the values, by block
    matches: Ints  # of each competitor
    blocks: Ints  # of each competitor
    least: float = -np.inf  # what the number can be at all
    most: float = np.inf

    def estimate(self, who: int) -> Estimate:
        return self.estimates()[who]

    def estimates(self) -> list[Estimate]:
        return estimates(self.value, self.covariance.diagonal(), self.blocks, self.least, self.most)

    def difference(self, one: int, other: int) -> Estimate:
        """Of one minus the other; the one with fewer blocks says how well the spread is known."""
        span = self.most - self.least
        blocks = np.array([self.shared_blocks(one, other)])
        value = self.value[one] - self.value[other]
        variance = np.array([self.variance_of_difference(one, other)])
        return estimates(np.array([value]), variance, blocks, -span, span)[0]

    def variance_of_difference(self, one: int, other: int) -> float:
        found = self.covariance
        return max(0.0, float(found[one, one] + found[other, other] - 2 * found[one, other]))

    def shared_blocks(self, one: int, other: int) -> int:
        return int(min(self.blocks[one], self.blocks[other]))


def estimates(value: Floats, variance: Floats, blocks: Ints, least: float, most: float) -> list[Estimate]:
    """With limits where there are two blocks or more, never outside of what is possible."""
    half = quantile(blocks - 1) * np.sqrt(variance)
    low, high = np.maximum(value - half, least).tolist(), np.minimum(value + half, most).tolist()
    known = (blocks > 1).tolist()
    return [
        Estimate(v, lo if some else None, hi if some else None)
        for v, lo, hi, some in zip(value.tolist(), low, high, known, strict=True)
    ]


def quantile(freedom: Ints) -> Floats:
    """How many standard errors an interval reaches to each side: Student's t."""
    from scipy.special import stdtrit  # type: ignore[import-untyped]

    return np.asarray(stdtrit(np.maximum(freedom, 1), (1 + LEVEL) / 2), dtype=np.float64)


def mean_of(outcomes: Outcomes, x: Floats, least: float = -np.inf, most: float = np.inf) -> Measure:
    """The mean of `x` over the rows of each competitor."""
    width = len(outcomes.names)
    rows = np.bincount(outcomes.who, minlength=width)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.bincount(outcomes.who, x, width) / rows
        influence = (x - mean[outcomes.who]) / rows[outcomes.who]
        products, blocks = summed_by_block(outcomes.block, outcomes.who, influence, width)
        # One block more is imagined, as wide as single results are: two equal results are no proof that all are.
        imagined = (np.var(x) if len(x) else 0.0) / np.maximum(rows * blocks, 1)
    few = correction(blocks)
    covariance = products * few * few[:, None] + np.diag(imagined)
    return Measure(mean, covariance, matches_of(outcomes), blocks, least, most)


def correction(blocks: Ints) -> Floats:
    """What a sum of squares over few blocks is too small by, as a factor of the standard error."""
    return np.sqrt(blocks / np.maximum(blocks - 1, 1))


def matches_of(outcomes: Outcomes) -> Ints:
    """Of each competitor; one that holds several seats of a match (house players) plays it once."""
    width = len(outcomes.names)
    seat = np.sort(outcomes.match * width + outcomes.who)  # a fifth of the time of np.unique
    return np.bincount(seat[np.diff(seat, prepend=-1) > 0] % width, minlength=width)


def summed_by_block(block: Ints, column: Ints, value: Floats, width: int) -> tuple[Floats, Ints]:
    """The sum over blocks of the products of their column sums, and in how many blocks each column occurs."""
    products, blocks = np.zeros((width, width)), np.zeros(width, dtype=np.int64)
    for rows, first, count in _some_blocks(block):
        cell = (block[rows] - first) * width + column[rows]
        sums = np.bincount(cell, value[rows], count * width).reshape(count, width)
        products += sums.T @ sums
        blocks += np.count_nonzero(np.bincount(cell, minlength=count * width).reshape(count, width), axis=0)
    return products, blocks


def _some_blocks(block: Ints) -> Iterator[tuple[Ints, int, int]]:
    """Rows of so many blocks at a time, with their first block and their number."""
    order = np.argsort(block, kind="stable")
    last = int(block.max()) + 1 if len(block) else 0
    starts = range(0, last, TOGETHER)
    borders = np.searchsorted(block[order], [*starts, last])
    for n, first in enumerate(starts):
        yield order[borders[n] : borders[n + 1]], first, min(TOGETHER, last - first)
