"""Who won in which seat."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.numbers.outcomes import Floats, Ints, Outcomes


@dataclass(frozen=True)
class SeatWins:
    """A row for each competitor, a column for each seat."""

    won: Floats  # a first place that several share is split among them
    played: Ints

    def share(self) -> Floats:
        """Of first places, by seat, over all competitors."""
        return np.asarray(self.won.sum(axis=0) / np.maximum(self.played.sum(axis=0), 1))


def wins_by_seat(outcomes: Outcomes) -> SeatWins:
    shape = (len(outcomes.names), int(outcomes.seat.max(initial=0)))
    cell = outcomes.who * shape[1] + outcomes.seat - 1
    size = shape[0] * shape[1]
    won = np.bincount(cell, first_places(outcomes), size).astype(np.float64, copy=False)
    played = np.bincount(cell, minlength=size)
    return SeatWins(won.reshape(shape), played.reshape(shape))


def first_places(outcomes: Outcomes) -> Floats:
    """What each row has of the first place of its match."""
    best = np.full(outcomes.matches, np.inf)
    np.minimum.at(best, outcomes.match, outcomes.place)
    first = outcomes.place == best[outcomes.match]
    sharing = np.bincount(outcomes.match, first, outcomes.matches)
    return np.asarray(first / sharing[outcomes.match])
