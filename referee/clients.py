"""Clients as people name them: a folder with a manifest, an executable, a command line, or a bundled one."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from referee import builds
from referee.common import NAME
from referee.errors import BadClient
from referee.plan import Player
from referee.resources import folder

MANIFEST = "client.toml"
HOUSE = "@house"  # a player without a program

# Every key of a manifest: its type, whether it must be there, what it means.
KEYS: dict[str, tuple[type, bool, str]] = {
    "name": (str, False, "the player's name, if no other is given; the folder's name by default"),
    "language": (str, False, "what it is written in, for those who look"),
    "build": (list, False, "the words of a command that makes the program, in the new folder {build}, before it runs"),
    "run": (list, True, "the words of the command; {python} is the interpreter that runs the referee"),
    "games": (list, False, "the games that it plays; all by default"),
    "choices": (bool, False, "whether it is told all legal answers before each question"),
    "pty": (bool, False, "whether it gets terminals instead of pipes, since its language flushes only there"),
}


@dataclass(frozen=True)
class Client:
    name: str
    command: tuple[str, ...]
    folder: Path
    games: tuple[str, ...] | None = None  # all, where it does not say
    choices: bool = False
    pty: bool = False
    build: tuple[str, ...] = ()  # with {build}, as the command has it too until it is built
    made: builds.Build | None = field(default=None, compare=False)  # by its build
    words: tuple[str, ...] = field(default=(), compare=False)  # of its command, as they were written
    manifest: bool = field(default=False, compare=False)  # whether it is a folder with one


def players(texts: Iterable[str], game: str, with_choices: Iterable[str] = ()) -> tuple[Player, ...]:
    """The players that `NAME=client` or `client` stand for; equal names that nobody chose get a number."""
    named = [_named(text, game) for text in texts]
    seated = _seated(named, set(with_choices))
    return tuple(_player(*seat) for seat in seated)


def _player(name: str, client: Client, choices: bool) -> Player:
    try:
        return Player(name, built(client, name).command, str(client.folder), choices, client.pty)
    except BadClient as error:
        raise BadClient(f"{name}: {error}") from None


def _seated(named: list[tuple[str | None, Client]], wants_choices: set[str]) -> list[tuple[str, Client, bool]]:
    chosen = [name for name, _ in named if name]
    taken = set(chosen)
    found = []
    for name, client in named:
        its_name = name or _numbered(client.name, taken)
        taken.add(its_name)
        found.append((its_name, client, client.choices or its_name in wants_choices))
    if unknown := wants_choices - taken:
        raise BadClient(f"--choices {min(unknown)}: no player has that name; there are: {', '.join(sorted(taken))}")
    return found


def built(client: Client, name: str) -> Client:
    """The client, ready to run; it is built now if that was never done. `name` is told where it takes long."""
    if not client.build:
        return client
    made = builds.made(name, client.build, client.folder)
    command = tuple(builds.filled(word, made.folder) for word in client.command)
    if client.command[0] != command[0]:
        _program("run, after the build", command[0], client.folder)
    return replace(client, command=command, build=(), made=made)


def _named(text: str, game: str) -> tuple[str | None, Client]:
    name, rest = split(text)
    client = find(rest)
    check_game(rest, client, game)
    return name, client


def split(text: str) -> tuple[str | None, str]:
    """The name before an equals sign, if there is one, and what names the client."""
    name, equals, rest = text.partition("=")
    if not equals or not re.fullmatch(r"[^\s/]*", name):
        return None, text
    if re.fullmatch(NAME.pattern, name) is None:
        raise BadClient(f"{text}: a player's name has 1 to 32 of A-Za-z0-9_.-, a letter or digit first")
    return name, rest


def check_game(text: str, client: Client, game: str) -> None:
    if client.games is not None and game not in client.games:
        raise BadClient(f"{text}: this client plays {', '.join(client.games)}, not {game}")


def _numbered(name: str, taken: set[str]) -> str:
    numbers = (f"{name[: 32 - len(suffix)]}{suffix}" for suffix in ["", *(f"-{n}" for n in range(2, 1000))])
    return next(one for one in numbers if one not in taken)


def find(text: str, base: Path = Path()) -> Client:
    """The client that this text names, seen from the folder `base`."""
    if not text.strip():
        raise BadClient("a client cannot be empty: give a folder, an executable, a command line or @python/random")
    if text.startswith("@"):
        return _bundled(text)
    try:
        path = base / Path(text).expanduser()
        is_folder, is_program = path.is_dir(), path.is_file()
    except (OSError, RuntimeError):  # such as a command line too long for a name, or the home of nobody
        return _command_line(text, base.absolute())
    if is_folder:
        return read_manifest(path.resolve() / MANIFEST)
    if is_program:
        _check_executable(text, path)
        command = (str(path.absolute()),)
        return Client(_as_name(path.stem), command, path.absolute().parent, words=command)
    return _command_line(text, base.absolute())


def _bundled(text: str) -> Client:
    if text == HOUSE:
        return Client("house", (), Path())
    path = folder("clients") / text[1:] / MANIFEST
    if not re.fullmatch(r"@[a-z0-9]+/[a-z0-9]+", text) or not path.is_file():
        raise BadClient(f"{text}: no such bundled client; there are: {', '.join([HOUSE, *bundled()])}")
    return read_manifest(path)


def bundled() -> list[str]:
    root = folder("clients")
    return sorted(f"@{path.parent.relative_to(root).as_posix()}" for path in root.glob(f"*/*/{MANIFEST}"))


def _command_line(text: str, base: Path) -> Client:
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise BadClient(f"{text}: not a command line ({error})") from None
    program = _program(text, words[0], base)
    script = next((word for word in words[1:] if is_file(base / word)), words[0])
    return Client(_as_name(Path(script).stem), (program, *words[1:]), base, words=words)


def read_manifest(path: Path) -> Client:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadClient(f"{path.parent}: the folder has no {MANIFEST}") from None
    except OSError as error:
        raise BadClient(f"{path}: {error.strerror}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadClient(f"{path}: {error}") from None
    _check_keys(path, data)
    words = tuple(data["run"])
    command = _command(path, "run", data["run"])
    build = _command(path, "build", data["build"]) if "build" in data else ()
    if not build and any(builds.FOLDER in word for word in words):
        raise BadClient(f"{path}: run: it names {builds.FOLDER}, so the key 'build' should say how it is made")
    games = tuple(data["games"]) if "games" in data else None
    name = data.get("name", _as_name(path.parent.name))
    told, pty = data.get("choices", False), data.get("pty", False)
    return Client(name, command, path.parent, games, told, pty, build, words=words, manifest=True)


def _command(path: Path, key: str, words: list[str]) -> tuple[str, ...]:
    """Its first word is found now, unless only the build will make it."""
    first, *others = (word.replace("{python}", sys.executable) for word in words)
    to_be_made = key == "run" and builds.FOLDER in first
    return (first if to_be_made else _program(f"{path}: {key}", first, path.parent), *others)


def _program(where: str, word: str, folder: Path) -> str:
    """The path of a file in the folder, if the word has a slash; else of a command on the user's own PATH."""
    if os.sep in word:
        path = folder / word
        if not is_file(path):
            raise BadClient(f"{where}: there is no file {path}")
        _check_executable(where, path)
        return str(path)
    command = shutil.which(word)
    if command is None:
        hint = f"; the file of that name is ./{word}" if word and is_file(folder / word) else ""
        raise BadClient(f"{where}: there is no folder, file or command {word!r}{hint}")
    return str(Path(command).absolute())


def _check_executable(where: str, path: Path) -> None:
    if not os.access(path, os.X_OK):
        raise BadClient(f"{where}: the file is not executable; run `chmod +x {path}`, or name its interpreter too")


def is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # such as a word too long for a name
        return False


def _check_keys(path: Path, data: dict[str, Any]) -> None:
    for key, value in data.items():
        if key not in KEYS:
            raise BadClient(f"{path}: unknown key {key!r}; a manifest has: {', '.join(KEYS)}")
        kind = KEYS[key][0]
        if not (_is_list_of_words(value) if kind is list else type(value) is kind):
            expected = {str: "a string", bool: "true or false", list: "a list of one or more strings"}[kind]
            raise BadClient(f"{path}: {key} should be {expected}, not {value!r}")
    for key, (_, needed, meaning) in KEYS.items():
        if needed and key not in data:
            raise BadClient(f"{path}: the key {key!r} is missing: {meaning}")
    if "name" in data and re.fullmatch(NAME.pattern, data["name"]) is None:
        raise BadClient(f"{path}: name has 1 to 32 of A-Za-z0-9_.-, a letter or digit first, not {data['name']!r}")


def _is_list_of_words(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(type(word) is str and "\0" not in word for word in value)


def _as_name(text: str) -> str:
    """The nearest thing to `text` that a player may be called."""
    return re.sub(r"[^A-Za-z0-9_.-]", "-", text).lstrip("_.-")[:32] or "client"
