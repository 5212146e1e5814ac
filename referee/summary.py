"""What a person reads after a match: the table, and for every bad player the first reason."""

from __future__ import annotations

import shlex

from referee.lines import MOST_BYTES, escaped
from referee.live import Played
from referee.plan import Limits, Plan
from referee.result import BadCardReport, Standing

HEADINGS = ("place", "player", "score", "bad cards", "mean", "slowest", "")
MOST_SHOWN = 60  # code points of what a client wrote
MOST_LEGAL = 13
ONE_LINE = "one line in answer to each QUERY, and no other, please."
NO_CHOICES = (
    "The answer was empty: does it wait to be told its choices? It is told them if asked for: choices = true in its "
    "client.toml or in a tournament's file, or --choices NAME."
)
BYTE_ORDER_MARK = escaped(b"\xef\xbb\xbf").decode()


def report(plan: Plan, played: Played) -> list[str]:
    lines = table(played.result.by_place())
    for standing in played.result.by_place():
        about = about_player(plan, played, standing)
        lines += ["", *about] if about else []
    return lines


def about_player(plan: Plan, played: Played, standing: Standing) -> list[str]:
    """What is to be said of it beside the table."""
    about = about_first_bad_card(plan, standing.player, standing.first_bad_card) if standing.first_bad_card else []
    about += _first_notes(standing.player, [text for player, text in played.notes if player == standing.player])
    if standing.retired:
        about.append(f"{standing.player} was retired; the house player went on for it, and nothing it won counts.")
    return about


def _first_notes(player: str, texts: list[str]) -> list[str]:
    """What was noted in one hand; of the hands after it only how many there were."""
    hands = [text.split(":")[0] for text in texts]
    first = [text for text, hand in zip(texts, hands, strict=True) if hand == hands[0]]
    later = len({*hands} - {*hands[:1]})
    lines = [f"    {player}, {escaped(text.encode()).decode()}" for text in first]
    return [*lines, f"    {player}, in later hands: {later} times more"] if later else lines


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
        milliseconds(standing.mean_micros) if standing.answers else "-",
        milliseconds(standing.slowest_micros) if standing.answers else "-",
        f"retired: {standing.retired}" if standing.retired else "",
    )


def milliseconds(micros: float) -> str:
    return f"{micros / 1000:.2f} ms" if micros < 10_000 else f"{micros / 1000:.0f} ms"


def about_first_bad_card(plan: Plan, player: str, bad: BadCardReport) -> list[str]:
    ran = next(one for one in plan.players if one.name == player)
    legal = " ".join(bad.legal[:MOST_LEGAL]) + (" ..." if len(bad.legal) > MOST_LEGAL else "")
    line = bad.line if len(bad.line) <= MOST_SHOWN else f"{bad.line[:MOST_SHOWN]}..."
    wrote = f"wrote '{line}'" if line else "wrote nothing"
    asked = f"before it was asked for {bad.question!r} it had {wrote.replace('wrote', 'written')}"
    if bad.kind not in ("unasked", "flood"):
        asked = f"asked for {bad.question!r}, it {wrote}"
    lines = [
        f"{player}'s first bad card ({bad.kind}) was in hand {bad.hand}: {asked}.",
        f"    It ran: {shlex.join(ran.command)} {player}",
        f"    Legal were: {legal}",
    ]
    hint = advice(bad, plan.limits, choices=ran.choices)
    return [*lines, f"    {hint}"] if hint else lines


def advice(bad: BadCardReport, limits: Limits, *, choices: bool) -> str:
    """The most likely reason, in a sentence or two for the author of the client."""
    if bad.line == f"|RESPONSE|{bad.question}||END|" and not choices:
        return NO_CHOICES
    if bad.kind == "silent" and bad.line:
        return "The line had no newline; a line counts only with its newline."
    if bad.kind == "silent" and bad.answered:
        return f"Nothing came in {limits.time:g} s, though it had answered before: too slow, or in a loop without end?"
    if bad.kind == "silent":
        return (
            f"Nothing came in {limits.first_time:g} s, and it had never answered: does it flush its output? "
            "Does it read line by line (mawk: -W interactive)? Or is it slow to start?"
        )
    if bad.line.startswith(BYTE_ORDER_MARK):
        return "The line began with a byte order mark; write UTF-8 without one."
    return {
        "gone": "It ended, or closed its output, before it had answered.",
        "overlong": f"A line has at most {MOST_BYTES} bytes, its newline included.",
        "unasked": f"So the question was not put. It may be a second line after an answer: {ONE_LINE}",
        "flood": f"That was more than is read of it: {ONE_LINE}",
        "garbled": f"Expected was |RESPONSE|{bad.question}|ANSWER|END| and a newline.",
    }.get(bad.kind, "")
