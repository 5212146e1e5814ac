"""The dry run of a tournament: each client plays a little with house players; nothing of the tournament begins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import fsum
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, process_time

from referee.errors import BadClient
from referee.formats.field import Field
from referee.formats.known import FORMATS
from referee.live import Played, play
from referee.match import Match
from referee.plan import Plan, Player
from referee.result import Standing
from referee.seats.processes import all_children_ours
from referee.seats.program import CannotStart
from referee.seats.table import DID_NOT_LEAVE
from referee.summary import about_player
from referee.tournament.entrants import frozen, player
from referee.tournament.schedule import total
from referee.tournament.seating import filled
from referee.tournament.setup import Setup, Source

LONG_ENOUGH = 10.0  # seconds of playing; then a match is cut off between two hands
SEED = "check"  # the same deals each time, and none of the tournament's


@dataclass(frozen=True)
class Trial:
    """What came of an entrant's match with house players."""

    entrant: str
    game: str
    why_not: str = ""  # it could not be started
    standing: Standing | None = None
    notes: tuple[str, ...] = ()  # such as how it exited
    about: tuple[str, ...] = ()  # what its author should read
    cut: bool = False
    waited: float = 0.0  # seconds for its start, its answers and its leaving
    own: float = 0.0  # seconds of the referee's own work

    @property
    def faults(self) -> list[str]:
        if self.standing is None:
            return ["did not start"]
        bad = ", ".join(f"{count} {kind}" for kind, count in self.standing.bad_cards.items())
        faults = [f"bad cards: {bad}"] if bad else []
        faults += [f"retired: {self.standing.retired}"] if self.standing.retired else []
        return faults + [DID_NOT_LEAVE for note in self.notes if note.endswith(DID_NOT_LEAVE)]


def tried(setup: Setup, tell: Callable[[Trial], object], seconds: float = LONG_ENOUGH) -> list[Trial]:
    """A trial of each entrant in each game; `tell` hears of each at once."""
    trials = []
    with TemporaryDirectory(prefix="referee-check-") as folder:
        for trial in _trials(setup, Path(folder), seconds):
            tell(trial)
            trials.append(trial)
    return trials


def _trials(setup: Setup, folder: Path, seconds: float) -> Iterator[Trial]:
    """All that must be built is built first."""
    for source, seat in [(source, _frozen(setup, source, folder / source.name)) for source in setup.sources]:
        for game in setup.games:
            if isinstance(seat, BadClient):
                yield Trial(source.name, game, why_not=str(seat))
            else:
                yield _trial(_plan(setup, game, seat), seat, folder / "match.log.gz", seconds)


def _frozen(setup: Setup, source: Source, folder: Path) -> Player | BadClient:
    try:
        return player(frozen(source, setup.base, folder, 1), folder, source.name)
    except BadClient as error:  # such as of a build that failed, which keeps no other from being checked
        return error


def _plan(setup: Setup, game: str, seat: Player) -> Plan:
    house = (Player(name, (), "") for name in filled((seat.name,), setup.seats[game])[1:])
    return Plan(game, dict(setup.options[game]), (seat, *house), SEED, True, setup.limits[game])


def _trial(plan: Plan, seat: Player, log: Path, seconds: float) -> Trial:
    until = _Until(seconds)
    begun, work = monotonic(), process_time()
    try:
        with all_children_ours():
            played = play(plan, log=log, watch=until.watch)
    except CannotStart as error:
        return Trial(seat.name, plan.game, why_not=_shown(str(error), seat))
    own = process_time() - work
    return Trial(
        seat.name,
        plan.game,
        standing=played.result.standings[0],
        notes=tuple(_shown(text, seat) for name, text in played.notes if name == seat.name),
        about=_about(plan, played, seat),
        cut=until.cut,
        waited=max(0.0, monotonic() - begun - own),
        own=own,
    )


def _about(plan: Plan, played: Played, seat: Player) -> tuple[str, ...]:
    return tuple(_shown(line, seat) for line in about_player(plan, played, played.result.standings[0]))


def _shown(text: str, seat: Player) -> str:
    """The copy that played is gone when this is read."""
    return text.replace(seat.folder, ".")


class _Until:
    """Cuts a match off at the end of the hand in which its time is over."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.cut = False

    def watch(self, match: Match) -> None:
        self._end = monotonic() + self._seconds
        match.enough = self._is_over

    def _is_over(self) -> bool:
        self.cut = monotonic() > self._end
        return self.cut


@dataclass(frozen=True)
class Forecast:
    matches: int | None  # None: without end
    seconds: float  # of a match, in the mean
    at_least: bool  # some match was cut off, or could not be played

    def seconds_in_all(self, workers: int) -> float | None:
        return None if self.matches is None else self.matches * self.seconds / workers


def forecast(setup: Setup, trials: Sequence[Trial]) -> Forecast:
    """From what was measured with house players alone."""
    names = tuple(source.name for source in setup.sources)
    sizes = {game: total(replace(setup, games=(game,)), names) for game in setup.games}
    seconds = {game: _seconds(setup, game, [trial for trial in trials if trial.game == game]) for game in setup.games}
    shares = {game: size or 1 for game, size in sizes.items()}
    mean = fsum(shares[game] * seconds[game] for game in shares) / sum(shares.values())
    at_least = any(trial.cut or trial.standing is None for trial in trials)
    return Forecast(total(setup, names), mean, at_least)


def _seconds(setup: Setup, game: str, trials: Sequence[Trial]) -> float:
    """Of a match: the referee's work, and what is waited for at a table, in the mean over those of the first wave."""
    names = tuple(trial.entrant for trial in trials)
    field = Field(names, setup.seats[game], setup.rounds, 1, 0, frozenset(setup.challengers))
    tables = FORMATS[setup.format].tables(field, ())
    waited = {trial.entrant: trial.waited for trial in trials}
    own = fsum(trial.own for trial in trials) / len(trials)
    return own + fsum(waited[name] for table in tables for name in table) / max(1, len(tables))
