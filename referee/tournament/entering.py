"""An entrant enters: its client is frozen and must start; what later changes in its folder is put right."""

from __future__ import annotations

import tarfile
from pathlib import Path

from referee.disk import make_safe, unfinished_name, write_safely
from referee.plan import Plan, Player
from referee.seats.program import Program
from referee.seats.table import environment
from referee.tournament.entrants import changed, frozen, player
from referee.tournament.home import Home
from referee.tournament.records import Entrant
from referee.tournament.setup import Setup, Source


def freeze(home: Home, setup: Setup, source: Source, version: int) -> Entrant:
    """The copy that plays from now on; it must start."""
    folder = home.frozen(source.name, version)
    folder.parent.mkdir(mode=0o700, exist_ok=True)
    entrant = frozen(source, setup.base, folder, version)
    _keep(folder, home.kept(source.name, version))
    _check_that_it_starts(setup, player(entrant, folder, source.name))
    return entrant


def put_right(home: Home, entrant: Entrant) -> str:
    """Files of the copy that are not as they entered, by the client itself or another, are written anew.

    Returns what was found; if that cannot be put right, `changed` still says so.
    """
    folder = home.frozen(entrant.name, entrant.version)
    difference = changed(entrant, folder)
    if difference:
        with tarfile.open(home.kept(entrant.name, entrant.version)) as kept:
            for name in entrant.files:
                if not Path(name).is_absolute():
                    _write_anew(kept, name, folder)
    return difference


def _keep(folder: Path, kept: Path) -> None:
    unfinished = unfinished_name(kept)
    with tarfile.open(unfinished, "w") as archive:
        archive.add(folder, arcname=".")
    make_safe(unfinished)
    unfinished.replace(kept)


def _write_anew(kept: tarfile.TarFile, name: str, folder: Path) -> None:
    """Beside the old file and then in its place, since another match may be starting from it."""
    member = kept.getmember(f"./{name}")
    content = kept.extractfile(member)
    assert content
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    write_safely(path, content.read(), member.mode)


def _check_that_it_starts(setup: Setup, player: Player) -> None:
    game = setup.games[0]
    plan = Plan(game, dict(setup.options[game]), (player,), "0", True, setup.limits[game])
    program = Program(player, environment(plan, player))
    program.end(leaving=False)
    program.close()
