"""`referee tournament update`: a new version of a client enters; the old one's matches stay its own."""

from pathlib import Path

import click

from referee.cli.tournament.deciding import because, known_entrant
from referee.tournament.entrants import differs_from_source
from referee.tournament.file import read
from referee.tournament.home import Home
from referee.tournament.opening import freeze
from referee.tournament.schedule import active
from referee.tournament.store import Store


@click.command("update", epilog="Example:  referee tournament update cup.toml mybot")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("name")
@because
def command(file: Path, name: str, because: str) -> None:
    """Enter the client of NAME as it is now in FILE; it plays from the next wave on.

    The version before it keeps its matches, as a row of its own without a place.
    """
    home = Home.of(file)
    setup, store = read(file), Store(home.store)
    old = known_entrant(store, file, name)
    source = next((one for one in setup.sources if one.name == name), None)
    if source is None or name not in active(store.events()) or store.fact("finished"):
        raise click.UsageError(f"{name} does not play any more.")
    same_words = (source.client, source.choices) == (old.client, old.asked)
    if same_words and not differs_from_source(old, source, setup.base):
        raise click.UsageError(f"{name} plays as its client is now; there is nothing new to enter.")
    store.enter([freeze(home, setup, source, old.version + 1)], "update", because)
    store.sql.close()
    click.echo(f"version {old.version + 1} of {name} plays from the next wave on")
