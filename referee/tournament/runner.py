"""Plays a tournament: takes matches from the plan, gives them to workers, and commits what comes back."""

from __future__ import annotations

import contextlib
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Protocol

from referee.disk import make_safe
from referee.errors import Mistake, Stuck
from referee.seats.processes import kill_all_in
from referee.tournament.lanes import Lanes
from referee.tournament.opening import Tournament
from referee.tournament.records import HOUSE, Finished, Fixture
from referee.tournament.results import Round
from referee.tournament.schedule import Schedule, active, total_of
from referee.tournament.stops import what_to_do
from referee.tournament.store import StoreFails, now
from referee.tournament.worker import Job, Report

LOOK = 0.25  # seconds between looks at what else is to be done
MOST_VOID = 2  # starts of a match that come to nothing
MOST_DEATHS = 20  # of workers, with no match done in between

_PLAYED = """select number, block, game, entrant, version from match join seat on match = number
    where number between ? and ? order by number, seat"""


class Watcher(Protocol):
    """Is told how a run goes on."""

    def began(self, total: int | None, done: int) -> None: ...

    def finished(self, matches: list[Finished]) -> None: ...

    def voided(self, number: int, cause: str) -> None: ...


class Runner:
    """Plays what has no result yet."""

    def __init__(self, tournament: Tournament, lanes: Lanes, watcher: Watcher) -> None:
        self._tournament = tournament
        self._store = tournament.store
        self._lanes = lanes
        self._watcher = watcher
        self._schedule = Schedule(tournament.setup, tournament.secret, tournament.store)
        self._states = self._store.states()
        self._waiting: deque[Fixture] = deque()
        self._playing: dict[int, Fixture] = {}
        self._voids: Counter[int] = Counter()
        self._deaths: Counter[Fixture] = Counter()  # of workers, since a match was done
        self._over = False
        self._seen = -1  # the version of the store's data
        self._withdrawn: frozenset[str] = frozenset()

    def run(self, stopping: Callable[[], bool] = lambda: False) -> bool:
        """Whether the tournament came to its end; when `stopping` says so, what is under way is the last."""
        done = sum(state == "played" for state in self._states.values())
        self._watcher.began(total_of(self._tournament.setup, self._store), done)
        while not self._all_is_done(stopping()):
            self._take(self._lanes.done(LOOK))
        if self._over and not self._waiting:
            self._finish()
            return True
        return False

    def _all_is_done(self, stopping: bool) -> bool:
        if not stopping:
            self._submit()
        return not self._playing

    def _submit(self) -> None:
        self._see_withdrawals()
        while self._lanes.has_room():
            self._plan_ahead()
            if not self._waiting:
                return
            fixture = self._waiting.popleft()
            self._playing[fixture.number] = fixture
            self._lanes.submit(self._tournament.job(fixture))

    def _plan_ahead(self) -> None:
        """A wave that depends on results begins when all before it have theirs."""
        while not self._waiting and not self._over:
            if self._schedule.format.adaptive and self._playing:
                return
            found = self._schedule.next()
            if found is None:
                self._over = True
            else:
                self._take_up(found)

    def _take_up(self, found: Round) -> None:
        new = [fixture for fixture in found.fixtures if fixture.number not in self._states]
        if len(new) < len(found.fixtures):
            self._check_against_store(found)
        self._waiting.extend(self._without_withdrawn(new))

    def _check_against_store(self, found: Round) -> None:
        """What was played must be what the plan says; else the file was changed so that it no longer is."""
        numbers = (found.fixtures[0].number, found.fixtures[-1].number)
        rows = self._store.rows(_PLAYED, *numbers)
        played = {number: [row[1:] for row in seats] for number, seats in groupby(rows, itemgetter(0))}
        for fixture in found.fixtures:
            seats = zip(fixture.seats, fixture.versions, strict=True)
            planned = [(fixture.block, fixture.game, *seat) for seat in seats]
            if played.get(fixture.number, planned) != planned:
                raise Mistake(
                    f"{self._tournament.setup.path}: match {fixture.number} was played by other entrants than it says "
                    "now; put the file back as it was"
                )

    def _see_withdrawals(self) -> None:
        """Matches of who has left meanwhile are dropped, unless they have begun."""
        ((version,),) = self._store.rows("pragma data_version")
        if version == self._seen:
            return
        self._seen = version
        events = self._store.events()
        left = {event.entrant for event in events if event.kind == "withdraw" and event.entrant}
        self._withdrawn = frozenset(left.difference(active(events)))
        self._waiting = deque(self._without_withdrawn(list(self._waiting)))

    def _without_withdrawn(self, fixtures: list[Fixture]) -> list[Fixture]:
        dropped = [fixture for fixture in fixtures if self._withdrawn.intersection(fixture.seats)]
        if not dropped:
            return fixtures
        self._store.drop(dropped)
        self._states.update((fixture.number, "dropped") for fixture in dropped)
        return [fixture for fixture in fixtures if fixture.number not in self._states]

    def _take(self, done: list[tuple[Job, Report | None]]) -> None:
        ended = [(self._playing.pop(job.number), report) for job, report in done]
        finished = [
            Finished(fixture, one.result, one.notes, one.seconds, one.at, one.digest)
            for fixture, one in ended
            if one and one.result
        ]
        if finished:
            self._commit(finished)
        for fixture, report in ended:
            if report is None:
                self._play_again_after_a_death(fixture)
            elif report.result is None:
                self._play_again(fixture, report)

    def _commit(self, finished: list[Finished]) -> None:
        """The logs first, with the folder that names them; then their matches count."""
        self._deaths.clear()
        finished = [self._with_what_changed(one) for one in finished]
        make_safe(self._tournament.home.matches)
        self._store.record(finished)
        self._states.update((one.fixture.number, "played") for one in finished)
        self._watcher.finished(finished)

    def _with_what_changed(self, finished: Finished) -> Finished:
        """No client's doing stops the tournament: what was changed of one is put right, and noted."""
        fixture, notes = finished.fixture, list(finished.notes)
        for name, version in zip(fixture.seats, fixture.versions, strict=True):
            if difference := self._tournament.put_right(name, version):
                notes.append((name, f"after the match: {difference} in its folder, and was put back"))
        return replace(finished, notes=tuple(notes))

    def _play_again(self, fixture: Fixture, report: Report) -> None:
        self._voids[fixture.number] += 1
        self._void(fixture, report.cause)
        if report.hopeless:
            raise Stuck(what_to_do(report.cause, full=report.full))
        if self._voids[fixture.number] == MOST_VOID:
            raise Stuck(what_to_do(f"match {fixture.number} was void {MOST_VOID} times in a row: {report.cause}"))
        self._waiting.appendleft(fixture)

    def _play_again_after_a_death(self, fixture: Fixture) -> None:
        """The programs of a killed worker are ended; those of the others have parents."""
        kill_all_in(self._tournament.home.entrants, orphans_only=True)
        self._deaths[fixture] += 1
        if self._deaths.total() > MOST_DEATHS:
            raise Stuck(what_to_do(_who_sat_there(self._deaths)))
        self._void(fixture, "its worker died")
        self._waiting.appendleft(fixture)

    def _void(self, fixture: Fixture, cause: str) -> None:
        with contextlib.suppress(StoreFails):  # the disk may be what is full
            self._store.add_void(fixture.number, cause)
        self._watcher.voided(fixture.number, cause)

    def _finish(self) -> None:
        """With the seed published, nobody can add to it."""
        if self._store.fact("finished") is None:
            self._store.set_facts(finished=now(), seed=_plain_seed(self._tournament))


def _plain_seed(tournament: Tournament) -> str:
    return tournament.setup.seed or tournament.home.seed.read_text(encoding="ascii")


def _who_sat_there(deaths: Counter[Fixture]) -> str:
    tables = [{name for name in fixture.seats if not HOUSE.fullmatch(name)} for fixture in deaths]
    always = ", ".join(sorted(set.intersection(*tables)))
    told = f"{deaths.total()} workers died and no match was done in between"
    return f"{told}; at their tables always sat: {always} (does one of them kill the referee?)" if always else told
