"""`referee fork`: a match that was played goes on otherwise, from a place in its log."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

import click

from referee.cli.logs import of_log, sound
from referee.cli.match import as_dict, check_places, keep_stderr
from referee.clients import HOUSE, players, split
from referee.errors import Mistake
from referee.live import play
from referee.log import Log
from referee.plan import Plan, Player
from referee.replay.fork import DRAWN, Forked
from referee.replay.places import find, lives, questions
from referee.replay.story import Story
from referee.seats.cores import on_cores
from referee.seats.processes import all_children_ours
from referee.seats.program import CannotStart
from referee.summary import report
from referee.watching import Watch


@click.command("fork", epilog="Example:  referee fork m.log.gz --at hand-3 Jerry=./mybot @house --log other.log.gz")
@of_log
@click.option(
    "--at",
    "place",
    required=True,
    metavar="PLACE",
    help="The first question that is put anew: a line of the log (117), hand-3, bad-card, bad-card-2; end, of a log "
    "that is cut off.",
)
@click.option("--log", "to", type=click.Path(path_type=Path, dir_okay=False), help="Write the log of all of it here.")
@click.option(
    "--stderr", type=click.Path(path_type=Path, file_okay=False), metavar="DIR", help="Write DIR/NAME.stderr."
)
@click.option("--no-pin", is_flag=True, help="Do not put the match on a core of its own.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.argument("clients", metavar="[NAME=CLIENT]... [@house]", nargs=-1)
def command(
    log: Path,
    place: str,
    to: Path | None,
    stderr: Path | None,
    no_pin: bool,
    as_json: bool,
    clients: tuple[str, ...],
) -> None:
    """Play a match on from a PLACE in its log, with the same deals: up to there with its answers, then with programs.

    NAME=CLIENT puts another program in a player's seat, or NAME=@house nobody, for whom the referee answers at random;
    @house alone stands for all others. Else they are run by the commands in the log. Each program is first sent what
    its seat was sent in the match; what it answers to that does not count.
    """
    recorded = sound(log)
    story = Story(recorded)
    answered = _answered(recorded, story, place)
    running = lives(story, answered)
    plan = replace(recorded.plan, players=_players(recorded, running, clients))
    check_places(to, stderr)
    if to and to.resolve() == log.resolve():
        raise Mistake(f"--log {to}: that is the log to go on from; name another file")
    if not as_json:
        click.echo(f"{log}, seed {plan.seed}, with its first {answered} answers")
    table = partial(Forked, story, plan, answered)
    try:
        with all_children_ours(), contextlib.nullcontext() if no_pin else on_cores(), Watch() as watch:
            played = play(plan, log=to, watch=watch.begin, table=table)
    except CannotStart as error:
        raise Mistake(f"{error}; name another client by NAME=CLIENT, or put @house in all other seats") from error
    if stderr:
        keep_stderr(stderr, played)
    click.echo(json.dumps(as_dict(plan, played, to), indent=2) if as_json else "\n".join(report(plan, played)))


def _answered(log: Log, story: Story, place: str) -> int:
    """How many questions of the log are before the place."""
    asked = questions(story)
    first = find(place, asked)
    if first is None and not log.cut:
        raise Mistake(f"--at {place}: there the match is over")
    return first.number - 1 if first else len(asked)


def _players(log: Log, running: Mapping[str, int], clients: tuple[str, ...]) -> tuple[Player, ...]:
    named, others = _named(log, running, clients)
    return tuple(_player(one, named.get(one.name, others), log.plan) for one in log.plan.players)


def _named(log: Log, running: Mapping[str, int], clients: tuple[str, ...]) -> tuple[dict[str, str], str]:
    """Clients by the names of their players, and what sits at all other seats, if that is said."""
    named, others = {}, ""
    for text in clients:
        name, client = split(text)
        if name is None and text != HOUSE:
            raise Mistake(f"{text}: say whose seat it takes: NAME={text}")
        if name is None:
            others = HOUSE
        elif name not in running:
            raise Mistake(f"{text}: {_why_not(log, name)}; there are: {', '.join(running)}")
        else:
            named[name] = client
    return named, others


def _why_not(log: Log, name: str) -> str:
    if name not in log.plan.names:
        return "no player has that name"
    return f"the house plays for {name} in this log, at least from that place on"


def _player(then: Player, client: str, plan: Plan) -> Player:
    if not client or then.house:
        return then
    if client == HOUSE:
        return Player(then.name, (DRAWN,), "")
    (now,) = players([f"{then.name}={client}"], plan.game)
    return now
