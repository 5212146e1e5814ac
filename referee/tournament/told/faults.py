"""Faults as a page, with a summary on top, and as the rows of CSV."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from referee.tournament.listing import ANNULLED, BAD_CARD, NOTE, RETIRED, VOID, Wrong
from referee.tournament.told.grid import Cell, Grid, grid
from referee.tournament.told.page import Part
from referee.tournament.told.running import counted
from referee.tournament.told.words import kinds, unusual

COLUMNS = ("match", "game", "state", "entrant", "version", "fault", "kind", "count", "hand", "question", "line")
MOST_SHOWN = 60  # code points of what a client wrote

_NOTED = re.compile(r"(?:(in hand \d+): )?(.*)", re.DOTALL)
_EXIT = re.compile("exited with|was ended by|closed its output|did not leave")


@dataclass
class _Sum:
    """Of one version of an entrant."""

    bad_cards: Counter[str] = field(default_factory=Counter)
    retired: int = 0
    exits: int = 0
    matches: set[int] = field(default_factory=set)


def page(found: Sequence[Wrong]) -> list[Part]:
    voids = sum(one.fault == VOID for one in found)
    parts: list[Part] = [summary(found)] if len(found) > voids else []
    if voids:
        parts.append(f"{counted(voids, 'start')} of a match came to nothing, by no player's fault")
    parts += ["matches that were annulled later are among them"] if any(one.state == ANNULLED for one in found) else []
    return [*parts, listing(found)]


def summary(found: Iterable[Wrong]) -> Grid:
    """The worst first."""
    sums: dict[tuple[str, int], _Sum] = {}
    for one in found:
        if one.fault != VOID:
            _add(sums.setdefault((one.entrant, one.version), _Sum()), one)
    several = any(version > 1 for _, version in sums)
    rows = [
        (name, str(version) if several else "", kinds(s.bad_cards), _many(s.retired), _many(s.exits), _many(s.matches))
        for (name, version), s in sorted(sums.items(), key=lambda item: -item[1].bad_cards.total())
    ]
    headings = "entrant|version|bad cards|retired|odd exits|in matches"
    return grid("", headings, rows, "version|retired|odd exits|in matches")


def _add(to: _Sum, one: Wrong) -> None:
    to.matches.add(one.match)
    if one.fault == BAD_CARD:
        to.bad_cards[one.kind] += one.count
    elif one.fault == RETIRED:
        to.retired += 1
    else:
        to.exits += _EXIT.match(_noted(one)[1]) is not None


def _many(what: int | set[int]) -> str:
    return str((what if isinstance(what, int) else len(what)) or "")


def listing(found: Iterable[Wrong]) -> Grid:
    """One after another; what was noted of a player again and again in a match stands there once."""
    times: Counter[tuple[int, str, str]] = Counter()
    first: dict[tuple[int, str, str], Wrong] = {}
    for at, one in enumerate(found):
        key = (one.match, one.entrant, _noted(one)[1] if one.fault == NOTE else f"\n{at}")
        times[key] += 1
        first.setdefault(key, one)
    rows = [
        (str(one.match), one.game, one.entrant, _what(one), _more(one, times[key]), unusual(one.state))
        for key, one in first.items()
    ]
    return grid("", "match|game|entrant|fault|more|state", rows, "match")


def _noted(one: Wrong) -> tuple[str, str]:
    """In which hand, and what."""
    hand, text = _NOTED.fullmatch(one.kind).groups("")  # type: ignore[union-attr]  # it matches anything
    return hand, text


def _what(one: Wrong) -> str:
    if one.fault == BAD_CARD:
        return f"{one.count} {one.kind}"
    return f"retired: {one.kind}" if one.fault == RETIRED else {NOTE: "noted", VOID: "void"}[one.fault]


def _more(one: Wrong, times: int) -> str:
    if one.fault == NOTE and times > 1:
        hand, text = _noted(one)
        return f"{text}, {times} times" + (f", first {hand}" if hand else "")
    if one.fault in (NOTE, VOID):
        return one.kind
    if one.question is None:
        return ""
    line = one.line or ""
    wrote = f"'{line[:MOST_SHOWN]}{'...' if len(line) > MOST_SHOWN else ''}'" if line else "nothing"
    return f"first in hand {one.hand}: asked for {one.question}, wrote {wrote}"


def rows(found: Iterable[Wrong]) -> Iterator[Sequence[Cell]]:
    for one in found:
        yield (
            *(one.match, one.game, one.state, one.entrant, one.version, one.fault, one.kind, one.count),
            *(one.hand, one.question, one.line),
        )
