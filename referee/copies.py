"""Files copied so that a copy is whole or not there at all, and the hashes that tell a changed one."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from referee.disk import make_safe
from referee.errors import BadClient

LEFT_OUT = frozenset({".git", "__pycache__"})
CHUNK = 1 << 20


def tree(path: Path, name: str, above: tuple[Path, ...] = ()) -> Iterator[tuple[str, Path]]:
    """A file, or a folder and all below it, each with its path in the copy; links are followed."""
    mode = _mode(path)
    if not stat.S_ISDIR(mode):
        if not stat.S_ISREG(mode):
            raise BadClient(f"{path} is neither a file nor a folder; remove it")
        yield name, path
        return
    here = path.resolve()
    if here in above:
        raise BadClient(f"{path} is a link to a folder that it lies in; remove it")
    yield name, path
    for entry in _entries(path):
        yield from tree(entry, f"{name}/{entry.name}" if name else entry.name, (*above, here))


def copy(files: Mapping[str, Path], folder: Path) -> dict[str, str]:
    """The files below `folder`, safe on the disk, and their hashes; what lay there is replaced."""
    unfinished = folder.with_name(f".{folder.name}.unfinished")
    _remove(folder, unfinished)
    unfinished.mkdir(parents=True)
    try:
        hashes = {name: _copied(path, unfinished / name) for name, path in files.items() if not path.is_dir()}
        for name, path in files.items():
            if path.is_dir():
                (unfinished / name).mkdir(parents=True, exist_ok=True)
        for below, _, _ in os.walk(unfinished):
            make_safe(Path(below))
        unfinished.rename(folder)
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise
    make_safe(folder.parent)
    make_safe(folder.parent.parent)
    return hashes


def hash_of(path: Path) -> str:
    """SHA-256 of a file; an ` x` after it says that it is executable."""
    try:
        with path.open("rb") as file:
            digest = sha256()
            while chunk := file.read(CHUNK):
                digest.update(chunk)
            return digest.hexdigest() + (" x" if os.fstat(file.fileno()).st_mode & stat.S_IXUSR else "")
    except OSError as error:
        raise _unreadable(path, error) from None


def _copied(path: Path, target: Path) -> str:
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        source = path.open("rb")
    except OSError as error:
        raise _unreadable(path, error) from None
    with source, target.open("xb") as file:
        shutil.copyfileobj(source, file, CHUNK)
        target.chmod(0o755 if os.fstat(source.fileno()).st_mode & stat.S_IXUSR else 0o644)
        file.flush()
        os.fsync(file.fileno())
    return hash_of(target)  # of what will play, even if the source is changing just now


def _remove(folder: Path, unfinished: Path) -> None:
    """What a run left that was stopped before it was known; renamed first, so that no half of it keeps the name."""
    if unfinished.exists():
        shutil.rmtree(unfinished)
    if folder.exists():
        folder.rename(unfinished)
        shutil.rmtree(unfinished)


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        raise BadClient(f"{path} is a link to nothing; remove it") from None
    except OSError as error:
        raise _unreadable(path, error) from None


def _entries(path: Path) -> list[Path]:
    try:
        return sorted(entry for entry in path.iterdir() if entry.name not in LEFT_OUT)
    except OSError as error:
        raise _unreadable(path, error) from None


def _unreadable(path: Path, error: OSError) -> BadClient:
    return BadClient(f"{path} cannot be read: {error.strerror}")
