"""`referee match`: one match between programs, with its table."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path

import click

from referee import game as games
from referee.chance import new_seed
from referee.cli.options import given, of_game, of_limits
from referee.clients import players
from referee.errors import Mistake
from referee.live import Played, play
from referee.plan import Limits, Plan, checked, checked_options
from referee.seats.cores import on_cores
from referee.seats.processes import all_children_ours
from referee.summary import report
from referee.watching import Watch


@click.command(
    "match", epilog="Example:  referee match tricks @python/tricks ./mybot Jerry='node bot.js' @python/random"
)
@click.argument("game")
@click.argument("clients", metavar="[NAME=]CLIENT...", nargs=-1, required=True)
@of_game
@click.option("--seed", help="Letters and digits that fix all chance; drawn if not given.")
@click.option("--log", type=click.Path(path_type=Path, dir_okay=False), help="Write the log here; .gz is compressed.")
@of_limits
@click.option(
    "--choices", multiple=True, metavar="NAME", help="Tell this player all legal answers before each question."
)
@click.option(
    "--stderr", type=click.Path(path_type=Path, file_okay=False), metavar="DIR", help="Write DIR/NAME.stderr."
)
@click.option("--no-pin", is_flag=True, help="Do not put the match on a core of its own.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def command(
    game: str,
    clients: tuple[str, ...],
    options: tuple[str, ...],
    seed: str | None,
    log: Path | None,
    time: float,
    first_time: float,
    bank: float,
    max_bad_cards: int | None,
    choices: tuple[str, ...],
    stderr: Path | None,
    no_pin: bool,
    as_json: bool,
) -> None:
    """Play one match of GAME between programs.

    A CLIENT is a folder with a client.toml, an executable, a quoted command line, or a bundled one (@python/random).
    The same client may sit at several seats. @house is a player without a program: the referee answers at random.
    """
    rules = games.find(game)
    chosen = checked_options(rules, given(options))
    seated = players(clients, game, choices)
    limits = Limits(time, first_time, bank, rules.bad_cards if max_bad_cards is None else max_bad_cards)
    plan = Plan(game, chosen, seated, new_seed() if seed is None else seed, seed is not None, limits)
    checked(plan)
    check_places(log, stderr)
    if not as_json:
        click.echo(_headline(plan))
    with all_children_ours(), contextlib.nullcontext() if no_pin else on_cores(), Watch() as watch:
        played = play(plan, log=log, watch=watch.begin)
    if stderr:
        keep_stderr(stderr, played)
    click.echo(json.dumps(as_dict(plan, played, log), indent=2) if as_json else "\n".join(report(plan, played)))


def check_places(log: Path | None, stderr: Path | None) -> None:
    """Before anything starts; the folder for stderr is made if it is not there."""
    if stderr:
        with contextlib.suppress(OSError):
            stderr.mkdir(exist_ok=True)
    for option, folder in (("--log", log and log.parent), ("--stderr", stderr)):
        if folder and not (folder.is_dir() and os.access(folder, os.W_OK)):
            raise Mistake(f"{option}: {folder} is no folder that can be written to")


def _headline(plan: Plan) -> str:
    options = "".join(f", {name} {value}" for name, value in plan.options.items())
    return f"{plan.game}{options}, seed {plan.seed} ({'given, so for practice' if plan.seed_given else 'drawn'})"


def keep_stderr(folder: Path, played: Played) -> None:
    for name, text in played.stderr.items():
        (folder / f"{name}.stderr").write_bytes(text)


def as_dict(plan: Plan, played: Played, log: Path | None) -> dict[str, object]:
    return {
        "plan": plan.as_dict(),
        "log": str(log) if log else None,
        **played.result.as_dict(),
        "notes": [{"player": player, "note": text} for player, text in played.notes],
    }
