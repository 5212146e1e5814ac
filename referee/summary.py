"""What a person reads after a match: the table, and for every bad player the first reason."""

from __future__ import annotations

from referee.live import Played
from referee.plan import Limits, Plan
from referee.result import BadCardReport, Standing

HEADINGS = ("place", "player", "score", "bad cards", "mean", "slowest", "")
MOST_SHOWN = 60  # code points of what a client wrote
MOST_LEGAL = 13


def report(plan: Plan, played: Played) -> list[str]:
    lines = table(played.result.by_place())
    for standing in played.result.by_place():
        if standing.first_bad_card:
            lines += ["", *_first_bad_card(plan, standing.player, standing.first_bad_card)]
        told = dict.fromkeys(text for player, text in played.notes if player == standing.player)
        lines += [f"    {standing.player} {text}" for text in told]
    return lines


def table(standings: list[Standing]) -> list[str]:
    rows = [HEADINGS, *(_row(standing) for standing in standings)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    return ["  ".join(_aligned(cell, widths[n], n) for n, cell in enumerate(row)).rstrip() for row in rows]


def _aligned(cell: str, width: int, column: int) -> str:
    return cell.rjust(width) if HEADINGS[column] in ("place", "score", "mean", "slowest") else cell.ljust(width)


def _row(standing: Standing) -> tuple[str, ...]:
    return (
        str(standing.place),
        standing.player,
        str(standing.score),
        ", ".join(f"{count} {kind}" for kind, count in standing.bad_cards.items()) or "-",
        milliseconds(standing.mean_micros),
        milliseconds(standing.slowest_micros),
        f"retired: {standing.retired}" if standing.retired else "",
    )


def milliseconds(micros: float) -> str:
    return f"{micros / 1000:.2f} ms" if micros < 10_000 else f"{micros / 1000:.0f} ms"


def _first_bad_card(plan: Plan, player: str, bad: BadCardReport) -> list[str]:
    command = " ".join(next(one.command for one in plan.players if one.name == player))
    legal = " ".join(bad.legal[:MOST_LEGAL]) + (" ..." if len(bad.legal) > MOST_LEGAL else "")
    said = f"it wrote {bad.line[:MOST_SHOWN]!r}" if bad.line else "it wrote nothing"
    lines = [
        f"{player}'s first bad card ({bad.kind}) was in hand {bad.hand}: asked for {bad.question!r}, {said}.",
        f"    It ran: {command} {player}",
        f"    Legal were: {legal}",
    ]
    hint = advice(bad, plan.limits)
    return [*lines, f"    {hint}"] if hint else lines


def advice(bad: BadCardReport, limits: Limits) -> str:
    """The most likely reason, in a sentence for the author of the client."""
    if bad.kind == "silent" and bad.line:
        return "The line had no newline; a line counts only with its newline."
    if bad.kind == "silent":
        return f"Nothing came in {limits.time:g} s ({limits.first_time:g} s at first): does it flush its output?"
    if bad.line.startswith("\ufeff") or bad.line.startswith("\\xef\\xbb\\xbf"):
        return "The line began with a byte order mark; write UTF-8 without one."
    if bad.kind == "unasked":
        return "It wrote that before it was asked: one line in answer to each QUERY, and no other, please."
    if bad.kind == "garbled":
        return f"Expected was |RESPONSE|{bad.question}|ANSWER|END| and a newline."
    return ""
