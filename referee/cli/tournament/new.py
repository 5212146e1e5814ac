"""`referee tournament new`: writes the commented file of a tournament."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import Any

import click

from referee import clients
from referee.errors import Mistake
from referee.game import find
from referee.tournament.file import BadFile, parsed
from referee.tournament.home import Home
from referee.tournament.keys import FORMAT
from referee.tournament.template import commented


@click.command(
    "new", epilog="Example:  referee tournament new cup.toml --game hearts @python/hearts @python/random mybot"
)
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("entrants", metavar="[NAME=]CLIENT...", nargs=-1, required=True)
@click.option(
    "--game", "games", metavar="GAME", multiple=True, required=True, help="Once, or once for each of several."
)
@click.option("--format", "format_name", metavar="FORMAT", default=FORMAT, show_default=True, help="Who meets whom.")
def command(file: Path, entrants: tuple[str, ...], games: tuple[str, ...], format_name: str) -> None:
    """Write FILE, such as cup.toml, with all that can be set and what it means.

    A CLIENT is a folder with a client.toml, an executable, a quoted command line, or a bundled one (@python/random).
    In a gauntlet the first one is the challenger.
    """
    Home.of(file)
    if not file.absolute().parent.is_dir():
        raise Mistake(f"{file}: there is no folder {file.parent}")
    data = _data(file, entrants, games, format_name)
    text = commented(data)
    try:
        setup = parsed(text, file)
    except BadFile as error:  # of a file that nobody has seen
        raise Mistake(error.what) from None
    _write(file, text)
    name = shlex.quote(str(file))
    click.echo(f"{file}: {' and '.join(setup.games)}, {setup.format}, {len(setup.sources)} entrants")
    click.echo(f"next: referee tournament check {name}, then referee tournament run {name}")


def _data(file: Path, entrants: tuple[str, ...], games: tuple[str, ...], format_name: str) -> dict[str, Any]:
    """What the file is to say, as TOML gives it."""
    for game in games:
        find(game)
        names = [player.name for player in clients.players(entrants, game)]
    if twice := [name for name in names if names.count(name) > 1]:
        raise Mistake(f"two entrants are named {twice[0]}; give one another name, as NAME=CLIENT")
    sources = [_seen_from(file.absolute().parent, clients.split(text)[1]) for text in entrants]
    return {
        "game": games[0] if len(games) == 1 else list(games),
        **({"format": format_name} if format_name != FORMAT else {}),
        **({"challengers": names[:1]} if format_name == "gauntlet" else {}),
        "entrants": dict(zip(names, sources, strict=True)),
    }


def _seen_from(folder: Path, text: str) -> str:
    """The same client, named from the file's folder."""
    if text.startswith("@") or folder.resolve() == Path.cwd().resolve():
        return text
    if Path(text).expanduser().exists():
        return _moved(text, folder)
    first, *others = shlex.split(text)
    moved = [_moved(first, folder) if os.sep in first else first]
    return shlex.join([*moved, *(_moved(word, folder) if word and Path(word).exists() else word for word in others)])


def _moved(word: str, folder: Path) -> str:
    path = Path(word)
    if word.startswith("~") or path.is_absolute():
        return word
    there = os.path.relpath(path.parent.resolve() / path.name, folder.resolve())
    return there if there.startswith(os.pardir) else os.path.join(os.curdir, there)  # noqa: PTH118


def _write(file: Path, text: str) -> None:
    try:
        with file.open("x", encoding="utf-8") as new:
            new.write(text)
    except FileExistsError:
        raise Mistake(f"{file}: is already there; choose another name, or remove it") from None
    except UnicodeEncodeError:
        raise Mistake(f"{file}: the name of a client is not UTF-8, which the file should be; rename it") from None
