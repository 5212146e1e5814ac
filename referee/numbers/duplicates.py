"""How much of the luck duplicate play took out of mean places, as measured."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.numbers.measure import Measure, correction, summed_by_block
from referee.numbers.outcomes import Floats, Outcomes

LEAST = 10  # blocks; of fewer, nothing is told


def spread_of_duplicates(outcomes: Outcomes, rated: Measure, field: Sequence[int]) -> float | None:
    """The standard error of mean places, as a part of what as many independent matches would give: 1 is no gain."""
    if outcomes.blocks < LEAST or outcomes.matches == outcomes.blocks:
        return None
    here = np.isin(outcomes.who, field)
    who, block, luck = outcomes.who[here], outcomes.block[here], _luck(outcomes, rated)[here]
    width = len(outcomes.names)
    rows = np.maximum(np.bincount(who, minlength=width), 1)
    off = luck - (np.bincount(who, luck, width) / rows)[who]
    products, blocks = summed_by_block(block, who, off / rows[who], width)
    measured = np.where(blocks > 1, products.diagonal() * correction(blocks) ** 2, 0)
    single = np.where(blocks > 1, np.bincount(who, off**2, width) / rows + measured, 0)  # the variance of a match
    independent = float((single / rows).sum())
    return float(np.sqrt(measured.sum() / independent)) if independent > 0 else None


def _luck(outcomes: Outcomes, rated: Measure) -> Floats:
    """Each place less the one to be expected by the ratings at the table: that opponents differ is no luck."""
    luck = np.zeros(len(outcomes.who))
    for rows in outcomes.tables():
        rating = rated.value[outcomes.who[rows]]
        ahead = 1 / (1 + 10 ** ((rating[:, :, None] - rating[:, None, :]) / 400))
        luck[rows] = outcomes.place[rows] - (0.5 + ahead.sum(axis=2))
    return luck
