"""`referee tournament matches`: every match, with its seats and places."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

import click

from referee.cli.tournament.forms import in_forms, show, show_csv, show_json_lines, stored
from referee.tournament.deciding import check_known
from referee.tournament.listing import Listed, matches


@click.command("matches", epilog="Example:  referee tournament matches cup.toml --entrant mybot")
@in_forms
@click.option("--entrant", default="", metavar="NAME", help="Only the matches of this entrant.")
def command(file: Path, form: str | None, entrant: str) -> None:
    """List the matches of the tournament of FILE, with seats and places; of JSON a line for each match."""
    with stored(file) as (_, _, store):
        if entrant:
            check_known(file, store, entrant)
        with closing(matches(store, entrant)) as found:
            _tell(found, form)


def _tell(found: Iterable[Listed], form: str | None) -> None:
    from referee.tournament.told import lists

    if form == "json":
        show_json_lines(asdict(one) for one in found)
    elif form == "csv":
        show_csv(lists.MATCH_COLUMNS, lists.match_rows(found))
    else:
        table = lists.match_table(found)
        show([table] if table.rows else ["Nothing was played yet."], form)
