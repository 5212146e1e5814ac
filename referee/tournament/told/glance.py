"""The standings at a glance: how far it is, who won, how sure that is, and a table that fits 80 columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.tournament.reading import HOUSE, PLAYS
from referee.tournament.standings import MEAN_PLACE, RATING, Gap, Head, Line, Standings, Table
from referee.tournament.told.decisions import MOST, decisions
from referee.tournament.told.grid import Grid, grid
from referee.tournament.told.page import Heading, Part, Strong
from referee.tournament.told.words import UNITS, difference, interval, listed, place, roughly, value

BESIDE = {MEAN_PLACE: RATING, RATING: MEAN_PLACE}  # what is told beside the measure that decides
APART, BEHIND, UNKNOWN = "apart", "behind", "?"
LEGEND = (
    "from the next: apart, if surely different (95 %) from the one below; "
    "else about how many more matches of each would tell"
)
SIGNS = {  # explained only where they stand
    BEHIND: "surely the worse one by what was measured, though the format puts it first",
    UNKNOWN: "nothing can be said, since one of them has played only one deal, or they are as good as equal",
}


def glance(standings: Standings, most: int | None = MOST) -> list[Part]:
    """With so many decisions of people at most."""
    head = standings.head
    parts: list[Part] = [headline(head), *remarks(head)]
    several = len(standings.tables) > 1
    for table in standings.tables:
        parts += [Heading(table.game or "over all games")] if several else []
        parts += [Strong(verdict(table, head)), *([main_table(table)] if table.lines else []), *below(table, head)]
    parts += legend(standings.tables)
    return [*parts, *_decided(head, most)]


def legend(tables: Sequence[Table]) -> list[str]:
    """What stands in the last column, as far as it stands there."""
    if not any(table.gaps for table in tables):
        return []
    shown = {_of_gap(table, gap) for table in tables for gap in table.gaps}
    return ["; ".join([LEGEND, *(f"{sign}: {meaning}" for sign, meaning in SIGNS.items() if sign in shown)])]


def _decided(head: Head, most: int | None) -> list[Part]:
    made = list(decisions(head, most))
    return [Heading("decisions"), *made] if made else []


def order_of(table: Table, head: Head) -> str:
    """What decides the places."""
    if head.challengers:
        return f"the order of the challengers is by {table.order}; all of them meet the same tables of the others"
    if table.order in UNITS:
        return f"the order is by {table.order}"
    return f"the order is that of the {table.order}"


def headline(head: Head) -> str:
    of = f" of {head.total}" if head.total else ""
    what = f"{', '.join(head.games)}, {head.format}: {head.played}{of} {'match' if head.played == 1 else 'matches'}"
    left_out = [
        f"{number} {name}" for number, name in ((head.annulled, "annulled"), (head.dropped, "dropped")) if number
    ]
    return ", ".join([what, *left_out]) + ("; finished" if head.finished else "")


def remarks(head: Head) -> list[str]:
    """What a reader must know before believing the numbers."""
    return ["practice: the seed was given by hand"] if head.practice else []


def verdict(table: Table, head: Head) -> str:
    """Who won, and how sure that is."""
    first = [line.name for line in table.placed if line.place == 1]
    if not table.matches:
        return "Nothing was played yet."
    if not first:
        return f"No {'challenger' if head.challengers else 'entrant'} has a place: all that played have left."
    if head.challengers and len(table.placed) == 1:
        return _of_the_only_challenger(table)
    of = "Of the challengers, " if head.challengers else ""
    if len(first) > 1:
        return f"{of}{listed(first)} share first place."
    deed = "won" if head.finished else "leads"
    gap = next((gap for gap in table.gaps if gap.upper == first[0]), None)
    return f"{of}{first[0]} {deed}{_sureness(table, gap)}."


def _of_the_only_challenger(table: Table) -> str:
    (line,) = table.placed
    measured = line.measured(table.measure)
    known = interval(table.measure, measured)
    shown = f"{value(table.measure, measured)}" + (f" ({known} at 95 %)" if known else "")
    return f"The challenger {line.name}: {table.measure} {shown}."


def _sureness(table: Table, gap: Gap | None) -> str:
    if gap is None:
        return ""
    if gap.difference and gap.apart and is_ahead(table, gap):
        return f", surely before {gap.lower}: by {difference(table.measure, gap.difference)}"
    more = f"; about {roughly(gap.more_matches)} more matches of each would tell" if gap.more_matches else ""
    return f", but is not surely better than {gap.lower}{more}"


def is_ahead(table: Table, gap: Gap) -> bool:
    """The rounds of a format may put one first whose mean place is the worse one."""
    return gap.difference is not None and (gap.difference.value < 0) == (table.measure == MEAN_PLACE)


def main_table(table: Table) -> Grid:
    measure, beside = table.measure, BESIDE.get(table.measure)
    gaps = {gap.upper: gap for gap in table.gaps}
    rows = [
        (
            place(line),
            line.name,
            str(line.matches or ""),
            value(measure, line.measured(measure)),
            interval(measure, line.measured(measure)),
            value(beside, line.measured(beside)) if beside else "",
            _next(table, line, gaps.get(line.name)),
        )
        for line in table.lines
    ]
    headings = f"place|entrant|matches|{measure}|95 %|{beside or ''}|from the next"
    return grid("", headings, rows, f"place|matches|{measure}|{beside}")


def _next(table: Table, line: Line, gap: Gap | None) -> str:
    if line.state not in (PLAYS, HOUSE):
        return line.state
    return _of_gap(table, gap) if gap else ""


def _of_gap(table: Table, gap: Gap) -> str:
    if gap.apart:
        return APART if is_ahead(table, gap) else BEHIND
    return f"{roughly(gap.more_matches)} more" if gap.more_matches else UNKNOWN


def below(table: Table, head: Head) -> list[str]:
    order = [order_of(table, head)] if table.gaps else []
    bad = {line.name: sum(line.bad_cards.values()) for line in table.lines}
    retired = {line.name: sum(line.retired.values()) for line in table.lines}
    return [*order, *_counts("bad cards", bad), *_counts("retired", retired)]


def _counts(what: str, counts: Mapping[str, int]) -> list[str]:
    found = ", ".join(f"{name} {count}" for name, count in counts.items() if count)
    return [f"{what}: {found}"] if found else []
