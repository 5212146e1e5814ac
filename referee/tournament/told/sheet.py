"""The standings as CSV: a row for each entrant in each table, under headings that stay as they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.numbers.outcomes import Estimate
from referee.tournament.standings import Line, Standings
from referee.tournament.told.grid import Cell
from referee.tournament.told.words import kinds

COLUMNS = (
    *("game", "place", "shared", "entrant", "version", "state", "hash", "matches", "blocks"),
    *("mean_place", "mean_place_low", "mean_place_high", "mean_score", "mean_score_low", "mean_score_high"),
    *("opponents_beaten", "opponents_beaten_low", "opponents_beaten_high", "rating", "rating_low", "rating_high"),
    *("first_places", "bad_cards", "retired", "mean_ms", "slowest_ms"),
)


def rows(standings: Standings) -> Iterator[Sequence[Cell]]:
    for table in standings.tables:
        for line in table.lines:
            yield (table.game, *_of(line))


def _of(line: Line) -> tuple[Cell, ...]:
    who = (line.place, int(line.shared), line.name, line.version, line.state, line.hash, line.matches, line.blocks)
    measured = (line.mean_place, line.mean_score, line.beaten, line.rating)
    won = sum(seat.won for seat in line.seats) if line.seats else None
    return (
        *who,
        *(number for estimate in measured for number in _numbers(estimate)),
        *(_rounded(won), kinds(line.bad_cards), kinds(line.retired), _rounded(line.mean_ms), _rounded(line.slowest_ms)),
    )


def _numbers(estimate: Estimate | None) -> tuple[Cell, Cell, Cell]:
    if estimate is None:
        return (None, None, None)
    return (_rounded(estimate.value), _rounded(estimate.low), _rounded(estimate.high))


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 6)
