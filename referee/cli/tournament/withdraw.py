"""`referee tournament withdraw`: an entrant leaves; what it has played is kept."""

from pathlib import Path

import click

from referee.cli.tournament.deciding import because, known_entrant
from referee.tournament.home import Home
from referee.tournament.schedule import active
from referee.tournament.store import Store


@click.command(
    "withdraw", epilog='Example:  referee tournament withdraw cup.toml mybot --because "its author asked for it"'
)
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("name")
@because
def command(file: Path, name: str, because: str) -> None:
    """Take the entrant NAME out: it plays no match that has not begun, and has no place.

    What it has played counts for the others, and stays on record. A run may go on meanwhile.
    """
    store = Store(Home.of(file).store)
    known_entrant(store, file, name)
    if name not in active(store.events()):
        raise click.UsageError(f"{name} has left already.")
    store.withdraw(name, because)
    store.sql.close()
    click.echo(f"{name} is withdrawn")
