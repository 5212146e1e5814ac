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

    Of bad cards the first one is told: what was asked, and what the client wrote. JSON has a line for each fault.
    """
    from referee.tournament.listing import faults
    from referee.tournament.told import lists
    from referee.tournament.told.page import Exact

    with stored(file) as (_, _, store):
        if entrant:
            check_known(file, store, entrant)
        found = list(faults(store, entrant))
    if form == "json":
        show_json_lines(asdict(one) for one in found)
    elif form == "csv":
        show_csv(lists.FAULT_COLUMNS, lists.fault_rows(found))
    elif found:
        example = shlex.quote(f"{file}#{found[0].match}")
        show([lists.fault_table(found), Exact(f"to look at one: referee replay {example}")], form)
    else:
        show(["No faults so far."], form)
