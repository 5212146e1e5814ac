"""All of the standings: scores, seats, who came before whom, faults and times, versions, and the seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from referee.numbers.outcomes import Estimate
from referee.tournament.standings import (
    BEATEN,
    RATING,
    SCORE,
    Gap,
    Head,
    Line,
    SeatCount,
    Stage,
    Standings,
    Table,
    VoidStart,
)
from referee.tournament.told.glance import glance, is_ahead
from referee.tournament.told.grid import Grid, grid
from referee.tournament.told.page import Exact, Heading, Part
from referee.tournament.told.words import date, difference, interval, kinds, milliseconds, place, roughly, value

MOST_MATCHES = 8  # that are named of each cause; JSON has all
HASH = 16  # characters of an entrant's, to compare by eye; JSON and CSV have all


def full(standings: Standings) -> list[Part]:
    parts = glance(standings, most=None)
    if standings.stages:
        parts += [Heading("wave by wave"), stages(standings.stages)]
    for table in standings.tables:
        if table.matches:
            parts += [Heading(table.game or "over all games"), *_of(table, standings.sums)]
    return [*parts, Heading("the tournament"), *about(standings.head), *_versions(standings.tables[0])]


def stages(found: Sequence[Stage]) -> Grid:
    rows = [(str(stage.wave), _table(stage), ", ".join(stage.went_on)) for stage in found]
    return grid("", "wave|table, with opponents beaten a match|went on", rows, "wave")


def _table(stage: Stage) -> str:
    """The best first."""
    if not stage.beaten:
        return ", ".join(stage.entrants)
    best = sorted(zip(stage.entrants, stage.beaten, strict=True), key=lambda one: -one[1])
    return ", ".join(f"{name} {beaten:.2f}" for name, beaten in best)


def _of(table: Table, sums: Mapping[str, float]) -> Iterator[Part]:
    yield estimates(table, sums)
    if table.seats:
        yield seats(table)
        yield _seat_effects(table)
    if table.duplicates is not None:
        yield duplicates(table.duplicates)
    yield matrix(table)
    if table.gaps:
        yield neighbours(table)
    yield faults_and_times(table)


def estimates(table: Table, sums: Mapping[str, float]) -> Grid:
    """With the sums that a swiss goes by."""
    rows = [
        [line.name, str(line.matches), str(line.blocks), f"{sums[line.name]:.2f}" if line.name in sums else ""]
        + [
            told(measure, estimate)
            for measure, estimate in ((SCORE, line.mean_score), (BEATEN, line.beaten), (RATING, line.rating))
            for told in (value, interval)
        ]
        for line in table.lines
        if line.matches
    ]
    headings = "entrant|matches|blocks|beaten in all|mean score|95 %|opponents beaten|95 % |rating|95 %  "
    return grid("", headings, rows, "matches|blocks|beaten in all|mean score|opponents beaten|rating")


def seats(table: Table) -> Grid:
    names = [f"seat {seat}" for seat in range(1, len(table.seats) + 1)]
    rows = [[line.name, *map(_won, line.seats)] for line in table.lines if line.matches]
    return grid("first places by seat", "|".join(["entrant", *names]), rows, "|".join(names))


def _won(count: SeatCount) -> str:
    return f"{count.won:.4g} of {count.played}" if count.played else "-"


def _seat_effects(table: Table) -> str:
    shares = [
        f"seat {n} {100 * one.won / one.played:.1f} %" for n, one in enumerate(table.seats, start=1) if one.played
    ]
    return "all together came first: " + ", ".join(shares)


def duplicates(spread: float) -> str:
    change = f"{100 * abs(1 - spread):.0f} % {'narrower' if spread < 1 else 'wider'}"
    return f"duplicate play: intervals of mean places are {change} than as many independent matches would give"


def matrix(table: Table) -> Grid:
    """In percent of common matches, with intervals; a row against a column."""
    known = {(one.one, one.other): one for one in table.meetings}
    names = [line.name for line in table.lines if line.matches]
    rows = []
    for one in names:
        found = [known.get((one, other)) for other in names]
        rows.append([one, *("-" if met is None else _percent(met.share) for met in found)])
    title = "how often a row came before a column, in percent, with 95 % intervals"
    return Grid(("", *names), rows, frozenset(range(1, len(names) + 1)), title)


def _percent(share: Estimate) -> str:
    limits = "" if share.low is None or share.high is None else f" ({100 * share.low:.0f}-{100 * share.high:.0f})"
    return f"{100 * share.value:.0f}{limits}"


def neighbours(table: Table) -> Grid:
    rows = [
        [
            gap.upper,
            gap.lower,
            _by(table, gap),
            "yes" if gap.apart else "no",
            roughly(gap.more_matches) if gap.more_matches else "",
        ]
        for gap in table.gaps
    ]
    return grid("neighbours", "upper|lower|difference|really apart|more matches of each", rows, "more matches of each")


def _by(table: Table, gap: Gap) -> str:
    if gap.difference is None:
        return ""
    known = difference(table.measure, gap.difference)
    is_behind = round(abs(gap.difference.value), 3) > 0 and not is_ahead(table, gap)
    return f"behind by {known}" if is_behind else known


def faults_and_times(table: Table) -> Grid:
    rows = [
        (
            line.name,
            kinds(line.bad_cards),
            kinds(line.retired),
            milliseconds(line.mean_ms),
            milliseconds(line.slowest_ms),
        )
        for line in table.lines
        if line.matches
    ]
    return grid("", "entrant|bad cards|retired|mean time|slowest", rows, "mean time|slowest")


def about(head: Head) -> Iterator[Part]:
    """What must be known to check it."""
    yield f"referee {head.referee}, begun {date(head.begun)}" + (
        f", finished {date(head.finished)}" if head.finished else ""
    )
    yield Exact(f"seed's hash: {head.seed_hash}")
    if head.seed:
        yield Exact(f"seed: {head.seed}")
    if head.announced:
        yield f"beacon: {head.announced}: {head.beacon or 'not known yet'}"
    if head.voids:
        yield voids(head)


def voids(head: Head) -> Grid:
    """By cause, the last one last."""
    by_cause: dict[str, list[VoidStart]] = {}
    for void in head.voids:
        by_cause[void.cause] = [*by_cause.pop(void.cause, []), void]
    rows = [[str(len(found)), _matches(found), date(found[-1].at), cause] for cause, found in by_cause.items()]
    return grid("starts that came to nothing, by no player's fault", "starts|matches|the last|cause", rows, "starts")


def _matches(found: Sequence[VoidStart]) -> str:
    numbers = list(dict.fromkeys(str(void.match) for void in found))
    return ", ".join([*numbers[:MOST_MATCHES], *(["..."] if len(numbers) > MOST_MATCHES else [])])


def _versions(table: Table) -> list[Part]:
    rows = [
        [place(line).strip(), line.name, str(line.version), line.hash[:HASH], line.state] for line in _entrants(table)
    ]
    return [grid("entrants", "place|entrant|version|hash|state", rows, "place|version")] if rows else []


def _entrants(table: Table) -> list[Line]:
    return [line for line in table.lines if line.version]
