"""What must survive a power cut: written whole, safe on the disk, and only then under its name."""

from __future__ import annotations

import os
from pathlib import Path

UNFINISHED = ".unfinished."  # how the name of a file begins until it is whole and safe


def make_safe(path: Path) -> None:
    """A file with its content, or a folder with its names."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_safely(path: Path, content: bytes, mode: int = 0o644) -> None:
    unfinished = unfinished_name(path)
    unfinished.unlink(missing_ok=True)
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


def unfinished_name(path: Path) -> Path:
    return path.with_name(UNFINISHED + path.name)
