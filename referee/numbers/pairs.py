"""Who beats whom: for each two that met, how often one is placed before the other.

The intervals take blocks as independent of each other, and matches of one block as depending on each other at will.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from referee.numbers.measure import estimates
from referee.numbers.outcomes import Estimate, Floats, Ints, Outcomes


@dataclass(frozen=True)
class Pair:
    share: Estimate  # of their common matches in which the first is placed before the second, ties half
    matches: int
    blocks: int


@dataclass(frozen=True)
class _Meetings:
    """An element for each two that met in a match and do not both stand for house players; the first is the lower."""

    pair: Ints  # first * competitors + second
    block: Ints
    before: Floats  # 1 where the first is placed before the second, a tie is half
    weight: Floats  # under 1 where a competitor holds several seats


def pairs(outcomes: Outcomes) -> dict[tuple[int, int], Pair]:
    """Both ways, in order; without those that never met."""
    met, share, variance, matches, blocks = _shares(_meetings(outcomes), outcomes.blocks)
    first, second = np.divmod(met, max(len(outcomes.names), 1))
    found: dict[tuple[int, int], Pair] = {}
    for one, other, value in ((first, second, share), (second, first, 1 - share)):
        told = estimates(value, variance, blocks, 0, 1)
        rows = zip(one.tolist(), other.tolist(), told, matches.tolist(), blocks.tolist(), strict=True)
        found |= {(i, j): Pair(estimate, many, apart) for i, j, estimate, many, apart in rows}
    return dict(sorted(found.items()))


def _meetings(outcomes: Outcomes) -> _Meetings:
    width, parts = len(outcomes.names), []
    for rows in outcomes.tables():
        who, place, block = outcomes.who[rows], outcomes.place[rows], outcomes.block[rows[:, 0]]
        seats = np.count_nonzero(who[:, :, None] == who[:, None, :], axis=2)  # that the competitor of a seat holds
        for a, b in combinations(range(rows.shape[1]), 2):
            before = (1 + np.sign(place[:, b] - place[:, a])) / 2
            low, high = np.minimum(who[:, a], who[:, b]), np.maximum(who[:, a], who[:, b])
            before = np.where(who[:, a] == low, before, 1 - before)
            two = low != high
            parts.append((low * width + high, block, before, 1 / (seats[:, a] * seats[:, b]), two))
    if not parts:
        return _Meetings(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0), np.zeros(0))
    pair, block, before, weight, two = (np.concatenate(column) for column in zip(*parts, strict=True))
    return _Meetings(pair[two], block[two], before[two], weight[two])


def _shares(met: _Meetings, blocks: int) -> tuple[Ints, Floats, Floats, Ints, Ints]:
    """Of each pair that met: its number, the share, its variance, and the matches and blocks it rests on."""
    cell, inverse = np.unique(met.pair * blocks + met.block, return_inverse=True)  # a pair in a block
    cell_weight = np.bincount(inverse, met.weight)
    cell_before = np.bincount(inverse, met.weight * met.before)
    pair, start, apart = np.unique(cell // max(blocks, 1), return_index=True, return_counts=True)
    if not len(pair):
        return pair, np.zeros(0), np.zeros(0), apart, apart
    weight, before = np.add.reduceat(cell_weight, start), np.add.reduceat(cell_before, start)
    share = before / weight
    influence = (cell_before - np.repeat(share, apart) * cell_weight) / np.repeat(weight, apart)
    squares = np.add.reduceat(influence**2, start) * apart / np.maximum(apart - 1, 1)
    # One block more is imagined, as wide as single results are: two equal results are no proof that all are.
    imagined = np.average((met.before - 0.5) ** 2, weights=met.weight) / (weight * apart)
    return pair, share, squares + imagined, np.rint(weight).astype(np.int64), apart
