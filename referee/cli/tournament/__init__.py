"""`referee tournament`: one module for each of its commands, imported only when it is run."""

import click

from referee.cli.late import Late

COMMANDS = {
    "new": "Write the commented file of a tournament.",
    "check": "Start every client, play with it, and tell how long the whole will take.",
    "run": "Play it; after anything that stopped it, go on.",
    "status": "Tell how far it has come.",
    "standings": "Show who stands where, and how sure that is.",
    "matches": "List the matches.",
    "faults": "List bad cards, retirements and void matches.",
    "withdraw": "Take an entrant out.",
    "annul": "Let a match not count.",
    "update": "Enter a new version of a client.",
    "export": "Give an author the logs of their own client.",
}


@click.command(
    "tournament",
    cls=Late,
    package=__name__,
    commands=COMMANDS,
    epilog="Example:  referee tournament new cup.toml --game hearts @python/hearts @python/random ./mybot",
)
def command() -> None:
    """Plan, play and read tournaments: from a list of clients to standings."""
