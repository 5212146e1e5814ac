"""What counts in a tournament, out of its store: competitors, and each game as the columns numbers are made from."""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

import numpy as np

from referee.numbers.outcomes import Ints, Outcomes
from referee.tournament.records import Entrant, Event
from referee.tournament.store import Store

HOUSE = "house"  # the one competitor that all house players are
PLAYS, REPLACED, WITHDRAWN = "plays", "replaced", "withdrawn"
MET = "met"  # of a gauntlet: who plays and is no challenger
COUNTS = "state = 'played' and number not in (select match from event where kind = 'annul')"

_MATCHES = f"select number, block from match where game = ? and {COUNTS} order by number"
_SEATS = """
with version as materialized (select name, version, event from entrant)
select match, seat, coalesce(event, 0), 2 * place + sharing - 1, score, answers, micros, slowest
from seat left join version on name = seat.entrant and version.version = seat.version order by match, seat"""
_BAD_CARDS = f"""
select game, entrant, version, kind, sum(count) from bad_card join seat using (match, seat)
join match on number = bad_card.match where {COUNTS} group by 1, 2, 3, 4"""
_RETIRED = f"""
select game, entrant, version, retired, count(*) from seat join match on number = match
where retired <> '' and {COUNTS} group by 1, 2, 3, 4"""


@dataclass(frozen=True)
class Competitor:
    """Who has numbers of its own: a version of an entrant, or the house."""

    name: str  # as it is told: of a version that was replaced `NAME v1`
    entrant: str
    version: int
    hash: str
    state: str  # one of those above, or HOUSE


@dataclass
class Tally:
    """What is counted of one competitor, beside places and scores."""

    answers: int = 0
    micros: int = 0
    slowest: int = 0
    bad_cards: dict[str, int] = field(default_factory=dict)  # by kind
    retired: dict[str, int] = field(default_factory=dict)  # by reason


@dataclass(frozen=True)
class Played:
    """All matches of a game that count."""

    outcomes: Outcomes
    tallies: Mapping[str, Tally]


@contextlib.contextmanager
def unchanged(store: Store) -> Iterator[None]:
    """All that is read inside is of one moment, whatever a run writes meanwhile."""
    store.sql.execute("begin")
    try:
        yield
    finally:
        store.sql.execute("rollback")


def competitors(
    entrants: Sequence[Entrant], events: Sequence[Event], challengers: Collection[str] = ()
) -> list[Competitor]:
    """In the order in which they entered, the house last."""
    newest = {one.name: one.version for one in entrants}  # later versions come later
    gone = withdrawn(events)
    known = []
    for one in entrants:
        if one.version < newest[one.name]:
            told, state = f"{one.name} v{one.version}", REPLACED
        elif one.name in gone:
            told, state = one.name, WITHDRAWN
        else:
            told, state = one.name, MET if challengers and one.name not in challengers else PLAYS
        known.append(Competitor(told, one.name, one.version, one.hash, state))
    return [*known, Competitor(HOUSE, HOUSE, 0, "", HOUSE)]


def withdrawn(events: Sequence[Event]) -> set[str]:
    """An entrant that entered again is not."""
    last = {one.entrant: one.kind for one in events if one.entrant and one.kind in ("enter", "withdraw")}
    return {name for name, kind in last.items() if kind == "withdraw"}


def played(store: Store, games: Sequence[str], known: Sequence[Competitor]) -> dict[str, Played]:
    """By game; one of which no match counts is there too, empty."""
    seats = _table(store, _SEATS, 8)
    by_event = np.array([0, *(event for (event,) in store.rows("select event from entrant order by event"))])
    who = np.searchsorted(by_event, seats[:, 2]) - 1  # an index of `known`; the house is -1, the last
    seats[:, 2] = np.where(who < 0, len(known) - 1, who)
    counted = _counted(store, known)
    return {game: _of_game(store, game, seats, known, counted[game]) for game in games}


def _table(store: Store, query: str, columns: int, *values: object) -> Ints:
    """Numbers only, and no object for a row: a tournament may have a million of them."""
    numbers = np.fromiter(chain.from_iterable(store.rows(query, *values)), np.int64)
    return numbers.reshape(-1, columns)


def _of_game(store: Store, game: str, seats: Ints, known: Sequence[Competitor], tallies: dict[str, Tally]) -> Played:
    matches = _table(store, _MATCHES, 2, game)
    place = np.searchsorted(matches[:, 0], seats[:, 0])
    counts = np.zeros(len(seats), np.bool_)
    inside = place < len(matches)
    counts[inside] = matches[place[inside], 0] == seats[inside, 0]
    rows, match = seats[counts], place[counts]
    present, who = np.unique(rows[:, 2], return_inverse=True)
    names = tuple(known[index].name for index in present)
    _, block = np.unique(matches[:, 1], return_inverse=True)
    outcomes = Outcomes(names, match, block[match], rows[:, 1], who, rows[:, 3] / 2, rows[:, 4].astype(np.float64))
    _count_times(names, who, rows[:, 5:], tallies)
    return Played(outcomes, {name: tallies[name] for name in names})


def _count_times(names: Sequence[str], who: Ints, times: Ints, tallies: Mapping[str, Tally]) -> None:
    width = len(names)
    answers, micros = (np.bincount(who, times[:, column], width) for column in (0, 1))
    slowest = np.zeros(width, np.int64)
    np.maximum.at(slowest, who, times[:, 2])
    for index, name in enumerate(names):
        tally = tallies[name]
        tally.answers, tally.micros, tally.slowest = int(answers[index]), int(micros[index]), int(slowest[index])


def _counted(store: Store, known: Sequence[Competitor]) -> dict[str, dict[str, Tally]]:
    """Bad cards and retirements, by game and name."""
    names = {(one.entrant, one.version): one.name for one in known}
    tallies: dict[str, dict[str, Tally]] = defaultdict(lambda: defaultdict(Tally))
    for game, entrant, version, kind, count in store.rows(_BAD_CARDS):
        tallies[game][names.get((entrant, version), HOUSE)].bad_cards[kind] = count
    for game, entrant, version, why, count in store.rows(_RETIRED):
        tallies[game][names.get((entrant, version), HOUSE)].retired[why] = count
    return tallies
