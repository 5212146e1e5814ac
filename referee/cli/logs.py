"""Logs as commands name them, and what must hold of one before more is done with it."""

from __future__ import annotations

from pathlib import Path

import click

from referee.errors import Mistake
from referee.log import Log, read_log
from referee.verify import Differs, check

of_log = click.argument("log", metavar="LOG|CUP.TOML#N", callback=lambda _ctx, _param, text: path_of(text))


def path_of(text: str) -> Path:
    """Of a log, or of a match of a tournament."""
    file, hash_, number = text.partition("#")
    if Path(text).is_file() and not text.endswith(".toml"):
        return Path(text)
    if Path(text).is_dir() or text.endswith(".toml") or (hash_ and not number.isdecimal()):
        raise Mistake(f"{text}: name a match of the tournament by its number, such as {file}#3")
    if not hash_:
        return Path(text)
    from referee.tournament.home import Home

    path = Home.of(Path(file)).log(int(number))
    if not path.exists():
        raise Mistake(f"{text}: {path} is not there; `referee tournament matches {file}` lists what was played")
    return path


def check_seat(log: Log, option: str, seat: str) -> None:
    with_program = [player.name for player in log.plan.players if not player.house]
    if seat not in with_program:
        why = "a house player knows nothing" if seat in log.plan.names else "no player has that name"
        raise Mistake(f"{option} {seat}: {why}; there are: {', '.join(with_program) or 'none'}")


def difference(log: Log) -> str:
    """The first line that does not follow from the seed and the answers, if there is one."""
    try:
        check(log)
    except Differs as found:
        return "this log does not hold; line " + str(found).removeprefix(f"{log.path}:")
    return ""


def sound(path: Path) -> Log:
    """A log that holds, cut off or not."""
    log = read_log(path)
    if differs := difference(log):
        raise Mistake(f"{path}: {differs}")
    return log
