"""Entrants are frozen: their clients are copied into the tournament's folder, with a hash, and the copy plays."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from referee.builds import filled
from referee.clients import Client, built, find, is_file
from referee.copies import copy, hash_of, tree
from referee.errors import BadClient, Mistake
from referee.plan import Player
from referee.tournament.records import Entrant
from referee.tournament.setup import Source

BUILD = ".build"  # the folder in its copy of what an entrant's build made


@dataclass(frozen=True)
class Parts:
    """What an entrant is made of."""

    command: tuple[str, ...]  # with {folder} and {python}
    copied: dict[str, Path]  # files and folders, by their paths in the copy
    kept: tuple[str, ...] = ()  # programs named by their paths that stay where they are; they must not change either


def frozen(source: Source, base: Path, folder: Path, version: int) -> Entrant:
    """The entrant whose client is now copied into `folder`, which is there wholly or not at all."""
    try:
        client, parts = _found(source, base)
        for path in parts.copied.values():
            if folder.resolve().is_relative_to(path.resolve()):
                raise BadClient(f"{path} holds the tournament too; put the client in a folder of its own")
        sources, files = _copied(built(client, source.name), parts, folder)
    except Mistake as error:
        raise BadClient(f"{source.name}: {error}") from None
    choices = client.choices or source.choices
    digest = _hash(parts.command, choices, sources)
    asked = source.choices
    return Entrant(source.name, version, source.client, choices, asked, client.pty, parts.command, digest, files)


def player(entrant: Entrant, folder: Path, name: str) -> Player:
    """The frozen entrant in `folder`, as a player of this name."""
    values = {"{folder}": str(folder.absolute()), "{python}": sys.executable}
    command = tuple(re.sub(r"\{folder\}|\{python\}", lambda m: values[m[0]], word) for word in entrant.command)
    return Player(name, command, values["{folder}"], entrant.choices, entrant.pty)


def changed(entrant: Entrant, folder: Path) -> str:
    """Which frozen file is gone or not what it was, or nothing; files that the client added do not count."""
    for name, frozen_hash in entrant.files.items():
        path = folder / name
        if not path.is_file():
            return f"{name} is gone"
        if hash_of(path) != frozen_hash:
            return f"{name} was changed"
    return ""


def differs_from_source(entrant: Entrant, source: Source, base: Path) -> bool:
    """Whether an update would enter something new; not if there is nothing that could be entered."""
    try:
        client, parts = _found(source, base)
        files = {name: hash_of(path) for name, path in _files(parts).items() if not path.is_dir()}
        hashes = files | _hashes(parts.kept)
    except Mistake:
        return False
    return _hash(parts.command, client.choices or source.choices, hashes) != entrant.hash


def _copied(client: Client, parts: Parts, folder: Path) -> tuple[dict[str, str], dict[str, str]]:
    """The hashes of what it is made of, and those of all files that must stay; what was built is among these alone."""
    files, kept = _files(parts), _hashes(parts.kept)
    if client.made is None:
        sources = copy(files, folder) | kept
        return sources, sources
    if BUILD in files:
        raise BadClient(f"{client.folder / BUILD} has the name of the folder that its build is kept in; rename it")
    hashes = copy(files | dict(tree(client.made.folder, BUILD)), folder)
    sources = {name: known for name, known in hashes.items() if not name.startswith(f"{BUILD}/")}
    if sources != client.made.sources:
        raise BadClient(f"{client.folder} was changed just now; try again")
    return sources | kept, hashes | kept


def _found(source: Source, base: Path) -> tuple[Client, Parts]:
    client = find(source.client, base)
    return client, _of_manifest(client) if client.manifest else _of_words(client)


def _of_manifest(client: Client) -> Parts:
    """All of its folder."""
    first, *others = (filled(word, Path("{folder}", BUILD)) for word in client.words)
    kept: tuple[str, ...] = ()
    if first.startswith("{folder}"):
        pass
    elif os.sep not in first:
        first = first if "{python}" in first else client.command[0]
    else:
        place = _place(first, client.folder)
        first = str(place) if place.is_absolute() else f"{{folder}}/{_inside(place, first)}"
        kept = (first,) if place.is_absolute() else ()
    command = (first, *(_word_of_manifest(word, client.folder) for word in others))
    return Parts(command, {"": client.folder}, kept)


def _word_of_manifest(word: str, folder: Path) -> str:
    if not is_file(folder / word):
        return word
    place = _inside(_place(word, folder), word)
    return word if place.is_absolute() or _leads_down(word) else f"{{folder}}/{place}"


def _inside(place: Path, word: str) -> Path:
    if place.parts[:1] == ("..",):
        raise BadClient(f"run: {word} lies outside of the client's folder; move it there")
    return place


def _of_words(client: Client) -> Parts:
    """The files and folders among the words; the first one, unless it is the interpreter of another."""
    first, *others = client.words
    copied: dict[str, Path] = {}
    kept: tuple[str, ...] = ()
    if os.sep not in first:
        program = client.command[0]
    elif any(is_file(client.folder / word) for word in others):
        program = os.path.normpath(client.command[0])
        kept = (program,)
    else:
        program = f"{{folder}}/{_add(first, client.folder, copied)}"
    return Parts((program, *(_word(word, client.folder, copied) for word in others)), copied, kept)


def _word(word: str, folder: Path, copied: dict[str, Path]) -> str:
    """A relative path stays what it is where it leads to the copy as well."""
    if not (is_file(folder / word) or (word and not Path(word).is_absolute() and _is_folder(folder / word))):
        return word
    name = _add(word, folder, copied)
    return word if _leads_down(word) else f"{{folder}}/{name}"


def _add(word: str, folder: Path, copied: dict[str, Path]) -> str:
    """The path in the copy of what a word names: the same below the folder, else one that tells where it was."""
    parts = _place(word, folder).parts
    name = "/".join({"..": "_up", os.sep: "_root"}.get(part, part) for part in parts)
    copied[name] = folder / word
    return name


def _leads_down(word: str) -> bool:
    return not Path(word).is_absolute() and ".." not in Path(word).parts


def _place(word: str, folder: Path) -> Path:
    """Seen from the folder; but absolute if it was written so and lies elsewhere."""
    folder = Path(os.path.normpath(folder))
    path = Path(os.path.normpath(folder / word))
    if path.is_relative_to(folder) or not Path(word).is_absolute():
        return Path(os.path.relpath(path, folder))
    return path


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # such as a word too long for a name
        return False


def _files(parts: Parts) -> dict[str, Path]:
    return {name: path for root, start in parts.copied.items() for name, path in tree(start, root)}


def _hashes(programs: tuple[str, ...]) -> dict[str, str]:
    return {program: hash_of(Path(program)) for program in programs}


def _hash(command: tuple[str, ...], choices: bool, files: Mapping[str, str]) -> str:
    """The same wherever the tournament's folder lies."""
    return sha256(json.dumps([command, choices, sorted(files.items())]).encode()).hexdigest()
