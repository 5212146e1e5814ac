"""Where a tournament lives: its file, the folder beside it, and the lock that lets one runner in at a time."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import sleep

from referee.errors import Mistake

FILE = "tournament.toml"  # the copy of its file that the folder keeps
_OURS = {"seed", "entrants", "matches", FILE, "unfinished.seed", f"unfinished.{FILE}"}

LOOKS = 5
A_MOMENT = 0.02  # seconds


@dataclass(frozen=True)
class Home:
    file: Path
    folder: Path

    @classmethod
    def of(cls, path: Path) -> Home:
        """Of a tournament's file, or of the folder that it made."""
        if path.is_dir():
            if not (path / FILE).is_file():
                raise Mistake(f"{path}: no folder of a tournament; name its file, such as cup.toml")
            return cls(path / FILE, path)
        if path.suffix != ".toml":
            raise Mistake(f"{path}: a tournament's file is named like cup.toml")
        if path.name == FILE and (path.parent / "results.sqlite").is_file():
            return cls(path, path.parent)
        return cls(path, path.with_suffix(""))

    @property
    def store(self) -> Path:
        return self.folder / "results.sqlite"

    @property
    def seed(self) -> Path:
        return self.folder / "seed"

    @property
    def entrants(self) -> Path:
        return self.folder / "entrants"

    @property
    def matches(self) -> Path:
        return self.folder / "matches"

    def log(self, number: int) -> Path:
        return self.matches / f"{number:06}.log.gz"

    def stderr(self, number: int, name: str) -> Path:
        """What the program of an entrant wrote there; no file if it was nothing."""
        return self.matches / f"{number:06}.{name}.stderr.gz"

    def frozen(self, name: str, version: int) -> Path:
        return self.entrants / name / str(version)

    def kept(self, name: str, version: int) -> Path:
        """What a frozen client is put right from."""
        return self.entrants / name / f"{version}.tar"

    def check_that_it_is_ours(self) -> None:
        """Before anything is put into a folder that may be somebody's bot."""
        if self.folder.is_dir() and not self.store.exists():
            strange = sorted(path.name for path in self.folder.iterdir() if path.name.lstrip(".") not in _OURS)
            if strange:
                raise Mistake(
                    f"{self.folder}: is there already and holds {strange[0]}, so it is no tournament's; "
                    f"give {self.file.name} another name"
                )

    def make(self) -> None:
        """The folders, which nobody else may look into."""
        for folder in (self.folder, self.entrants, self.matches):
            try:
                folder.mkdir(mode=0o700, exist_ok=True)
            except OSError as error:
                raise Mistake(f"{folder}: the tournament needs this folder: {error.strerror}") from None
            if not os.access(folder, os.W_OK):
                raise Mistake(f"{folder}: cannot be written to; the tournament keeps its matches there")

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """For as long as a runner is at work."""
        for _ in range(LOOKS):  # somebody may just be looking whether there is a runner
            lock = _lock(self.folder, fcntl.LOCK_EX)
            if lock is not None:
                break
            sleep(A_MOMENT)
        else:
            raise Mistake(f"{self.folder}: another runner is at work on this tournament")
        try:
            yield
        finally:
            os.close(lock)

    def is_running(self) -> bool:
        if not self.folder.is_dir():
            return False
        lock = _lock(self.folder, fcntl.LOCK_SH)
        if lock is not None:
            os.close(lock)
        return lock is None


def _lock(folder: Path, kind: int) -> int | None:
    """On the folder itself, so that no file is left; the system lets go of it however the process ends."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor
