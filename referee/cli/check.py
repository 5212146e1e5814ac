"""`referee check`: what is wrong with a client, step by step."""

from __future__ import annotations

import json

import click

from referee.conformance import told
from referee.conformance.begin import begun
from referee.conformance.step import FAILED, Step
from referee.plan import Limits
from referee.seats.cores import on_cores
from referee.seats.processes import all_children_ours


@click.command("check", epilog="Example:  referee check ./mybot --game hearts")
@click.argument("client")
@click.option("--game", help="Check it in this game only; by default in all that it plays.")
@click.option(
    "--matches", default=2, show_default=True, type=click.IntRange(1), metavar="N", help="Whole matches from each seat."
)
@click.option("--choices", is_flag=True, help="Tell it all legal answers before each question.")
@click.option("--json", "as_json", is_flag=True, help="Print the steps as JSON.")
@click.pass_context
def command(ctx: click.Context, client: str, game: str | None, matches: int, choices: bool, as_json: bool) -> None:
    """Tell what is wrong with a client, step by step.

    CLIENT is named as in `referee match`. The check talks with it, plays whole matches with it among house players, and
    tries what seldom happens. Below a step that failed stands how to mend it. Exit code 1 when one did.
    """
    begin = begun(client, game, matches, Limits(), choices=choices)
    steps: list[Step] = []
    with all_children_ours(), on_cores():
        for step in begin.steps:
            if not as_json:
                _show(step, is_first=not steps or steps[-1].game != step.game)
            steps.append(step)
    if as_json:
        click.echo(json.dumps(told.as_dict(client, begin.subject.language, begin.games, steps), indent=2))
    else:
        click.echo(f"\n{told.summary(steps)}")
    ctx.exit(1 if any(step.state == FAILED for step in steps) else 0)


def _show(step: Step, *, is_first: bool) -> None:
    """At once; click leaves the colours out where the output is no terminal."""
    if is_first:
        click.echo(f"{step.game}")
    click.echo(f"  {click.style(told.state(step), fg=told.COLOURS[step.state])}  {told.line(step)}")
    for line in told.details(step.finding) if step.finding else []:
        click.echo(line)
