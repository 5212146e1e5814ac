"""`referee tournament export`: an author's own share."""

from __future__ import annotations

from pathlib import Path

import click

from referee.cli.tournament.forms import stored
from referee.tournament.deciding import check_known


@click.command("export", epilog="Example:  referee tournament export cup.toml --for mybot")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--for", "name", required=True, metavar="NAME", help="The entrant whose share it is.")
@click.option(
    "--to", "folder", type=click.Path(path_type=Path, file_okay=False), metavar="DIR", help="By default NAME-share."
)
def command(file: Path, name: str, folder: Path | None) -> None:
    """Write into a folder what the client of NAME was told and wrote, for its author.

    For each of its matches there are the lines that it was sent, its answers with their microseconds, its faults
    (NNNNNN.lines.gz) and its stderr; matches.csv has its results; README.txt says how to read all that. Nothing is in
    it that others alone knew. Matches of a deal that is still to be played from other seats are held back.
    """
    from referee.tournament.export import export
    from referee.tournament.told.running import counted

    folder = folder or Path(f"{name}-share")
    with stored(file) as (home, setup, store):
        check_known(file, store, name)
        written, held_back = export(home, setup, store, name, folder)
    click.echo(f"{folder}: {counted(written, 'match')} of {name}")
    if held_back:
        click.echo(f"held back until their deals are played from all seats: {held_back}")
