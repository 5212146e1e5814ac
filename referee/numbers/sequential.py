"""Is the mean of bounded numbers above zero, or is it below a margin? Tests that hold however long one looks.

By betting (Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", 2024). Against "the mean
is at most so much" somebody bets on every number that it is more. While that is true the bets are fair or worse, so the
capital, 1 at first, ever reaches 1/rate with a probability of at most the rate. A mixture of fixed bets needs no
tuning: the capital is what all of them have together, and those that suit the numbers soon hold most of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.numbers.outcomes import Estimate, Floats

BETS: Floats = np.array([0.1, 0.3, 0.5, 0.7, 0.9])  # of the capital; all of it could be lost at once
PRECISION = 1e-4  # of the ends of an interval
SLACK = 1e-9  # a mean of fractions may be a little beyond its bound

BETTER, NOT_BETTER = "better", "not better"


@dataclass(frozen=True)
class Question:
    """What is asked of the mean, and how often each answer may be wrong."""

    most: float  # the numbers are from -most to most
    margin: float  # what would be worth having; more than 0, less than `most`
    false_better: float = 0.05  # how often a mean of at most 0 is called better, at most
    false_not_better: float = 0.05  # how often a mean of at least the margin is called not better, at most

    def __post_init__(self) -> None:
        if not 0 < self.margin < self.most:
            raise ValueError(f"a margin is more than 0 and less than {self.most:g}, not {self.margin:g}")


class Wager:
    """The capital of somebody who bets, number after number, that the mean is above `bound`."""

    def __init__(self, bound: float, most: float) -> None:
        self._bound, self._most = bound, most
        self._logs: Floats = np.full(len(BETS), -np.log(len(BETS)))

    def add(self, number: float) -> None:
        if abs(number) > self._most + SLACK:
            raise ValueError(f"{number} is not from {-self._most:g} to {self._most:g}")
        self._logs += np.log1p(BETS * (number - self._bound) / (self._most + self._bound))

    @property
    def log_capital(self) -> float:
        return float(np.logaddexp.reduce(self._logs))

    @property
    def bet(self) -> float:
        """The part of the capital that is put on the next number, before it is seen."""
        shares = np.exp(self._logs - self._logs.max())
        return float(BETS @ shares / shares.sum())


class Trial:
    """Takes the numbers one by one; its verdict is that of the first moment at which there is one."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.numbers: list[float] = []
        self.verdict: str | None = None
        self._above_zero = Wager(0, question.most)
        self._below_margin = Wager(-question.margin, question.most)

    def add(self, number: float) -> None:
        if self.verdict:
            raise ValueError("the verdict has fallen; no number counts any more")
        self.numbers.append(number)
        self._above_zero.add(number)
        self._below_margin.add(-number)
        if self._above_zero.log_capital >= -np.log(self.question.false_better):
            self.verdict = BETTER
        elif self._below_margin.log_capital >= -np.log(self.question.false_not_better):
            self.verdict = NOT_BETTER

    @property
    def evidence(self) -> tuple[float, float]:
        """How far each capital is on its way to its verdict, from 0 to 1 on a scale of logarithms."""
        better = self._above_zero.log_capital / -np.log(self.question.false_better)
        not_better = self._below_margin.log_capital / -np.log(self.question.false_not_better)
        return min(max(better, 0.0), 1.0), min(max(not_better, 0.0), 1.0)

    def estimate(self) -> Estimate | None:
        """The mean of the numbers so far; its ends agree with the verdict, and each is wrong as rarely."""
        if not self.numbers:
            return None
        low = lower_end(self.numbers, self.question.most, self.question.false_better)
        high = -lower_end([-one for one in self.numbers], self.question.most, self.question.false_not_better)
        return Estimate(float(np.mean(self.numbers)), low, high)


def lower_end(numbers: Sequence[float], most: float, rate: float) -> float:
    """The least mean that is not refuted; that it is ever too high has a probability of at most the rate."""
    given = np.array(numbers)
    low, high = -most, most
    while high - low > PRECISION:
        middle = (low + high) / 2
        if log_capitals(given, middle, most)[-1] >= -np.log(rate):  # the higher the bound, the smaller the capital
            low = middle
        else:
            high = middle
    return low


def log_capitals(numbers: Floats, bound: float, most: float) -> Floats:
    """What a wager has after each of the numbers, which run along the last axis."""
    gains = (numbers - bound) / (most + bound)
    logs = [np.log1p(bet * gains).cumsum(axis=-1) for bet in BETS]
    together: Floats = np.logaddexp.reduce(logs) - np.log(len(BETS))
    return together
