"""The standings of a tournament as a value, made from its store: places, estimates, faults and who is really apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from referee.numbers.outcomes import Estimate
from referee.tournament.records import Event
from referee.tournament.setup import Setup
from referee.tournament.store import Store

Ranking = Sequence[Sequence[str]]  # entrants that share a place, best first

MEAN_PLACE, RATING, BEATEN = "mean place", "rating", "opponents beaten"  # what may decide the order
SCORE = "mean score"


@dataclass(frozen=True)
class SeatCount:
    """How often somebody sat there and came first; a shared first place counts in part."""

    won: float
    played: int


@dataclass(frozen=True)
class Line:
    """One competitor in one table."""

    place: int | None  # none: the house, those that left or have not played, and in a gauntlet all but the challengers
    shared: bool
    name: str  # as it is told: a replaced version is `NAME v1`
    entrant: str
    version: int  # 0: house players
    hash: str
    state: str  # of referee.tournament.reading: plays, met, replaced, withdrawn or house
    matches: int
    blocks: int
    beaten: Estimate | None  # mean share of opponents beaten, ties half
    mean_place: Estimate | None  # none in the table over all, as scores and ratings are
    mean_score: Estimate | None
    rating: Estimate | None
    seats: tuple[SeatCount, ...]
    bad_cards: Mapping[str, int]  # by kind
    retired: Mapping[str, int]  # by reason
    mean_ms: float | None  # of thinking, for an answer
    slowest_ms: float | None

    def measured(self, measure: str) -> Estimate | None:
        return {MEAN_PLACE: self.mean_place, RATING: self.rating, BEATEN: self.beaten}[measure]


@dataclass(frozen=True)
class Meeting:
    """In which share of their common matches one came before the other, ties half."""

    one: str
    other: str
    share: Estimate
    matches: int
    blocks: int


@dataclass(frozen=True)
class Gap:
    """Between two that stand one below the other."""

    upper: str
    lower: str
    difference: Estimate | None
    apart: bool
    more_matches: int | None  # for each of the two, to tell them apart


@dataclass(frozen=True)
class Table:
    game: str  # empty: over all games
    order: str  # what decides the places: one of the three above, or the format
    measure: str  # what is told of the differences between neighbours
    matches: int
    blocks: int
    lines: tuple[Line, ...]
    meetings: tuple[Meeting, ...]
    gaps: tuple[Gap, ...]
    duplicates: float | None  # the spread of mean places, as a part of what it were without duplicate play
    seats: tuple[SeatCount, ...]  # of all together

    @property
    def placed(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.place)


@dataclass(frozen=True)
class VoidStart:
    match: int
    at: str
    cause: str


@dataclass(frozen=True)
class Head:
    """What must be known to judge the standings."""

    games: tuple[str, ...]
    format: str
    challengers: tuple[str, ...]  # in a gauntlet, the only ones that have a place
    seatings: str
    waves: int  # that have begun
    played: int
    total: int | None  # matches; none: without end, or not known
    annulled: int
    dropped: int
    referee: str
    begun: str
    finished: str  # when, or nothing
    seed_hash: str
    seed: str  # after the last match, or nothing
    practice: bool  # the seed was given by hand, so somebody may have known the deals
    announced: str  # what the beacon is
    beacon: str  # its value, once it is known
    events: tuple[Event, ...]
    voids: tuple[VoidStart, ...]


@dataclass(frozen=True)
class Stage:
    """A table of a wave of a knockout."""

    wave: int
    entrants: tuple[str, ...]
    beaten: tuple[float, ...]  # by each, how many opponents a match; empty while no match of it counts
    went_on: tuple[str, ...]  # empty while the next wave has not begun, and in the last one


@dataclass(frozen=True)
class Standings:
    head: Head
    tables: tuple[Table, ...]  # over all first, where there are several games
    sums: Mapping[str, float] = field(default_factory=dict)  # of a swiss: opponents beaten, over all waves
    stages: tuple[Stage, ...] = ()  # of a knockout

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)

    def of(self, game: str) -> Standings:
        return replace(self, tables=tuple(table for table in self.tables if table.game == game))


def standings(
    store: Store, setup: Setup, *, total: int | None = None, ranking: Ranking | None = None, by_rating: bool = False
) -> Standings:
    """Of one moment of the store, also while a run writes to it; `ranking` is the format's own order, if it has one."""
    from referee.tournament import reading, tables

    with reading.unchanged(store):
        known = reading.competitors(store.entrants(), store.events(), setup.challengers)
        played = reading.played(store, setup.games, known)
        head = head_of(store, setup, total)
    single = len(setup.games) == 1
    made = [
        tables.of_game(game, known, played[game], setup.format, ranking if single else None, by_rating=by_rating)
        for game in setup.games
    ]
    if not single:
        made.insert(0, tables.over_all(known, played, setup.format, ranking))
    return Standings(head, tuple(made))


def head_of(store: Store, setup: Setup, total: int | None) -> Head:
    facts = dict(store.rows("select name, value from fact"))
    annulled = "number in (select match from event where kind = 'annul')"
    counts = f"select sum(state = 'played' and not {annulled}), sum({annulled}), sum(state = 'dropped') from match"
    (played, gone, dropped), *_ = store.rows(counts)
    ((waves,),) = store.rows("select count(*) from wave")
    return Head(
        games=setup.games,
        format=setup.format,
        challengers=setup.challengers,
        seatings=setup.seatings,
        waves=waves,
        played=played or 0,
        total=total,
        annulled=gone or 0,
        dropped=dropped or 0,
        referee=facts.get("referee", ""),
        begun=facts.get("begun", ""),
        finished=facts.get("finished", ""),
        seed_hash=facts.get("seed_hash", ""),
        seed=facts.get("seed", "") if "finished" in facts else "",
        practice=facts.get("practice") == "1",
        announced=setup.beacon or "",
        beacon=facts.get("beacon", ""),
        events=tuple(store.events()),
        voids=tuple(VoidStart(*row) for row in store.rows("select match, at, cause from void order by at, match")),
    )
