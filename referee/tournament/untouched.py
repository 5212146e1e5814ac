"""Whether the frozen clients are still what entered, told after each match without reading all of their files."""

from __future__ import annotations

from pathlib import Path

from referee.tournament.entrants import changed
from referee.tournament.records import Entrant

Marks = tuple[tuple[int, ...], ...]  # of each file, what the system changes whenever somebody changes it


class Untouched:
    def __init__(self) -> None:
        self._sound: dict[tuple[str, int], Marks] = {}

    def difference(self, entrant: Entrant, folder: Path) -> str:
        """What is not as it entered, or nothing; the files are read only if one was touched since."""
        version, marks = (entrant.name, entrant.version), _marks(entrant, folder)
        if self._sound.get(version) == marks:
            return ""
        found = changed(entrant, folder)
        if not found:
            self._sound[version] = marks
        return found


def _marks(entrant: Entrant, folder: Path) -> Marks:
    return tuple(_marks_of(folder / name) for name in entrant.files)


def _marks_of(path: Path) -> tuple[int, ...]:
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns
