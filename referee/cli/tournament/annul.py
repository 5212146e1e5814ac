"""`referee tournament annul`: a match does not count; it is kept."""

from pathlib import Path

import click

from referee.cli.options import because
from referee.tournament import deciding
from referee.tournament.home import Home


@click.command("annul", epilog='Example:  referee tournament annul cup.toml 117 --because "they worked together"')
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("match", type=click.IntRange(1))
@because
def command(file: Path, match: int, because: str) -> None:
    """Let MATCH, a number, not count in the standings; its record is kept.

    Matches that were planned from its result stay as they are; those planned from now on do without it.
    """
    deciding.annul(Home.of(file), match, because)
    click.echo(f"match {match} is annulled")
