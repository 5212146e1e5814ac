"""Whole orders taken apart into stages: of those that remain, one comes next, or several that tie."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from referee.numbers.outcomes import Floats, Ints, Outcomes

ROOM = 1 << 16  # sets times ways to go on that are looked at together, so that memory stays small


@dataclass(frozen=True)
class Stages:
    """All stages of tables of one size at which so many remain; equal sets of who remains are looked at once."""

    rows: Ints  # a line for each stage: the rows of the outcomes of those that remain, by competitor
    following: NDArray[np.bool_]  # which of them come next
    size: Ints  # how many come next
    sets: Ints  # the different sets of competitors that remain, a line each
    count: Ints  # of stages at each set
    set_of: Ints  # the set of each stage


def stages(outcomes: Outcomes) -> list[Stages]:
    return [stage for rows in outcomes.tables() for stage in _stages_of(outcomes, rows)]


def _stages_of(outcomes: Outcomes, rows: Ints) -> Iterator[Stages]:
    order = np.lexsort((outcomes.who[rows], outcomes.place[rows]), axis=-1)
    rows = np.take_along_axis(rows, order, axis=1)
    place = outcomes.place[rows]
    begins = np.diff(place, axis=1, prepend=0) > 0
    for ahead in range(rows.shape[1] - 1):  # the last of all has no choice
        now = begins[:, ahead]
        if now.any():
            remaining = rows[now, ahead:]
            by_who = np.argsort(outcomes.who[remaining], axis=1, kind="stable")
            yield _stage(outcomes, np.take_along_axis(remaining, by_who, axis=1), place[now, ahead])


def _stage(outcomes: Outcomes, rows: Ints, place: Floats) -> Stages:
    following = outcomes.place[rows] == place[:, None]
    who = outcomes.who[rows]
    _, first, set_of, count = np.unique(
        _numbered(who, len(outcomes.names)), return_index=True, return_inverse=True, return_counts=True
    )
    return Stages(rows, following, following.sum(axis=1), who[first], count, set_of)


def _numbered(lines: Ints, width: int) -> Ints:
    """Equal numbers for equal lines, and for no others."""
    number = np.zeros(len(lines), dtype=np.int64)
    for column in lines.T:
        if number.max() > np.iinfo(np.int64).max // width - 1:
            number = np.unique(number, return_inverse=True)[1]
        number = number * width + column
    return number


@dataclass(frozen=True)
class Model:
    """Plackett-Luce with Davidson-Luce ties (Turner, van Etten, Firth, Kosmidis 2020), as a sum of logits.

    At each stage a set of n comes next with a weight of delta_n * exp(the mean of its log-strengths). The parameters
    are the log-strengths of all competitors, then the logarithms of delta for each size of a tie that occurs.
    """

    stages: Sequence[Stages]
    competitors: int
    ties: tuple[int, ...]

    @property
    def parameters(self) -> int:
        return self.competitors + len(self.ties)

    def ways(self, remain: int) -> Floats:
        """How much of each parameter of a set is in each way to go on: first those that remain, then the ties."""
        sizes = [size for size in (1, *self.ties) if size <= remain]
        chosen = [subset for size in sizes for subset in combinations(range(remain), size)]
        found = np.zeros((len(chosen), remain + len(self.ties)))
        for line, subset in enumerate(chosen):
            found[line, list(subset)] = 1 / len(subset)
            if len(subset) > 1:
                found[line, remain + self.ties.index(len(subset))] = 1
        return found

    def columns(self, sets: Ints) -> Ints:
        """Which parameters the columns of `ways` are, for each set."""
        ties = np.arange(self.competitors, self.parameters)
        return np.hstack([sets, np.broadcast_to(ties, (len(sets), len(ties)))])

    def seen(self, outcomes: Outcomes) -> Floats:
        """How much of each parameter is in what happened; counted whole, so that no order of sums matters."""
        seen = np.zeros(self.parameters)
        for stage in self.stages:
            for size in (1, *self.ties):
                rows = stage.rows[stage.following & (stage.size == size)[:, None]]
                seen[: self.competitors] += np.bincount(outcomes.who[rows], minlength=self.competitors) / size
        for column, size in enumerate(self.ties, start=self.competitors):
            seen[column] = sum(np.count_nonzero(stage.size == size) for stage in self.stages)
        return seen

    def expected(self, stage: Stages, ways: Floats, at: Floats) -> Iterator[tuple[slice, Ints, Floats, Floats]]:
        """For some sets at a time: which, their columns, the log of all weights, the probability of each way."""
        step = max(1, ROOM // len(ways))
        for start in range(0, len(stage.sets), step):
            part = slice(start, start + step)
            columns = self.columns(stage.sets[part])
            utility = at[columns] @ ways.T
            top = utility.max(axis=1, keepdims=True)
            weight = np.exp(utility - top)
            total = weight.sum(axis=1, keepdims=True)
            yield part, columns, (top + np.log(total))[:, 0], weight / total


def model_of(outcomes: Outcomes) -> Model:
    found = stages(outcomes)
    sizes = sorted({int(size) for stage in found for size in np.unique(stage.size)} - {1})
    return Model(found, len(outcomes.names), tuple(sizes))
