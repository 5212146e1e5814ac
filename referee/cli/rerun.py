"""`referee rerun`: one program of a match alone, asked again what it was asked."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click

from referee.cli.logs import check_seat, of_log, sound
from referee.clients import players
from referee.errors import Mistake
from referee.lines import escaped, read_response
from referee.log import Log
from referee.match import Reply
from referee.plan import SECONDS, Limits, Player
from referee.replay.fork import is_drawn
from referee.replay.places import Question, find, questions
from referee.replay.rerun import Compared, Rerun, rerun
from referee.replay.rows import safe
from referee.replay.story import Story
from referee.seats.processes import all_children_ours
from referee.summary import milliseconds

WITHOUT_LIMITS = Limits(SECONDS[1], SECONDS[1], SECONDS[1])
MOST_LINES = 20  # of stderr that stand beside a question
NOTHING = "(nothing)"
FAULTS = {
    "": "",
    "silent": "no answer in time",
    "gone": "it is gone",
    "time": "no time left",
    "unasked": "bad card: it was there before the question",
    "flood": "bad card: more than is read was there before the question",
}


@click.command("rerun", epilog="Example:  referee rerun m.log.gz --seat Jerry --at bad-card -- ./mybot")
@of_log
@click.option("--seat", required=True, metavar="NAME", help="The player whose program it is.")
@click.option(
    "--at",
    "place",
    metavar="PLACE",
    help="The last question: a line of the log (117), hand-3, bad-card, bad-card-2, end. By default the first bad "
    "card, else the end.",
)
@click.option("--attach", is_flag=True, help="Wait for Enter before the first line is sent; no time limits.")
@click.option("--json", "as_json", is_flag=True, help="Print all of it as JSON.")
@click.argument("client", metavar="[-- CLIENT]", nargs=-1)
@click.pass_context
def command(
    ctx: click.Context,
    log: Path,
    seat: str,
    place: str | None,
    attach: bool,
    as_json: bool,
    client: tuple[str, ...],
) -> None:
    """Send a program exactly what NAME's program was sent in a match, up to a question, and compare its answers.

    No other player is needed: a bad card comes again by itself, under a debugger if you like (--attach). Without CLIENT
    the command in the log is run. If NAME's program was ended and started again in the match, the one that was asked at
    PLACE is meant. An answer that differs is shown; then the match goes on with the one that was given then. Exit code
    1 if an answer differs.
    """
    recorded = sound(log)
    check_seat(recorded, "--seat", seat)
    asked = questions(Story(recorded))
    goal = _goal(place, asked, seat)
    player = _player(recorded, seat, client)
    with all_children_ours():
        found = rerun(
            recorded,
            player,
            asked,
            goal,
            limits=WITHOUT_LIMITS if attach else None,
            started=_wait_for_enter if attach else None,
        )
    if as_json:
        click.echo(json.dumps(_as_dict(log, player, goal, found), indent=2))
    else:
        click.echo("\n".join(_report(player, goal, found)))
    ctx.exit(1 if found.different else 0)


def _player(log: Log, seat: str, client: tuple[str, ...]) -> Player:
    """It is told its choices if it was told them then: what is sent is exactly what was sent."""
    then = next(one for one in log.plan.players if one.name == seat)
    if not client and is_drawn(then):
        raise Mistake(f"{seat} had no program from the fork on; name one after --")
    if not client:
        return then
    (now,) = players([f"{seat}={client[0] if len(client) == 1 else shlex.join(client)}"], log.plan.game)
    if now.house:
        raise Mistake("@house has no program to be run again")
    return replace(now, choices=then.choices)


def _goal(place: str | None, asked: list[Question], seat: str) -> Question | None:
    own = [one for one in asked if one.player == seat]
    if not own:
        raise Mistake(f"--seat {seat}: it was never asked anything in this log")
    if place is None:
        return next((one for one in own if one.fault), None)
    return find(place, own, seat)


def _wait_for_enter(pid: int) -> None:
    click.echo(f"process {pid} has been sent nothing yet; press Enter to begin ", err=True, nl=False)
    sys.stdin.readline()


def _report(player: Player, goal: Question | None, found: Rerun) -> Iterator[str]:
    first, last = found.asked[0].question, found.asked[-1].question
    again = ", started afresh in the match" if last.life > 1 else ""
    yield f"{player.name}, asked from hand {first.hand} on{again}: {shlex.join((*player.command, player.name))}"
    for one in found.asked:
        if not one.same or one.question == goal:
            yield from ("", *_about(one))
    yield ""
    yield from (f"{player.name} {safe(note)}" for note in found.notes)
    yield from _last_words(found)
    yield _summary(goal, found)


def _about(one: Compared) -> Iterator[str]:
    gap = " | " if any(" " in answer for answer in one.legal) else " "
    yield f"{one.question.place}: asked for {one.key}"
    yield f"    then   {_said(one.key, one.then, one.question.fault)}"
    yield f"    now    {_said(one.key, one.now, one.fault)}"
    yield f"    legal  {safe(gap.join(one.legal))}"
    lines = [line for line in one.stderr.split(b"\n") if line.strip()]
    yield from (f"    stderr: {safe(line)}" for line in lines[-MOST_LINES:])


def _said(key: str, reply: Reply, fault: str) -> str:
    """What an answer says, and what is wrong with it."""
    said = safe(read_response(reply.line, key) or reply.line) or NOTHING
    what = FAULTS.get(fault, f"bad card: {fault}" if fault else "")
    return f"{said:<8}  {milliseconds(reply.micros):>8}  {what}".rstrip()


def _last_words(found: Rerun) -> Iterator[str]:
    """What stands beside no question that was shown."""
    beside = b"".join(one.stderr for one in found.asked)
    lines = [line for line in found.stderr[len(beside) :].split(b"\n") if line.strip()]
    yield from (f"stderr: {safe(line)}" for line in lines[-MOST_LINES:])


def _summary(goal: Question | None, found: Rerun) -> str:
    count, different = len(found.asked), len(found.different)
    verdict = "all answered as then" if not different else f"{different} answered otherwise"
    to = f"the one in {goal.place}" if goal else "the last"
    ended = "; then it could not go on" if found.over and found.asked[-1].question != goal else ""
    return f"{count} questions, up to {to}: {verdict}{ended}"


def _as_dict(log: Path, player: Player, goal: Question | None, found: Rerun) -> dict[str, object]:
    return {
        "log": str(log),
        "player": player.name,
        "command": player.command,
        "folder": player.folder,
        "life": found.asked[-1].question.life,
        "goal": goal.line if goal else None,
        "questions": len(found.asked),
        "different": len(found.different),
        "went_on": not found.over,
        "asked": [_one_as_dict(one) for one in found.asked if not one.same or one.question == goal],
        "notes": found.notes,
        "stderr": found.stderr.decode(errors="backslashreplace"),
    }


def _one_as_dict(one: Compared) -> dict[str, object]:
    answers = {
        when: {"line": escaped(reply.line).decode(), "fault": fault, "micros": reply.micros}
        for when, reply, fault in (("then", one.then, one.question.fault), ("now", one.now, one.fault))
    }
    return {
        "line": one.question.line,
        "hand": one.question.hand,
        "question": one.key,
        "legal": one.legal,
        "same": one.same,
        **answers,
        "stderr": one.stderr.decode(errors="backslashreplace"),
    }
