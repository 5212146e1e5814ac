"""From the text that names a client to the steps of its check; a program that cannot be had is a failed step too."""

from __future__ import annotations

import shlex
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from referee import game as known_games
from referee.clients import HOUSE, MANIFEST, Client, built, check_game, find, is_file
from referee.conformance.checks import check, without_program
from referee.conformance.finding import Subject
from referee.conformance.step import Step
from referee.errors import BadClient
from referee.plan import Limits


@dataclass(frozen=True)
class Check:
    subject: Subject
    games: list[str]
    steps: Iterator[Step]  # each is taken when it is asked for


def begun(text: str, game: str | None, matches: int, limits: Limits, *, choices: bool) -> Check:
    """BadClient where the text names nothing that is there, or a client that does not play the game."""
    if text == HOUSE:
        raise BadClient(f"{text} has no program that could be checked")
    if game is not None:
        known_games.find(game)
    try:
        client = find(text)
    except BadClient as error:
        return _without(text, game, limits, error)
    if game is not None:
        check_game(text, client, game)
    games = [game] if game else list(client.games or known_games.names())
    try:
        subject = Subject(built(client, client.name), limits, client.choices or choices)
    except BadClient as error:
        subject = Subject(client, limits, client.choices or choices)
        return Check(subject, games, without_program(subject, games, error, "build"))
    return Check(subject, games, check(subject, games, matches))


def _without(text: str, game: str | None, limits: Limits, error: BadClient) -> Check:
    """Something is there, but cannot be run."""
    path = _there(text)
    if path is None:
        raise error
    subject = Subject(Client("client", (str(path),), path.parent), limits, choices=False)
    games = [game] if game else known_games.names()
    mistake = "not executable" if "is not executable" in str(error) else "cannot run"
    return Check(subject, games, without_program(subject, games, error, mistake))


def _there(text: str) -> Path | None:
    """The folder with a manifest, or the file, that this text names; of a manifest, the file that it runs."""
    try:
        path = Path(shlex.split(text)[0]).expanduser().absolute()
    except (ValueError, RuntimeError, IndexError):  # such as a quote that is not closed
        return None
    if is_file(path / MANIFEST):
        program = path / _run(path / MANIFEST)
        return program if is_file(program) else path
    return path if is_file(path) else None


def _run(manifest: Path) -> str:
    """The first word of its command, as far as it can be read."""
    try:
        return str(tomllib.loads(manifest.read_text(encoding="utf-8"))["run"][0])
    except (OSError, ValueError, KeyError, IndexError, TypeError):
        return ""
