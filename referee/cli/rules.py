"""`referee rules`: the rule page of a game, in the terminal."""

import sys

import click

from referee.game import find
from referee.pages.declared import rule_page
from referee.resources import folder


@click.command("rules", epilog="Example:  referee rules tricks")
@click.argument("game", required=False)
def command(game: str | None) -> None:
    """Show the rule page of GAME; without GAME, the page of the protocol for authors of clients."""
    page = rule_page(find(game)) if game else (folder("protocol") / "README.md").read_text(encoding="utf-8")
    if sys.stdout.isatty():
        click.echo_via_pager(page)
    else:
        click.echo(page, nl=False)
