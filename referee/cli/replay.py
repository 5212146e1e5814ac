"""`referee replay`: step through the log of a match, or print it."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import click

from referee.errors import Mistake
from referee.log import Log, read_log
from referee.replay.story import Story
from referee.replay.text import as_lines, as_text
from referee.verify import Differs, check


@click.command("replay", epilog="Example:  referee replay m.log.gz --as Jerry")
@click.argument("log", metavar="LOG|CUP.TOML#N", callback=lambda _ctx, _param, text: _path(text))
@click.option("--as", "seat", metavar="NAME", help="Show only what this player knew at each moment.")
@click.option("--raw", is_flag=True, help="Print the lines of the protocol; with --as those sent to that player.")
@click.pass_context
def command(ctx: click.Context, log: Path, seat: str | None, raw: bool) -> None:
    """Step through LOG on a terminal; in a pipe, print the same as text. CUP.TOML#117 is match 117 of a tournament.

    What is shown follows from the seed and the answers in the log. Exit code 1 if the log says something else.
    """
    recorded = read_log(log)
    _check_seat(recorded, seat)
    story = Story(recorded)
    difference = _difference(recorded)
    remark = difference or (f"cut off after line {recorded.last_line}" if recorded.cut else "")
    if raw:
        _print(as_lines(story, seat))
    elif not (sys.stdin.isatty() and sys.stdout.isatty() and _shown(story, seat, remark)):
        encoding = sys.stdout.encoding
        _print(f"{line}\n".encode(encoding, "backslashreplace") for line in as_text(story, seat))
    if remark:
        click.echo(f"referee: {log}: {remark}", err=True)
    ctx.exit(1 if difference else 0)


def _path(text: str) -> Path:
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


def _check_seat(log: Log, seat: str | None) -> None:
    with_program = [player.name for player in log.plan.players if not player.house]
    if seat is not None and seat not in with_program:
        why = "a house player knows nothing" if seat in log.plan.names else "no player has that name"
        raise Mistake(f"--as {seat}: {why}; there are: {', '.join(with_program) or 'none'}")


def _difference(log: Log) -> str:
    """The first line that does not follow from the seed and the answers, if there is one."""
    try:
        check(log)
    except Differs as difference:
        return "this log does not hold; line " + str(difference).removeprefix(f"{log.path}:")
    return ""


def _shown(story: Story, seat: str | None, remark: str) -> bool:
    from referee.replay.screen import show  # curses: only where it is needed

    return show(story, seat, remark)


def _print(lines: Iterable[bytes]) -> None:
    sys.stdout.buffer.writelines(lines)
    sys.stdout.buffer.flush()
