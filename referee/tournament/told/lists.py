"""Matches as a table of a page, and as the rows of CSV."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from referee.tournament.listing import Listed, Seated
from referee.tournament.told.grid import Cell, Grid, grid
from referee.tournament.told.words import kinds, unusual

MATCH_COLUMNS = (
    *("match", "wave", "block", "game", "state", "seconds", "at", "seat", "entrant", "version", "place", "sharing"),
    *("score", "bad_cards", "retired", "answers", "mean_ms", "slowest_ms"),
)


def match_table(found: Iterable[Listed]) -> Grid:
    rows = [
        (str(one.match), str(one.block), one.game, _seats(one), _seconds(one), unusual(one.state), _bad_cards(one))
        for one in found
    ]
    return grid("", "match|block|game|seats, with places|seconds|state|bad cards", rows, "match|block|seconds")


def _seconds(one: Listed) -> str:
    return f"{one.seconds:.2f}" if one.seats else ""


def _seats(one: Listed) -> str:
    return "  ".join(f"{seat.entrant} {seat.place}{'=' if seat.sharing > 1 else ''}" for seat in one.seats)


def _bad_cards(one: Listed) -> str:
    return ", ".join(f"{seat.entrant} {kinds(seat.bad_cards)}" for seat in one.seats if seat.bad_cards)


def match_rows(found: Iterable[Listed], entrant: str = "") -> Iterator[Sequence[Cell]]:
    """A row for each seat, so that nobody has to take a cell apart; a dropped match is a row without one."""
    for one in found:
        about = (one.match, one.wave, one.block, one.game, one.state, round(one.seconds, 3), one.at)
        if not one.seats:
            yield (*about, *(None,) * (len(MATCH_COLUMNS) - len(about)))
        for seat in one.seats:
            if entrant in ("", seat.entrant):
                yield (*about, *_of_seat(seat))


def _of_seat(seat: Seated) -> tuple[Cell, ...]:
    came = (seat.seat, seat.entrant, seat.version, seat.place, seat.sharing, seat.score)
    return (*came, kinds(seat.bad_cards), seat.retired, seat.answers, _rounded(seat.mean_ms), _rounded(seat.slowest_ms))


def _rounded(milliseconds: float | None) -> float | None:
    return None if milliseconds is None else round(milliseconds, 3)
