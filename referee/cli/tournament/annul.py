"""`referee tournament annul`: a match does not count; it is kept."""

from pathlib import Path

import click

from referee.cli.tournament.deciding import because
from referee.tournament.home import Home
from referee.tournament.store import Store


@click.command(
    "annul", epilog='Example:  referee tournament annul cup.toml 117 --because "two entrants worked together"'
)
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("match", type=click.IntRange(1))
@because
def command(file: Path, match: int, because: str) -> None:
    """Let MATCH, a number, not count in the standings; its record is kept.

    Matches that were planned from its result stay as they are; those planned from now on do without it.
    """
    store = Store(Home.of(file).store)
    if store.states().get(match) != "played":
        raise click.UsageError(
            f"match {match} was not played; `referee tournament matches {file}` lists those that were."
        )
    if any(event.kind == "annul" and event.match == match for event in store.events()):
        raise click.UsageError(f"match {match} is annulled already.")
    store.annul(match, because)
    store.sql.close()
    click.echo(f"match {match} is annulled")
