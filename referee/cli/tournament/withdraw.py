"""`referee tournament withdraw`: an entrant leaves; what it has played is kept."""

from pathlib import Path

import click

from referee.cli.options import because
from referee.tournament import deciding
from referee.tournament.home import Home


@click.command("withdraw", epilog='Example:  referee tournament withdraw cup.toml mybot --because "its author asked"')
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("name")
@because
def command(file: Path, name: str, because: str) -> None:
    """Take the entrant NAME out: it plays no match that has not begun, and has no place.

    What it has played counts for the others, and stays on record. A run may go on meanwhile.
    """
    deciding.withdraw(Home.of(file), name, because)
    click.echo(f"{name} is withdrawn")
