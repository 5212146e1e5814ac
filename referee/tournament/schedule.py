"""The plan of a tournament, recomputed wave by wave from its file, its events and its results: who meets, and where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from referee.chance import draw
from referee.errors import Mistake
from referee.formats.field import Field, Outcome, Table
from referee.formats.known import FORMATS
from referee.steps import Chance
from referee.tournament.records import Event, Fixture, Wave
from referee.tournament.results import Results, Round
from referee.tournament.seating import Seats, filled, seatings
from referee.tournament.secret import seed_of
from referee.tournament.setup import Setup
from referee.tournament.store import Store

LEAST = 2  # entrants that can play each other


class Schedule:
    """Asked for one wave after another; it looks into the store for events and results, and begins new waves there."""

    def __init__(self, setup: Setup, secret: str, store: Store) -> None:
        self.setup = setup
        self.format = FORMATS[setup.format]
        self._secret = secret
        self._store = store
        self._begun = {wave.number: wave for wave in store.waves()}
        self._rounds: list[Round] = []
        self._since = 0
        self._entrants: tuple[str, ...] = ()
        self._planned_first = int(store.fact("rounds") or setup.rounds)
        self._planned = self._planned_first
        self._seats = Seats()
        self._results = Results(store)

    @property
    def groups(self) -> dict[int, list[str]]:
        """The games by how many sit at a table."""
        groups: dict[int, list[str]] = {}
        for game in self.setup.games:
            groups.setdefault(self.setup.seats[game], []).append(game)
        return groups

    def next(self) -> Round | None:
        """The next wave, which is begun in the store if it was not yet; None when the tournament is over."""
        number = len(self._rounds) + 1
        wave = self._begun.get(number)
        events = [event for event in self._store.events() if not wave or (event.wave or number + 1) <= number]
        self._see(events)
        waves = self._results.waves(self._rounds, events) if self.format.adaptive else {}
        tables = tuple(
            (seats, table)
            for seats in self.groups
            for table in self.format.tables(self.field(seats, number), waves.get(seats, ()))
        )
        if not tables:
            self._check_that_it_is_over(number)
            return None
        if wave is None:
            wave = Wave(number, *self._next_numbers())
            self._store.begin_wave(wave, events[-1].id)
        found = self._round(wave, tables, versions(events))
        self._rounds.append(found)
        return found

    def begun(self) -> Iterator[Round]:
        """The waves that have begun, for those who only look."""
        for _ in range(len(self._rounds), len(self._begun)):
            found = self.next()
            if found:
                yield found

    def field(self, seats: int, wave: int) -> Field:
        setup = self.setup
        return Field(self._entrants, seats, self._planned, wave, self._since, frozenset(setup.challengers))

    def results(self) -> dict[int, list[Sequence[Outcome]]]:
        """What all waves came to, by seats at a table, with all events so far."""
        return self._results.waves(self._rounds, self._store.events())

    def _see(self, events: Sequence[Event]) -> None:
        entrants = active(events)
        self._since = self._since + 1 if entrants == self._entrants else 0
        self._entrants = entrants
        self._planned = rounds_after(events, self._planned_first)

    def _check_that_it_is_over(self, number: int) -> None:
        """With too few entrants it is not, if rounds are left."""
        left = number <= self._planned or (self.format.by_rating and not self._planned)
        if left and len(self._entrants) < LEAST:
            raise Mistake(
                f"{self.setup.path}: fewer than {LEAST} entrants are left and rounds are still to be played; "
                f"add entrants, or leave it at that: what was played stands"
            )

    def _next_numbers(self) -> tuple[int, int]:
        if not self._rounds:
            return 1, 1
        last = self._rounds[-1].fixtures[-1]
        return last.number + 1, last.block + 1

    def _round(self, wave: Wave, tables: Sequence[tuple[int, Table]], versions: Mapping[str, int]) -> Round:
        fixtures: list[Fixture] = []
        matches: dict[tuple[int, Table], list[int]] = {one: [] for one in tables}
        block = wave.first_block
        for seats, table, game in self._blocks(tables):
            for order in self._seated(filled(table, seats), block):
                number = wave.first_match + len(fixtures)
                who = tuple(versions.get(name, 0) for name in order)
                fixtures.append(Fixture(number, wave.number, block, game, order, who))
                matches[seats, table].append(number)
            block += 1
        return Round(wave, tuple(fixtures), matches)

    def _blocks(self, tables: Sequence[tuple[int, Table]]) -> Iterator[tuple[int, Table, str]]:
        """Every table once before any is there again, so that a run that stops early was fair so far."""
        for _ in range(self.setup.deals):
            for seats, table in tables:
                for game in self.groups[seats]:
                    yield seats, table, game

    def _seated(self, table: Table, block: int) -> Sequence[Table]:
        if self.setup.seatings == "one":
            return [self._seats.seated(table)]
        order = draw(seed_of(self._secret, block), Chance("seats", table, 0, 0))
        return seatings(order, self.setup.seatings)


def active(events: Sequence[Event]) -> tuple[str, ...]:
    """The entrants that play after these events, in the order in which they entered."""
    playing: dict[str, None] = {}
    for event in events:
        if event.kind == "enter" and event.entrant:
            playing[event.entrant] = None
        elif event.kind == "withdraw" and event.entrant:
            playing.pop(event.entrant, None)
    return tuple(playing)


def versions(events: Sequence[Event]) -> dict[str, int]:
    """The version of each entrant that plays after these events."""
    known: dict[str, int] = {}
    for event in events:
        if event.kind in ("enter", "update") and event.entrant:
            known[event.entrant] = known.get(event.entrant, 0) + 1
    return known


def rounds_after(events: Sequence[Event], first: int) -> int:
    return next((event.rounds for event in reversed(events) if event.rounds is not None), first)


def total(setup: Setup, entrants: tuple[str, ...]) -> int | None:
    """How many matches such a tournament has; None without an end."""
    format_ = FORMATS[setup.format]
    matches = 0
    for game in setup.games:
        field = Field(entrants, setup.seats[game], setup.rounds, 1, 0, frozenset(setup.challengers))
        tables = format_.size(field)
        if tables == 0:
            return None
        table = filled((), setup.seats[game])
        played = 1 if setup.seatings == "one" else len(seatings(table, setup.seatings))
        matches += tables * setup.deals * played
    return matches


def total_of(setup: Setup, store: Store) -> int | None:
    """How many matches one that has begun will have, as far as is known now."""
    if store.fact("finished"):
        ((count,),) = store.rows("select count(*) from match")
        return int(count)
    events, waves = store.events(), store.waves()
    if not waves or FORMATS[setup.format].name == "knockout":
        return total(setup, tuple(event.entrant for event in events if event.kind == "enter" and event.entrant))
    left = max(0, rounds_after(events, setup.rounds) - len(waves) + 1)  # the last wave that began among them
    more = total(replace(setup, rounds=left), active(events)) if left else 0
    return None if more is None or not setup.rounds else waves[-1].first_match - 1 + more
