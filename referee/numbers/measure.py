"""A number for each competitor, with intervals that take blocks, and nothing smaller, as independent of each other."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np

from referee.numbers.outcomes import Estimate, Floats, Ints, Outcomes, lines_of_equal

LEVEL = 0.95  # how often an interval covers the true number


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
    key = block * width + column
    order = np.argsort(key, kind="stable")
    first = np.flatnonzero(np.diff(key[order], prepend=-1))  # of each column in each block
    sums = np.add.reduceat(value[order], first) if len(first) else value
    in_block, columns = np.divmod(key[order][first], width)
    upper = np.zeros(width * width)  # a block has few columns, so their products are quicker than those of matrices
    for cells in lines_of_equal(in_block):
        for left, right in combinations_with_replacement(cells.T, 2):
            product = sums[left] * sums[right] / (2 if left is right else 1)
            upper += np.bincount(columns[left] * width + columns[right], product, width * width)
    return upper.reshape(width, width) + upper.reshape(width, width).T, np.bincount(columns, minlength=width)
