"""The tables of the standings, out of columns: one for a game, one over all games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np

from referee.numbers import means
from referee.numbers.duplicates import spread_of_duplicates
from referee.numbers.measure import Measure
from referee.numbers.neighbours import neighbours
from referee.numbers.outcomes import Estimate, Outcomes
from referee.numbers.pairs import pairs
from referee.numbers.rating import ratings
from referee.numbers.seats import SeatWins, wins_by_seat
from referee.tournament.reading import HOUSE, MET, PLAYS, REPLACED, WITHDRAWN, Competitor, Played, Tally
from referee.tournament.standings import (
    BEATEN,
    MEAN_PLACE,
    RATING,
    SCORE,
    Gap,
    Line,
    Meeting,
    Ranking,
    SeatCount,
    Table,
)

DIGITS = 9  # means that differ less are equal: they come from sums in different orders
BELOW = (PLAYS, MET, HOUSE, REPLACED, WITHDRAWN)  # the order of those without a place


@dataclass(frozen=True)
class Numbers:
    """All that was measured in one table; only the mean shares where there are several games."""

    outcomes: Outcomes
    tallies: Mapping[str, Tally]
    of: Mapping[str, Measure]  # by what it measures
    estimates: Mapping[str, Sequence[Estimate]]
    seats: SeatWins | None

    def index(self, name: str) -> int | None:
        return self.outcomes.names.index(name) if name in self.outcomes.names else None

    def value(self, measure: str, name: str) -> float:
        index = self.index(name)
        assert index is not None
        return round(float(self.of[measure].value[index]), DIGITS)

    def estimate(self, measure: str, index: int) -> Estimate | None:
        return self.estimates[measure][index] if measure in self.estimates else None


def of_game(
    game: str, known: Sequence[Competitor], played: Played, format: str, ranking: Ranking | None, *, by_rating: bool
) -> Table:
    outcomes = played.outcomes
    if not outcomes.matches:
        return _empty(game, known, RATING if by_rating else MEAN_PLACE)
    entered = [index for index, name in enumerate(outcomes.names) if name != HOUSE]
    rated = ratings(outcomes, entered)
    of = {
        MEAN_PLACE: means.places(outcomes),
        RATING: rated,
        BEATEN: means.shares(outcomes),
        SCORE: means.scores(outcomes),
    }
    numbers = Numbers(outcomes, played.tallies, of, _estimated(of), wins_by_seat(outcomes))
    spread = spread_of_duplicates(outcomes, rated, entered)
    return _table(game, known, numbers, RATING if by_rating else MEAN_PLACE, format, ranking, spread)


def over_all(known: Sequence[Competitor], played: Mapping[str, Played], format: str, ranking: Ranking | None) -> Table:
    together = [one for one in played.values() if one.outcomes.matches]
    if not together:
        return _empty("", known, BEATEN)
    outcomes = _joined([one.outcomes for one in together])
    tallies = {name: _sum([one.tallies[name] for one in together if name in one.tallies]) for name in outcomes.names}
    of = {BEATEN: means.shares(outcomes)}
    numbers = Numbers(outcomes, tallies, of, _estimated(of), None)
    return _table("", known, numbers, BEATEN, format, ranking, None)


def _estimated(of: Mapping[str, Measure]) -> dict[str, Sequence[Estimate]]:
    return {what: measure.estimates() for what, measure in of.items()}


def _joined(parts: Sequence[Outcomes]) -> Outcomes:
    """Matches and blocks of different games are different ones."""
    names = tuple(dict.fromkeys(name for part in parts for name in part.names))
    matches = np.cumsum([0, *(part.matches for part in parts)])
    blocks = np.cumsum([0, *(part.blocks for part in parts)])
    who = [np.array([names.index(name) for name in part.names])[part.who] for part in parts]
    return Outcomes(
        names,
        np.concatenate([part.match + first for part, first in zip(parts, matches, strict=False)]),
        np.concatenate([part.block + first for part, first in zip(parts, blocks, strict=False)]),
        np.concatenate([part.seat for part in parts]),
        np.concatenate(who),
        np.concatenate([part.place for part in parts]),
        np.concatenate([part.score for part in parts]),
    )


def _sum(tallies: Sequence[Tally]) -> Tally:
    whole = Tally()
    for one in tallies:
        whole.answers += one.answers
        whole.micros += one.micros
        whole.slowest = max(whole.slowest, one.slowest)
        for counts, more in ((whole.bad_cards, one.bad_cards), (whole.retired, one.retired)):
            counts.update({key: counts.get(key, 0) + number for key, number in more.items()})
    return whole


def _empty(game: str, known: Sequence[Competitor], order: str) -> Table:
    lines = tuple(_line(one, None, None) for one in known if one.state != HOUSE)
    return Table(game, order, order, 0, 0, lines, (), (), None, ())


def _table(
    game: str,
    known: Sequence[Competitor],
    numbers: Numbers,
    measure: str,
    format: str,
    ranking: Ranking | None,
    spread: float | None,
) -> Table:
    here = [one.name for one in known if one.state == PLAYS and one.name in numbers.outcomes.names]
    order = _in_order(here, ranking) if ranking else _by_value(here, numbers, measure)
    places = _places(order)
    lines = [_line(one, numbers, places.get(one.name)) for one in known]
    return Table(
        game,
        format if ranking else measure,
        measure,
        numbers.outcomes.matches,
        numbers.outcomes.blocks,
        tuple(sorted((line for line in lines if line.state != HOUSE or line.matches), key=_position)),
        tuple(_meetings(numbers.outcomes)),
        tuple(_gaps(numbers, measure, [name for group in order for name in group])),
        spread,
        tuple(_of_all(numbers.seats)) if numbers.seats else (),
    )


def _in_order(names: Sequence[str], ranking: Ranking) -> list[list[str]]:
    groups = [[name for name in group if name in names] for group in ranking]
    return [group for group in groups if group]


def _by_value(names: Sequence[str], numbers: Numbers, measure: str) -> list[list[str]]:
    sign = 1 if measure == MEAN_PLACE else -1
    key: Callable[[str], float] = lambda name: sign * numbers.value(measure, name)  # noqa: E731
    return [list(group) for _, group in groupby(sorted(names, key=key), key=key)]


def _places(order: Sequence[Sequence[str]]) -> dict[str, tuple[int, bool]]:
    places, before = {}, 0
    for group in order:
        places.update(dict.fromkeys(group, (before + 1, len(group) > 1)))
        before += len(group)
    return places


def _position(line: Line) -> tuple[int, int, str]:
    return (line.place, 0, line.name) if line.place else (10**9, BELOW.index(line.state), line.name)


def _line(one: Competitor, numbers: Numbers | None, place: tuple[int, bool] | None) -> Line:
    index = numbers.index(one.name) if numbers else None
    if numbers is None or index is None:
        return _unplayed(one)
    tally = numbers.tallies[one.name]
    measure = numbers.of[BEATEN]
    seats = numbers.seats
    return replace(
        _unplayed(one),
        place=place[0] if place else None,
        shared=bool(place and place[1]),
        matches=int(measure.matches[index]),
        blocks=int(measure.blocks[index]),
        beaten=numbers.estimate(BEATEN, index),
        mean_place=numbers.estimate(MEAN_PLACE, index),
        mean_score=numbers.estimate(SCORE, index),
        rating=numbers.estimate(RATING, index),
        seats=_seats(seats.won[index], seats.played[index]) if seats else (),
        bad_cards=dict(sorted(tally.bad_cards.items())),
        retired=dict(sorted(tally.retired.items())),
        mean_ms=tally.micros / tally.answers / 1000 if tally.answers else None,
        slowest_ms=tally.slowest / 1000 if tally.answers else None,
    )


def _unplayed(one: Competitor) -> Line:
    names = (one.name, one.entrant, one.version, one.hash, one.state)
    return Line(None, False, *names, 0, 0, None, None, None, None, (), {}, {}, None, None)


def _seats(won: Sequence[float], played: Sequence[int]) -> tuple[SeatCount, ...]:
    return tuple(SeatCount(float(a), int(b)) for a, b in zip(won, played, strict=True))


def _of_all(seats: SeatWins) -> tuple[SeatCount, ...]:
    return _seats(seats.won.sum(axis=0), seats.played.sum(axis=0))


def _meetings(outcomes: Outcomes) -> list[Meeting]:
    names = outcomes.names
    return [
        Meeting(names[one], names[other], pair.share, pair.matches, pair.blocks)
        for (one, other), pair in pairs(outcomes).items()
    ]


def _gaps(numbers: Numbers, measure: str, order: Sequence[str]) -> list[Gap]:
    names = numbers.outcomes.names
    found = neighbours(numbers.of[measure], [names.index(name) for name in order])
    return [Gap(names[g.upper], names[g.lower], g.difference, g.apart, g.more_matches) for g in found]
