"""What happened, in rows of plain text that can be shown anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee import lines
from referee.common import NUMBER
from referee.replay.stops import Kind, Stop
from referee.replay.story import Answered, Changed, Drawn, Moment, Told
from referee.summary import milliseconds, table


@dataclass(slots=True)
class Row:
    text: str
    legal: str = ""
    bad: bool = False


def safe(text: str | bytes) -> str:
    """Without control characters, whatever a client said."""
    return lines.escaped(text if isinstance(text, bytes) else text.encode()).decode()


def heading(stop: Stop) -> Row:
    return Row(f"== hand {stop.hand} ==")


def rows_of(stop: Stop, moments: Sequence[Moment], players: Sequence[str]) -> list[Row]:
    """A hand begins with one row: what was dealt is best seen on the table."""
    if stop.kind is Kind.HAND:
        return [heading(stop)]
    rows = Rows(players)
    return [row for moment in moments[stop.first : stop.end] for row in rows.of(moment)]


class Rows:
    """Makes the rows of moments that follow each other."""

    def __init__(self, players: Sequence[str]) -> None:
        self._width = max(map(len, players))
        self._just_said = ""

    def of(self, moment: Moment) -> list[Row]:
        if isinstance(moment, Answered):
            self._just_said = f"{moment.player} {moment.data}"
            return [self._answered(moment)]
        if isinstance(moment, Told):
            fields = lines.read(moment.line)[2] or ""
            return [] if fields.replace("|", " ") == self._just_said else [Row(self._told(moment, fields.split("|")))]
        if isinstance(moment, Drawn):
            drawn = " ".join(moment.values)
            self._just_said = f"{moment.player} {drawn}"
            return [Row(self._act(moment.player, "house", drawn) if moment.player else f"  {moment.what}: {drawn}")]
        if isinstance(moment, Changed):
            return [Row(f"! {moment.player} {moment.how}", bad=True)]
        return [Row(""), *map(Row, table(moment.result.by_place()))]

    def _answered(self, moment: Answered) -> Row:
        said = safe(moment.data or moment.line) or "(nothing)"
        text = f"{self._act(moment.player, moment.asked, said)}  {milliseconds(moment.micros):>8}"
        gap = " | " if any(" " in answer for answer in moment.legal) else " "
        legal = safe(f"legal: {gap.join(moment.legal)}")
        if not moment.fault:
            return Row(text, legal)
        fault = "out of time" if moment.fault == "time" else f"bad card: {moment.fault}"
        return Row(f"!{text[1:]}  {fault}", legal, bad=True)

    def _told(self, moment: Told, fields: list[str]) -> str:
        if moment.actor:
            return self._act(moment.actor, moment.key, safe(" ".join(fields[1:])))
        kinds = getattr(moment.word, "fields", ())
        number = f" {fields.pop(0)}" if kinds and kinds[0].kind == NUMBER else ""
        to = f" to {', '.join(moment.to)}" if moment.to else ""
        return safe(f"  {moment.key}{number}{to}: {' '.join(fields)}".rstrip(": "))

    def _act(self, player: str, what: str, said: str) -> str:
        return f"    {player:<{self._width}}  {what:<8}  {said:<4}"
