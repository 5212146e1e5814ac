"""Single matches and faults of a tournament as values, read from its store one after another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from referee.tournament.store import Store

ANNULLED = "annulled"  # beside the states that the store knows: played, dropped
BAD_CARD, RETIRED, NOTE, VOID = "bad card", "retired", "note", "void"

_STATE = "case when number in (select match from event where kind = 'annul') then 'annulled' else state end"
_MATCHES = f"""
select number, wave, block, game, {_STATE}, seconds, at,
  seat, entrant, version, place, sharing, score, retired, answers, micros, slowest
from match left join seat on match = number
where ? = '' or number in (select match from seat where entrant = ?)
order by number, seat"""
_FAULTS = f"""
select * from (
  select number, game, {_STATE} as state, entrant, version, '{BAD_CARD}' as what, kind, count, hand, question, line
  from bad_card join seat using (match, seat) join match on number = bad_card.match
  union all
  select number, game, {_STATE}, entrant, version, '{RETIRED}', retired, 1, null, null, null
  from seat join match on number = seat.match where retired <> ''
  union all
  select number, game, {_STATE}, note.entrant, coalesce(version, 0), '{NOTE}', text, 1, null, null, null
  from note join match on number = note.match left join seat on seat.match = number and seat.entrant = note.entrant
  union all
  select void.match, coalesce(game, ''), '', '', 0, '{VOID}', cause, 1, null, null, null
  from void left join match on number = void.match
) where ? = '' or entrant = ? order by 1, 4"""


@dataclass(frozen=True)
class Seated:
    """How one seat of a match came out."""

    seat: int
    entrant: str
    version: int
    place: int
    sharing: int  # how many have this place together
    score: int
    bad_cards: Mapping[str, int]
    retired: str
    answers: int
    mean_ms: float | None
    slowest_ms: float | None


@dataclass(frozen=True)
class Listed:
    match: int
    wave: int
    block: int
    game: str
    state: str  # played, annulled or dropped
    seconds: float
    at: str
    seats: tuple[Seated, ...]  # of a dropped match none


@dataclass(frozen=True)
class Wrong:
    """Something that went wrong in a match, or so that it was none."""

    match: int
    game: str
    state: str  # of the match; of a start that came to nothing empty
    entrant: str
    version: int
    fault: str  # one of the four above
    kind: str  # of bad card; else the reason or the note
    count: int
    hand: int | None  # of the player's first bad card in the match, if it was of this kind
    question: str | None
    line: str | None


def matches(store: Store, entrant: str = "") -> Generator[Listed, None, None]:
    """In the order of the plan; all, or those of one entrant."""
    bad_cards: dict[tuple[int, int], dict[str, int]] = defaultdict(dict)
    for match, seat, kind, count in store.rows("select match, seat, kind, count from bad_card"):
        bad_cards[match, seat][kind] = count
    rows = store.rows(_MATCHES, entrant, entrant)
    for about, seats in groupby(rows, key=lambda row: row[:7]):
        seated = (_seated(row[7:], bad_cards.get((row[0], row[7]), {})) for row in seats if row[7] is not None)
        number, wave, block, game, state, seconds, at = about
        yield Listed(number, wave, block, game, state, seconds, at, tuple(seated))


def _seated(row: tuple[Any, ...], bad_cards: Mapping[str, int]) -> Seated:
    seat, entrant, version, place, sharing, score, retired, answers, micros, slowest = row
    times = (micros / answers / 1000, slowest / 1000) if answers else (None, None)
    return Seated(seat, entrant, version, place, sharing, score, bad_cards, retired, answers, *times)


def faults(store: Store, entrant: str = "") -> Iterator[Wrong]:
    """By match; all, or those of one entrant."""
    return (Wrong(*row) for row in store.rows(_FAULTS, entrant, entrant))
