"""Matches and faults as tables of a page, and as the rows of CSV."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from referee.tournament.listing import BAD_CARD, NOTE, RETIRED, VOID, Listed, Seated, Wrong
from referee.tournament.told.grid import Cell, Grid, grid
from referee.tournament.told.words import kinds

MOST_SHOWN = 60  # code points of what a client wrote

MATCH_COLUMNS = (
    *("match", "wave", "block", "game", "state", "seconds", "at", "seat", "entrant", "version", "place", "sharing"),
    *("score", "bad_cards", "retired", "answers", "mean_ms", "slowest_ms"),
)
FAULT_COLUMNS = (
    *("match", "game", "state", "entrant", "version", "fault", "kind", "count", "hand", "question", "line"),
)


def match_table(found: Iterable[Listed]) -> Grid:
    rows = [
        (str(one.match), str(one.block), one.game, _seats(one), _seconds(one), _state(one.state), _bad_cards(one))
        for one in found
    ]
    return grid("", "match|block|game|seats, with places|seconds|state|bad cards", rows, "match|block|seconds")


def _seconds(one: Listed) -> str:
    return f"{one.seconds:.2f}" if one.seats else ""


def _state(state: str) -> str:
    """Only what is not as it should be."""
    return "" if state == "played" else state


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


def fault_table(found: Iterable[Wrong]) -> Grid:
    rows = [(str(one.match), one.game, one.entrant, _what(one), _more(one), _state(one.state)) for one in found]
    return grid("", "match|game|entrant|fault|more|state", rows, "match")


def _what(one: Wrong) -> str:
    if one.fault == BAD_CARD:
        return f"{one.count} {one.kind}"
    return f"retired: {one.kind}" if one.fault == RETIRED else {NOTE: "noted", VOID: "void"}[one.fault]


def _more(one: Wrong) -> str:
    if one.fault in (NOTE, VOID):
        return one.kind
    if one.question is None:
        return ""
    line = one.line or ""
    wrote = f"'{line[:MOST_SHOWN]}{'...' if len(line) > MOST_SHOWN else ''}'" if line else "nothing"
    return f"first in hand {one.hand}: asked for {one.question}, wrote {wrote}"


def fault_rows(found: Iterable[Wrong]) -> Iterator[Sequence[Cell]]:
    for one in found:
        yield (
            *(one.match, one.game, one.state, one.entrant, one.version, one.fault, one.kind, one.count),
            *(one.hand, one.question, one.line),
        )
