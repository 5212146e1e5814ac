"""An entrant enters: its client is frozen, and must start."""

from __future__ import annotations

from referee.plan import Plan, Player
from referee.seats.program import Program
from referee.seats.table import environment
from referee.tournament.entrants import frozen, player
from referee.tournament.home import Home
from referee.tournament.records import Entrant
from referee.tournament.setup import Setup, Source


def freeze(home: Home, setup: Setup, source: Source, version: int) -> Entrant:
    """The copy that plays from now on; it must start."""
    folder = home.frozen(source.name, version)
    folder.parent.mkdir(mode=0o700, exist_ok=True)
    entrant = frozen(source, setup.base, folder, version)
    _check_that_it_starts(setup, player(entrant, folder, source.name))
    return entrant


def _check_that_it_starts(setup: Setup, player: Player) -> None:
    game = setup.games[0]
    plan = Plan(game, dict(setup.options[game]), (player,), "0", True, setup.limits[game])
    program = Program(player, environment(plan, player))
    program.end(leaving=False)
    program.close()
