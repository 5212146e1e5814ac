"""What all numbers are made from: who came where in which match, as columns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Outcomes:
    """A row for each seat of each match that counts; rows of a match stand together, in the order of its seats."""

    names: tuple[str, ...]  # of the competitors, house players among them
    match: Ints  # whose row it is, from 0 without gaps
    block: Ints  # the block of the match, from 0 without gaps: one table and one deal in several seatings
    seat: Ints  # from 1
    who: Ints  # an index of `names`
    place: Floats  # a shared place is the mean of the places that it covers
    score: Floats

    @property
    def matches(self) -> int:
        return int(self.match[-1]) + 1 if len(self.match) else 0

    @property
    def blocks(self) -> int:
        return int(self.block.max()) + 1 if len(self.block) else 0

    def tables(self) -> list[Ints]:
        """For each number of seats that occurs, the numbers of the rows of its matches, a line for each match."""
        return lines_of_equal(self.match)


@dataclass(frozen=True)
class Estimate:
    """A number, and the interval that covers the true one as often as its level says; none from too little data."""

    value: float
    low: float | None
    high: float | None


def lines_of_equal(sorted_numbers: Ints) -> list[Ints]:
    """Where equal numbers stand, a line for each; lines of one length together."""
    first = np.flatnonzero(np.diff(sorted_numbers, prepend=-1))
    length = np.diff(first, append=len(sorted_numbers))
    return [first[length == many, None] + np.arange(many) for many in np.unique(length)]
