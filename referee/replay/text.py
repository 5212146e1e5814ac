"""A replay as text: the table of each hand and a row for each play; or the protocol's own lines."""

from __future__ import annotations

from collections.abc import Iterator

from referee.common import end_hand, end_trick
from referee.game import View
from referee.lines import escaped, unescaped
from referee.replay.knowledge import Knowledge
from referee.replay.rows import Rows, heading, safe
from referee.replay.stops import Kind
from referee.replay.story import Answered, Moment, Story, Told


def as_text(story: Story, seat: str | None) -> Iterator[str]:
    knowledge = Knowledge(story, seat)
    view, rows = knowledge.new_view(), Rows(story.players)
    yield headline(story, seat)
    for stop in knowledge.stops:
        for moment in knowledge.moments[stop.first : stop.end]:
            view = knowledge.hear(view, moment)
            if stop.kind is not Kind.HAND:
                yield from (f"{row.text}  {row.legal}".rstrip() for row in rows.of(moment))
                yield from _scores_after(moment, view)
        if stop.kind is Kind.HAND:
            yield from ("", heading(stop).text)
            yield from (f"  {safe(line)}".rstrip() for line in view.lines())
    yield from _notes(story, seat)


def headline(story: Story, seat: str | None) -> str:
    """The seed tells every deal: nothing for the eyes of one seat."""
    plan = story.log.plan
    options = [f"{name} {value}" for name, value in plan.options.items()]
    return ", ".join([plan.game, *options, f"as {seat} knew it" if seat else f"seed {plan.seed}"])


def _scores_after(moment: Moment, view: View) -> Iterator[str]:
    if isinstance(moment, Told) and moment.key in (end_trick.key, end_hand.key):
        yield "  scores: " + ", ".join(f"{player} {score}" for player, score in view.scores.items())


def _notes(story: Story, seat: str | None) -> Iterator[str]:
    notes = [f"{player} {text}" for player, text in story.log.notes if seat in (None, player)]
    if notes:
        yield ""
    yield from (safe(unescaped(note.encode())) for note in notes)


def as_lines(story: Story, seat: str | None) -> Iterator[bytes]:
    """What the referee sent; where no seat is named also what was answered, with nothing that harms a terminal."""
    for moment in Knowledge(story, seat).moments:
        if isinstance(moment, Told) and moment.heard:
            yield moment.line
        elif isinstance(moment, Answered):
            yield from moment.sent
            if seat is None and moment.line:
                yield escaped(moment.line) + b"\n"
