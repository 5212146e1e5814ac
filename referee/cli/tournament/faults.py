"""`referee tournament faults`: what went wrong in which match, so that its author can look at it."""

from __future__ import annotations

import shlex
from dataclasses import asdict
from pathlib import Path

import click

from referee.cli.tournament.forms import in_forms, show, show_csv, show_json_lines, stored
from referee.tournament.deciding import check_known


@click.command("faults", epilog="Example:  referee tournament faults cup.toml --entrant mybot")
@in_forms
@click.option("--entrant", default="", metavar="NAME", help="Only the faults of this entrant.")
def command(file: Path, form: str | None, entrant: str) -> None:
    """List bad cards, retirements, odd exits and void starts of the tournament of FILE.

    First a summary by entrant. Of bad cards the first one in a match is told: what was asked, and what the client
    wrote. JSON has a line for each fault, CSV a row.
    """
    from referee.tournament import listing
    from referee.tournament.told import faults
    from referee.tournament.told.page import Exact

    with stored(file) as (_, _, store):
        if entrant:
            check_known(file, store, entrant)
        found = list(listing.faults(store, entrant))
    if form == "json":
        show_json_lines(asdict(one) for one in found)
    elif form == "csv":
        show_csv(faults.COLUMNS, faults.rows(found))
    elif found:
        example = shlex.quote(f"{file}#{found[0].match}")
        show([*faults.page(found), Exact(f"to look at one: referee replay {example}")], form)
    else:
        show(["No faults so far."], form)
