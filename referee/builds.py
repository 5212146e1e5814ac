"""Programs built from sources: once for each content of a client's folder, outside of it, and kept for all matches."""

from __future__ import annotations

import atexit
import contextlib
import fcntl
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile, mkdtemp

from referee.copies import copy, hash_of, tree
from referee.errors import BadClient
from referee.lines import harmless
from referee.seats.processes import kill_tree
from referee.seats.program import in_words

FOLDER = "{build}"  # stands for the folder of all that a build makes
MOST_LINES = 40  # of what a compiler says
MOST_BYTES = 1 << 16  # of it that are looked at
MOST_SHOWN = 300  # characters of a command, and of a compiler's line


@dataclass(frozen=True)
class Build:
    folder: Path  # what was made
    sources: dict[str, str]  # the hash of each file that it was made from


def filled(word: str, folder: Path) -> str:
    return word.replace(FOLDER, str(folder))


def made(name: str, words: tuple[str, ...], sources: Path) -> Build:
    """What these words make of the folder `sources`, for a client of this name: found, or built now."""
    kept = _kept()
    if kept.resolve().is_relative_to(sources.resolve()):
        raise BadClient(f"{sources} holds {kept} too; put the client in a folder of its own")
    words = _of_any_place(words, sources)
    files = dict(tree(sources, ""))
    hashes = {path: hash_of(file) for path, file in files.items() if not file.is_dir()}
    key = _key(words, hashes)
    if (kept / key).is_dir():
        return Build(kept / key, hashes)
    place = _writable(kept) / key
    with _locked(place.with_name(f"{key}.lock")):
        if not place.is_dir():
            _say_on_a_terminal(f"building {name} ...")
            _build(words, files, hashes, place)
    return Build(place, hashes)


def _of_any_place(words: tuple[str, ...], sources: Path) -> tuple[str, ...]:
    """A program of the client's own is that of the copy which is built."""
    program = Path(os.path.normpath(words[0]))
    return (f"./{program.relative_to(sources)}", *words[1:]) if program.is_relative_to(sources) else words


def _key(words: tuple[str, ...], hashes: dict[str, str]) -> str:
    """Of all that decides what is made: the sources, the words, and which compiler it is."""
    compiler = None
    if not words[0].startswith("./"):
        program = Path(words[0]).resolve()
        found = program.stat()
        compiler = (str(program), found.st_size, found.st_mtime_ns)
    return sha256(json.dumps([words, compiler, sorted(hashes.items())]).encode()).hexdigest()[:32]


def _build(words: tuple[str, ...], files: dict[str, Path], hashes: dict[str, str], place: Path) -> None:
    """In a copy of the sources, so that nothing is ever written beside them, and what is built is what was hashed."""
    for left in place.parent.glob(f".{place.name}.*"):  # by a build that was killed
        shutil.rmtree(left, ignore_errors=True)
    with TemporaryDirectory(prefix=f".{place.name}.", dir=place.parent, ignore_cleanup_errors=True) as work:
        sources, output = Path(work, "sources"), Path(work, "output")
        if copy(files, sources) != hashes:
            raise BadClient(f"{files['']} was changed just now; try again")
        output.mkdir()
        _run(words, sources, output)
        copy(dict(tree(output, "")), place)


def _run(words: tuple[str, ...], sources: Path, output: Path) -> None:
    """Its words go to a file, since a server that a compiler leaves behind would hold a pipe open."""
    with TemporaryFile() as said:
        command = [filled(word, output) for word in words]
        try:
            process = subprocess.Popen(
                command, cwd=sources, stdin=subprocess.DEVNULL, stdout=said, stderr=said, start_new_session=True
            )
        except OSError as error:
            raise BadClient(f"its build cannot be run ({_shown(words)}): {error.strerror}") from None
        try:
            code = process.wait()
        except BaseException:
            kill_tree(process.pid)
            process.wait()
            raise
        if code:
            said.seek(0)
            text = said.read(MOST_BYTES).decode(errors="backslashreplace")
            text = text.replace(str(output), FOLDER).replace(str(sources), ".")
            raise BadClient(f"its build failed ({_shown(words)} {in_words(code)}); {_what_it_said(text)}")


def _what_it_said(text: str) -> str:
    lines = [f"    {harmless(line.expandtabs())[:MOST_SHOWN]}".rstrip() for line in text.splitlines()]
    more = ["    ..."] if len(lines) > MOST_LINES else []
    return "\n".join(["what it said:", *lines[:MOST_LINES], *more]) if lines else "it said nothing"


def _shown(words: tuple[str, ...]) -> str:
    return harmless(" ".join((Path(words[0]).name, *words[1:])))[:MOST_SHOWN]


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """For one build at a time; the file stays, since somebody may be waiting for it."""
    with path.open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _kept() -> Path:
    """Where builds are kept for good."""
    given = Path(os.environ.get("XDG_CACHE_HOME", ""))
    try:
        return (given if given.is_absolute() else Path("~/.cache").expanduser()) / "referee" / "builds"
    except RuntimeError:  # nobody's home
        return _temporary("there is no home folder")


def _writable(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return _temporary(f"{folder} cannot be made")
    return folder if os.access(folder, os.W_OK | os.X_OK) else _temporary(f"{folder} cannot be written to")


@cache
def _temporary(why: str) -> Path:
    _say(f"{why}, so builds are kept for this run only")
    folder = mkdtemp(prefix="referee-builds-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def _say(text: str) -> None:
    if sys.stderr:
        print(f"referee: {text}", file=sys.stderr, flush=True)


def _say_on_a_terminal(text: str) -> None:
    """It may take many seconds."""
    if sys.stderr and sys.stderr.isatty():
        print(text, file=sys.stderr, flush=True)
