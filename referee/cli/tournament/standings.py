"""`referee tournament standings`: who stands where, and how sure that is."""

from __future__ import annotations

import json
from pathlib import Path

import click

from referee.cli.tournament.forms import in_forms, show, show_csv, stored
from referee.errors import Mistake


@click.command("standings", epilog="Example:  referee tournament standings cup.toml --full")
@in_forms
@click.option("--game", metavar="GAME", help="Only the table of this game.")
@click.option("--full", "in_full", is_flag=True, help="Also scores, seats, pairs, times, versions and events.")
def command(file: Path, form: str | None, game: str | None, in_full: bool) -> None:
    """Show who stands where in the tournament of FILE, and how sure that is; also while it is being played."""
    from referee.tournament.ranked import standings_of
    from referee.tournament.told import full, glance, sheet

    with stored(file) as (_, setup, store):
        found = standings_of(setup, store)
    if game is not None:
        if game not in setup.games:
            raise Mistake(f"--game {game}: not of this tournament; it has: {', '.join(setup.games)}")
        found = found.of(game)
    if form == "json":
        click.echo(json.dumps(found.as_dict(), indent=2))
    elif form == "csv":
        show_csv(sheet.COLUMNS, sheet.rows(found))
    else:
        show(full.full(found) if in_full else glance.glance(found), form)
