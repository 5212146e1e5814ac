"""What is known of a run while it goes on: how far, how fast, faults, and means that are kept match by match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from time import monotonic

from referee.tournament.records import HOUSE, Finished
from referee.tournament.schedule import active, versions
from referee.tournament.store import Store

Version = tuple[str, int]  # of an entrant


@dataclass
class Mean:
    """Of one version: in how many matches it played, and the sum of the shares of opponents that it beat there."""

    matches: int = 0
    beaten: float = 0.0

    @property
    def share(self) -> float:
        return self.beaten / self.matches


_EARLIER = """
select entrant, version, count(*), sum((seats - place - (sharing - 1) / 2.0) / (seats - 1))
from seat join (select match, count(*) as seats from seat group by match) using (match)
where match not in (select match from event where kind = 'annul') group by entrant, version"""


def earlier(store: Store) -> dict[Version, Mean]:
    """What earlier runs came to."""
    rows = store.rows(_EARLIER)
    return {(name, version): Mean(*mean) for name, version, *mean in rows if not HOUSE.fullmatch(name)}


def playing(store: Store, challengers: Collection[str]) -> Callable[[], Iterable[Version]]:
    """Whoever may be told to lead, asked again and again: those that play now, in a gauntlet the challengers."""

    def found() -> list[Version]:
        events = store.events()
        newest = versions(events)
        return [(name, newest[name]) for name in active(events) if not challengers or name in challengers]

    return found


@dataclass
class Running:
    """Counts what it hears; `means` may begin with those of earlier runs."""

    playing: Callable[[], Iterable[Version]]
    means: dict[Version, Mean] = field(default_factory=dict)
    clock: Callable[[], float] = monotonic
    total: int | None = None  # without end
    done: int = 0
    faults: Counter[str] = field(default_factory=Counter)

    def begin(self, total: int | None, done: int) -> None:
        self.total, self.done = total, done
        self._done_before, self._began = done, self.clock()
        self._playing = frozenset(self.playing())

    def add(self, finished: Iterable[Finished]) -> None:
        self._playing = frozenset(self.playing())
        for one in finished:
            self.done += 1
            self._add(one)

    def _add(self, one: Finished) -> None:
        standings = one.result.standings
        sharing = Counter(standing.place for standing in standings)
        for standing, version in zip(standings, one.fixture.versions, strict=True):
            self.faults["bad card"] += sum(standing.bad_cards.values())
            self.faults["retirement"] += bool(standing.retired)
            if not HOUSE.fullmatch(standing.player):
                mean = self.means.setdefault((standing.player, version), Mean())
                mean.matches += 1
                place = standing.place + (sharing[standing.place] - 1) / 2
                mean.beaten += (len(standings) - place) / (len(standings) - 1)

    @property
    def rate(self) -> float:
        """Matches a second, since this run began."""
        passed = self.clock() - self._began
        return (self.done - self._done_before) / passed if passed > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """Unknown before anything was played, and where there is no end."""
        if self.total is None or not self.rate:
            return None
        return (self.total - self.done) / self.rate

    def leaders(self, most: int) -> list[tuple[str, Mean]]:
        """The best of those that play, by the share of opponents beaten."""
        known = [(version, mean) for version, mean in self.means.items() if version in self._playing]
        best = sorted(known, key=lambda item: -item[1].share)
        return [(name, mean) for (name, _), mean in best[:most]]


def paced(rate: float) -> str:
    return f"{rate:.1f} a second" if rate >= 1 else f"{60 * rate:.1f} a minute"


def duration(seconds: float) -> str:
    """For a reader who waits: two units at most."""
    minutes, hours, days = int(seconds // 60), int(seconds // 3600), int(seconds // 86400)
    if days:
        return f"{days} d {hours % 24} h"
    if hours:
        return f"{hours} h {minutes % 60} min"
    if minutes:
        return f"{minutes} min {int(seconds) % 60} s"
    return f"{seconds:.0f} s"


def counted(number: int, what: str) -> str:
    """`1 match`, `2 matches`."""
    plural = what + ("es" if what.endswith("ch") else "s")
    return f"{number} {what if number == 1 else plural}"
