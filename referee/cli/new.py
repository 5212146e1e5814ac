"""`referee new`: a folder with a client to start from, in one of many languages."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import click

from referee import game as games
from referee.clients import HOUSE, MANIFEST
from referee.common import NAME
from referee.errors import Mistake
from referee.game import Game
from referee.languages import STARTER, Language, find
from referee.resources import folder

FIRST_GAME = "tricks"  # the shortest to learn
PAGE = "README.md"


@click.command("new", epilog="Example:  referee new javascript mybot --game hearts")
@click.argument("language")
@click.argument("name")
@click.option("--game", default=FIRST_GAME, show_default=True, help="The game that the next commands speak of.")
def command(language: str, name: str, game: str) -> None:
    """Make a folder NAME with a client that plays every game at random, written in LANGUAGE.

    `referee languages` lists them.
    """
    chosen, rules = find(language), games.find(game)
    made = _made(chosen, Path(name))
    commands = _commands(made, rules)
    (made / PAGE).write_text(_page(chosen, made, rules, commands), encoding="utf-8")
    click.echo(f"{made}: a client in {chosen.name} that plays at random; your strategy goes into {_source(made).name}")
    if chosen.missing:
        click.echo(
            f"It cannot run yet: this machine has no {' and no '.join(chosen.missing)}; on Debian: {chosen.cure}"
        )
    click.echo("\n".join(["Next:", *(f"  {one}" for one in commands)]))


def _made(language: Language, target: Path) -> Path:
    """The starter's files, and the player's name in the manifest."""
    player = target.absolute().name
    if re.fullmatch(NAME.pattern, player) is None:
        raise Mistake(f"{player}: a player's name has 1 to 32 of A-Za-z0-9_.-, a letter or digit first")
    if target.exists() or target.is_symlink():
        raise Mistake(f"{target} is there already; give another name")
    if not target.parent.is_dir():
        raise Mistake(f"{target.parent} is no folder to make {target.name} in")
    starter = folder("clients") / language.folder / STARTER
    target.mkdir()
    for path in starter.iterdir():
        if path.is_file():
            shutil.copyfile(path, target / path.name)
    manifest = (starter / MANIFEST).read_text(encoding="utf-8")
    (target / MANIFEST).write_text(
        manifest.replace("language =", f'name = "{player}"\nlanguage =', 1), encoding="utf-8"
    )
    return target


def _commands(made: Path, rules: Game) -> list[str]:
    client = shlex.quote(str(made) if made.is_absolute() else f"./{made}")
    others = " ".join([HOUSE] * (rules.seats[0] - 1))
    return [f"referee match {rules.name} {client} {others}", f"referee check {client} --game {rules.name}"]


def _source(made: Path) -> Path:
    return next(path for path in sorted(made.iterdir()) if path.name not in (MANIFEST, PAGE))


def _page(language: Language, made: Path, rules: Game, commands: list[str]) -> str:
    source = _source(made).name
    return f"""# {made.absolute().name}

A client in {language.name} that plays every game at random. Your strategy goes into `{source}`, where it says so.

    {commands[0]}
    {commands[1]}

The first plays a match, the second says what is wrong with the client. `referee rules {rules.name}` has the rules,
`referee rules` the protocol. In {language.name}, an answer leaves at once by: {language.flush}
"""
