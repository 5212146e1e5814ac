"""`referee games`: what can be played, with options."""

import json

import click

from referee import game
from referee.plan import seats


@click.command("games", epilog="Example:  referee games")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead.")
def command(as_json: bool) -> None:
    """List the games that can be played, with their options."""
    games = [game.find(name) for name in game.names()]
    if as_json:
        click.echo(json.dumps([one.as_dict() for one in games], indent=2))
        return
    for one in games:
        click.echo(f"{one.name}  {seats(one)} players, {'low' if one.low_wins else 'high'} score wins")
        click.echo(f"    {one.summary}")
        for option in one.options:
            click.echo(f"    -o {option.name}={option.default}  {option.meaning} ({option.least} to {option.most})")
        click.echo(f"    --max-bad-cards {one.bad_cards}  bad cards that retire a player")
