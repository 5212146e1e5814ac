"""Who beats whom: for each two that met, how often one is placed before the other.

The intervals take blocks as independent of each other, and matches of one block as depending on each other at will.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from referee.numbers.measure import estimates
from referee.numbers.outcomes import Estimate, Floats, Ints, Outcomes

TOGETHER = 2048  # blocks


@dataclass(frozen=True)
class Pair:
    share: Estimate  # of their common matches in which the first is placed before the second, ties half
    matches: int
    blocks: int


def pairs(outcomes: Outcomes) -> dict[tuple[int, int], Pair]:
    """Both ways, in order; without those that never met."""
    met, share, variance, matches, blocks = _shares(_sums(outcomes))
    first, second = np.divmod(met, max(len(outcomes.names), 1))
    found: dict[tuple[int, int], Pair] = {}
    for one, other, value in ((first, second, share), (second, first, 1 - share)):
        told = estimates(value, variance, blocks, 0, 1)
        rows = zip(one.tolist(), other.tolist(), told, matches.tolist(), blocks.tolist(), strict=True)
        found |= {(i, j): Pair(estimate, many, apart) for i, j, estimate, many, apart in rows}
    return dict(sorted(found.items()))


def _shares(sums: Floats) -> tuple[Ints, Floats, Floats, Ints, Ints]:
    """Of each pair that met: its number, the share, its variance, and the matches and blocks that it rests on."""
    met = np.flatnonzero(sums[0])
    blocks, matches, before, matches_squared, before_squared, both, spread = sums[:, met]
    share = before / matches
    squares = np.maximum(before_squared - 2 * share * both + share**2 * matches_squared, 0) / matches**2
    # One block more is imagined, as wide as single results are: two equal results are no proof that all are.
    imagined = spread.sum() / max(matches.sum(), 1) / (matches * blocks)
    variance = squares * blocks / np.maximum(blocks - 1, 1) + imagined
    return met, share, variance, np.rint(matches).astype(np.int64), blocks.astype(np.int64)


def _sums(outcomes: Outcomes) -> Floats:
    """Seven sums for each pair, whose number is first * competitors + second; the first is the lower one.

    Over blocks: 1, the matches in it, those in which the first was before the second, the squares of both, and their
    product; over matches, the squared distance of the result from a tie.
    """
    size = len(outcomes.names) ** 2
    sums = np.zeros((7, size))
    for rows in _whole_blocks(outcomes):
        pair, block, before, weight = _meetings(outcomes, rows)
        sums[6] += np.bincount(pair, weight * (before - 0.5) ** 2, size)
        cell, inverse = np.unique(pair * outcomes.blocks + block, return_inverse=True)
        matches, won = np.bincount(inverse, weight), np.bincount(inverse, weight * before)
        pair = cell // outcomes.blocks
        for line, each in enumerate((np.ones(len(cell)), matches, won, matches**2, won**2, won * matches)):
            sums[line] += np.bincount(pair, each, size)
    return sums


def _whole_blocks(outcomes: Outcomes) -> Iterator[Ints]:
    """Rows of tables of one size, a line for each match; so many blocks at a time, so that memory stays small."""
    for rows in outcomes.tables():
        block = outcomes.block[rows[:, 0]]
        order = np.argsort(block, kind="stable")
        first = np.flatnonzero(np.diff(block[order], prepend=-1))
        yield from np.split(rows[order], first[TOGETHER::TOGETHER])


def _meetings(outcomes: Outcomes, rows: Ints) -> tuple[Ints, Ints, Floats, Floats]:
    """For each two of a match: their pair, the block, whether the first is before the second (a tie is half), a weight.

    A competitor that holds several seats (house players) weighs as one; it does not meet itself.
    """
    who, place = outcomes.who[rows], outcomes.place[rows]
    seats = np.count_nonzero(who[:, :, None] == who[:, None, :], axis=2)
    a, b = np.triu_indices(rows.shape[1], 1)
    low, high = np.minimum(who[:, a], who[:, b]), np.maximum(who[:, a], who[:, b])
    ahead = np.sign(place[:, b] - place[:, a]) * np.where(who[:, a] == low, 1, -1)
    block = np.broadcast_to(outcomes.block[rows[:, :1]], low.shape)
    two = low != high
    weight = 1 / (seats[:, a] * seats[:, b])
    return (low * len(outcomes.names) + high)[two], block[two], (1 + ahead[two]) / 2, weight[two]
