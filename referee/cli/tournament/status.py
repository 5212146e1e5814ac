"""`referee tournament status`: how far it has come, and what to do next."""

from __future__ import annotations

import json
from pathlib import Path

import click

from referee.cli.tournament.forms import in_forms, show, show_csv, stored
from referee.tournament.home import Home
from referee.tournament.store import NotBegun


@click.command("status", epilog="Example:  referee tournament status cup.toml")
@in_forms
def command(file: Path, form: str | None) -> None:
    """Tell how far the tournament of FILE has come, whether it is running, what went wrong, and what to do next."""
    from referee.tournament import status
    from referee.tournament.told import now

    try:
        with stored(file) as (home, setup, store):
            found = status.status(home, setup, store, str(file))
    except NotBegun:
        _not_begun(file, form)
        return
    if form == "json":
        click.echo(json.dumps(found.as_dict(), indent=2))
    elif form == "csv":
        show_csv(now.COLUMNS, now.rows(found))
    else:
        show(now.page(found), form)


def _not_begun(file: Path, form: str | None) -> None:
    from referee.tournament.file import read
    from referee.tournament.status import NOT_BEGUN, to_do
    from referee.tournament.told.now import COLUMNS
    from referee.tournament.told.page import Exact, Strong

    read(Home.of(file).file)
    todo = to_do(NOT_BEGUN, str(file))
    if form == "json":
        click.echo(json.dumps({"state": NOT_BEGUN, "next": todo}, indent=2))
    elif form == "csv":
        show_csv(COLUMNS, [("state", NOT_BEGUN)])
    else:
        show(
            [
                Strong(f"{NOT_BEGUN}: nothing of this tournament was played yet"),
                *(Exact(f"next: {one}") for one in todo),
            ],
            form,
        )
