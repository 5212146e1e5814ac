"""Who beats whom: for each two that met, how often one is placed before the other."""

from __future__ import annotations

from dataclasses import dataclass

from referee.numbers.outcomes import Estimate, Outcomes


@dataclass(frozen=True)
class Pair:
    share: Estimate  # of their common matches in which the first is placed before the second, ties half
    matches: int
    blocks: int


def pairs(outcomes: Outcomes) -> dict[tuple[int, int], Pair]:
    """Both ways, in order; without those that never met."""
    raise NotImplementedError
