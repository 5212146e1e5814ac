"""An author's own share of a tournament: what their client was told and wrote, and nothing that others alone knew."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Iterator
from math import factorial
from pathlib import Path

from referee.errors import Mistake
from referee.log import Log, read_log
from referee.tournament.home import Home
from referee.tournament.listing import Listed, matches
from referee.tournament.setup import Setup
from referee.tournament.store import Store
from referee.tournament.told.grid import as_csv
from referee.tournament.told.lists import MATCH_COLUMNS, match_rows
from referee.tournament.told.running import counted
from referee.tournament.told.share import readme

RESULTS, README = "matches.csv", "README.txt"
FIRST_LINE = b"referee share 1\n"  # what one seat knew of a match; no log, which would have all


def export(home: Home, setup: Setup, store: Store, name: str, folder: Path) -> tuple[int, int]:
    """How many matches were written, and how many are held back."""
    shared, held_back = [], 0
    open_blocks = _open_blocks(setup, store)
    _make(folder)
    for one in matches(store, name):
        if one.block in open_blocks:
            held_back += 1
        else:
            _write(home, one, name, folder)
            shared.append(one)
    text = as_csv(MATCH_COLUMNS, match_rows(shared, name))
    (folder / RESULTS).write_text(text, encoding="utf-8")
    about = readme(name, setup.games, counted(held_back, "match") if held_back else "")
    (folder / README).write_text(about, encoding="utf-8")
    return len(shared), held_back


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Mistake(f"{folder}: the export needs this folder: {error.strerror}") from None


def _open_blocks(setup: Setup, store: Store) -> set[int]:
    """Those whose deal is still to be played in other seatings, so that nobody may know its cards yet."""
    if store.fact("finished"):
        return set()
    rows = list(store.rows("select block, game, count(*) from match group by block"))
    return {block for block, game, count in rows if count < _seatings(setup, game)}


def _seatings(setup: Setup, game: str) -> int:
    seats = setup.seats[game]
    return {"rotations": seats, "orders": factorial(seats), "one": 1}[setup.seatings]


def _write(home: Home, one: Listed, name: str, folder: Path) -> None:
    lines = b"".join(share(read_log(home.log(one.match)), one.match, name))
    (folder / f"{one.match:06}.lines.gz").write_bytes(gzip.compress(lines, mtime=0))
    stderr = home.stderr(one.match, name)
    if stderr.is_file():
        shutil.copyfile(stderr, folder / stderr.name)


def share(log: Log, number: int, name: str) -> Iterator[bytes]:
    """The lines of a log as one seat knew them: told to it or to all while its program was there, and its own."""
    yield FIRST_LINE
    yield _header(log, number, name)
    yield from _known(log, name)
    yield from (f"# {text}\n".encode() for player, text in log.notes if player == name)


def _header(log: Log, number: int, name: str) -> bytes:
    """Without seed, commands and folders."""
    plan = log.plan
    limits = vars(plan.limits)
    data = {"match": number, "game": plan.game, "options": plan.options, "limits": limits, "players": plan.names}
    return json.dumps({**data, "you": name}).encode() + b"\n"


def _known(log: Log, name: str) -> Iterator[bytes]:
    own = name.encode()
    hears = True
    for line in log.lines.splitlines(keepends=True):
        mark, who, rest = line.split(b" ", 2) if not line.startswith(b"= ") else (b"=", b"", line[2:])
        if mark == b">" and hears and (who == b"*" or own in who.split(b",")):
            yield b"> " + rest
        elif mark in (b"<", b"!") and who == own:
            yield b"%b %b" % (mark, rest)
        elif mark == b"." and who == own:
            hears = rest == b"started\n"
            yield b". " + rest
        elif mark == b"=":
            yield _own_result(rest, name)


def _own_result(result: bytes, name: str) -> bytes:
    own = next(standing for standing in json.loads(result)["standings"] if standing["player"] == name)
    return b"= " + json.dumps(own, ensure_ascii=False).encode() + b"\n"
