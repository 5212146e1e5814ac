"""What commands share by which people decide something about a tournament."""

from pathlib import Path

import click

from referee.tournament.records import Entrant
from referee.tournament.store import Store

because = click.option("--because", default="", metavar="TEXT", help="The reason; it stands in the standings.")


def known_entrant(store: Store, file: Path, name: str) -> Entrant:
    """Its latest version."""
    latest = {one.name: one for one in store.entrants()}
    if name not in latest:
        raise click.UsageError(f"{file}: no entrant is named {name!r}; there are: {', '.join(sorted(latest))}.")
    return latest[name]
