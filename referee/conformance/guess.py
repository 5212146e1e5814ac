"""In which language a client is written, as far as its manifest, its command or its file tells."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from referee import languages
from referee.clients import MANIFEST, Client

# Commands and endings that no starter has, but clients may.
COMMANDS = {
    "Awk": ("awk", "gawk", "nawk"),
    "Bash": ("sh", "dash", "ksh", "zsh"),
    "C": ("gcc", "clang", "tcc"),
    "C#": ("csc", "dotnet"),
    "C++": ("g++", "clang++"),
    "Clojure": ("clojure", "clj"),
    "D": ("dmd", "ldc2"),
    "Erlang": ("escript",),
    "Go": ("go",),
    "Haskell": ("runghc", "runhaskell"),
    "Java": ("java",),
    "JavaScript": ("node", "nodejs", "deno", "bun"),
    "Kotlin": ("kotlin",),
    "Lua": ("lua", "luajit"),
    "OCaml": ("ocaml",),
    "Python": ("python", "pypy"),
    "Ruby": ("jruby",),
    "Rust": ("cargo",),
    "Scala": ("scala",),
}
ENDINGS = {"js": "JavaScript", "cjs": "JavaScript", "cc": "C++", "exs": "Elixir", "jar": "Java", "bash": "Bash"}


def language_of(client: Client) -> str:
    """Empty where nothing tells."""
    if client.manifest:
        data = tomllib.loads((client.folder / MANIFEST).read_text(encoding="utf-8"))
        if "language" in data:
            return str(data["language"])
    words = [*client.command, *first_line(client).removeprefix("#!").split(), *client.build]
    return next((found for word in words if (found := _of_word(word))), "")


def first_line(client: Client) -> str:
    """Of a script that is run by itself: the line that names its interpreter, its end included."""
    try:
        with Path(client.folder, client.command[0]).open("rb") as file:
            line = file.readline(256)
    except (OSError, IndexError):
        return ""
    return line.decode(errors="replace") if line.startswith(b"#!") else ""


def _of_word(word: str) -> str:
    """By the ending of a file, or by a command with any version."""
    path = Path(word)
    ending, command = path.suffix.removeprefix("."), re.sub(r"(?<=[a-z+])-?[0-9.]+$", "", path.name)
    for language in languages.every():
        if command in language.needs[:1]:
            return language.name
    by_command = next((name for name, commands in COMMANDS.items() if command in commands), "")
    by_ending = next((one.name for one in languages.every() if one.ending == ending), "")
    return by_command or ENDINGS.get(ending) or by_ending
