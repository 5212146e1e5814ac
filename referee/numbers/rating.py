"""Ratings by a model of whole orders with ties, on the Elo scale.

The prior: log-strengths are normal with a standard deviation of 500 Elo, so that the unbeaten stay finite; that weighs
about half as much as one match of two equals. The intervals are of the difference to the mean of the field. They take
blocks as independent of each other, and nothing within a block, and do not need the model to be true (a sandwich
estimator, with the prior in it).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.numbers.measure import Measure, correction, matches_of, summed_by_block
from referee.numbers.orders import Model, Stages, model_of
from referee.numbers.outcomes import Floats, Ints, Outcomes

CENTRE = 1500.0  # the mean of the field
PRIOR = 500.0  # the standard deviation of strengths that is assumed before any match, in Elo
ELO = 400 / np.log(10)  # of a log-strength of 1
TIES_PRIOR = 5.0  # the standard deviation that is assumed of the logarithm of a tie's weight
NEAR = 1e-6  # a step of Newton's so small leads to the end, as the error is squared at each
STEPS = 100  # at most; ten are many
DIGITS = 6  # of a rating; what is beyond depends on the order of sums


@dataclass(frozen=True)
class Fit:
    at: Floats  # the parameters, the most likely ones
    covariance: Floats  # of the parameters
    blocks: Ints  # in which each competitor has a part


def ratings(outcomes: Outcomes, field: Sequence[int]) -> Measure:
    """Of all competitors, centred on those of the field; one without a match has the prior's mean."""
    found = fitted(outcomes, PRIOR / ELO)
    width = len(outcomes.names)
    mean = np.zeros(width)
    mean[list(field)] = 1 / max(len(field), 1)
    centred = np.eye(width) - mean  # takes the mean of the field from each
    value = np.round(CENTRE + ELO * (centred @ found.at[:width]), DIGITS)
    covariance = ELO**2 * (centred @ found.covariance[:width, :width] @ centred.T)
    return Measure(value, covariance, matches_of(outcomes), found.blocks)


def fitted(outcomes: Outcomes, prior: float) -> Fit:
    """With log-strengths that have this standard deviation before any match."""
    model = model_of(outcomes)
    precision = np.full(model.parameters, prior**-2)
    precision[model.competitors :] = TIES_PRIOR**-2
    at, curvature = _most_likely(model, model.seen(outcomes), precision)
    products, blocks = _scores_by_block(model, outcomes, at)
    bread = np.linalg.inv(curvature)
    unseen = _unseen(curvature - np.diag(precision))
    covariance = bread @ (products + unseen + np.diag(precision)) @ bread
    return Fit(at, covariance, blocks[: model.competitors])


def _most_likely(model: Model, seen: Floats, precision: Floats) -> tuple[Floats, Floats]:
    """Newton's steps, halved where they lead down, and the curvature there; the log of the posterior is concave."""
    at = np.zeros(model.parameters)
    value, slope, curvature = _posterior(model, seen, precision, at)
    for _ in range(STEPS):
        step = np.linalg.solve(curvature, slope)
        near = np.abs(step).max(initial=0) < NEAR
        before = value
        value, slope, curvature = _posterior(model, seen, precision, at + step)
        while value < before - 1e-12 * abs(before):
            step /= 2
            value, slope, curvature = _posterior(model, seen, precision, at + step)
        at = at + step
        if near:
            break
    return at, curvature


def _posterior(model: Model, seen: Floats, precision: Floats, at: Floats) -> tuple[float, Floats, Floats]:
    """Its logarithm, the gradient of that, and minus the second derivative."""
    width = model.parameters
    value = float(seen @ at - precision @ at**2 / 2)
    mean, information = np.zeros(width), np.zeros(width * width)
    for stage in model.stages:
        ways = model.ways(stage.sets.shape[1])
        left, right = np.triu_indices(ways.shape[1])
        squares = ways[:, left] * ways[:, right]
        for part, columns, total, chance in model.expected(stage, ways, at):
            count, here = stage.count[part, None], chance @ ways
            value -= float(stage.count[part] @ total)
            mean += np.bincount(columns.ravel(), (count * here).ravel(), width)
            spread = chance @ squares - here[:, left] * here[:, right]
            spread[:, left == right] /= 2
            cell = columns[:, left] * width + columns[:, right]
            information += np.bincount(cell.ravel(), (count * spread).ravel(), width * width)
    half = information.reshape(width, width)
    return value, seen - precision * at - mean, half + half.T + np.diag(precision)


def _scores_by_block(model: Model, outcomes: Outcomes, at: Floats) -> tuple[Floats, Ints]:
    """The sum over blocks of the products of what each adds to the gradient, and the blocks of each parameter."""
    surplus = np.zeros(len(outcomes.who))  # of each row: what it won above what was expected
    ties = np.zeros((outcomes.matches, len(model.ties)))
    for stage in model.stages:
        mean = _mean(model, stage, at)[stage.set_of]
        remain = stage.rows.shape[1]
        surplus[stage.rows] += stage.following / stage.size[:, None] - mean[:, :remain]
        ties[outcomes.match[stage.rows[:, 0]]] += (stage.size[:, None] == model.ties) - mean[:, remain:]
    first_rows = np.flatnonzero(np.diff(outcomes.match, prepend=-1))
    block = np.concatenate([outcomes.block, outcomes.block[first_rows].repeat(len(model.ties))])
    tie = np.tile(np.arange(model.competitors, model.parameters), outcomes.matches)
    value = np.concatenate([surplus, ties.ravel()])
    products, blocks = summed_by_block(block, np.concatenate([outcomes.who, tie]), value, model.parameters)
    few = correction(blocks)
    return products * few * few[:, None], blocks


def _unseen(information: Floats) -> Floats:
    """The spread of a match or two as the model expects it: who has never lost has shown none, but is not certain."""
    size, direction = np.linalg.eigh(information)
    return np.asarray((direction * np.clip(size, 0, 1)) @ direction.T)


def _mean(model: Model, stage: Stages, at: Floats) -> Floats:
    """What is expected of each column of each set."""
    ways = model.ways(stage.sets.shape[1])
    return np.concatenate([chance @ ways for _, _, _, chance in model.expected(stage, ways, at)])
