"""`referee tournament update`: a new version of a client enters, or a new entrant."""

from pathlib import Path

import click

from referee.cli.options import because
from referee.tournament import deciding
from referee.tournament.home import Home


@click.command("update", epilog="Example:  referee tournament update cup.toml mybot")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("name")
@because
def command(file: Path, name: str, because: str) -> None:
    """Enter the client of NAME as it is now in FILE; it plays from the next wave on, also of a run under way.

    NAME may be new in FILE. The version before it keeps its matches, as a row of its own without a place.
    """
    version = deciding.update(Home.of(file), name, because)
    click.echo(f"version {version} of {name} plays from the next wave on")
