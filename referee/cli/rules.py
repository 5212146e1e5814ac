"""`referee rules`: the rule page of a game, in the terminal."""

import sys

import click

from referee.game import find
from referee.pages.declared import rule_page


@click.command("rules", epilog="Example:  referee rules tricks")
@click.argument("game")
def command(game: str) -> None:
    """Show the rule page of GAME: its rules, and its words on the wire."""
    page = rule_page(find(game))
    if sys.stdout.isatty():
        click.echo_via_pager(page)
    else:
        click.echo(page, nl=False)
