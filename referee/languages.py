"""The languages that there is a starter in, and what a machine must have to build and run it."""

from __future__ import annotations

import difflib
import shutil
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from referee.errors import Mistake
from referee.resources import folder

FILE = "languages.toml"
STARTER = "starter"


@dataclass(frozen=True)
class Language:
    folder: str  # its name in clients/
    name: str
    ending: str  # of its sources
    needs: tuple[str, ...]  # commands, and files by their whole path
    packages: tuple[str, ...]  # of Debian
    version: str  # the command line that tells it
    flush: str  # what sends an answer at once

    @property
    def clients(self) -> tuple[str, ...]:
        """The bundled ones, as they are named on the command line; the starter comes first."""
        found = (path.parent.name for path in (folder("clients") / self.folder).glob("*/client.toml"))
        return tuple(f"@{self.folder}/{name}" for name in sorted(found, key=lambda name: (name != STARTER, name)))

    @property
    def missing(self) -> tuple[str, ...]:
        """What of its needs this machine does not have."""
        return tuple(need for need in self.needs if not _is_here(need))

    @property
    def cure(self) -> str:
        """What to do about that, for those on Debian or a child of it."""
        return f"apt install {' '.join(self.packages)}"


def _is_here(need: str) -> bool:
    return Path(need).is_file() if need.startswith("/") else shutil.which(need) is not None


@cache
def every() -> tuple[Language, ...]:
    """In the order of their names."""
    data = tomllib.loads((folder("clients") / FILE).read_text(encoding="utf-8"))
    found = [_language(name, keys) for name, keys in data.items()]
    return tuple(sorted(found, key=lambda one: one.name.lower()))


def to_install() -> list[str]:
    """The packages of Debian for all languages that this machine does not have."""
    return sorted({package for one in every() if one.missing for package in one.packages})


def _language(name: str, keys: dict[str, Any]) -> Language:
    return Language(name, **keys | {key: tuple(keys[key]) for key in ("needs", "packages")})


def named(text: str) -> Language | None:
    """By its folder or by its name, as a manifest's `language` has it."""
    wanted = text.lower()
    return next((one for one in every() if wanted in (one.folder, one.name.lower())), None)


def find(text: str) -> Language:
    found = named(text)
    if found is None:
        raise Mistake(f"there is no starter in {text!r}; {_instead(text)}")
    return found


def _instead(text: str) -> str:
    names = {word: one.folder for one in every() for word in (one.folder, one.name.lower(), one.ending)}
    near = dict.fromkeys(names[word] for word in difflib.get_close_matches(text.lower(), names, cutoff=0.7))
    if near:
        return f"did you mean {' or '.join(near)}?"
    return f"there are: {', '.join(sorted(set(names.values())))}"
