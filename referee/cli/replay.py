"""`referee replay`: step through the log of a match, or print it."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import click

from referee.cli.logs import check_seat, difference, of_log
from referee.log import read_log
from referee.replay.story import Story
from referee.replay.text import as_lines, as_text


@click.command("replay", epilog="Example:  referee replay m.log.gz --as Jerry")
@of_log
@click.option("--as", "seat", metavar="NAME", help="Show only what this player knew at each moment.")
@click.option("--raw", is_flag=True, help="Print the lines of the protocol; with --as those sent to that player.")
@click.pass_context
def command(ctx: click.Context, log: Path, seat: str | None, raw: bool) -> None:
    """Step through LOG on a terminal; in a pipe, print the same as text. CUP.TOML#117 is match 117 of a tournament.

    What is shown follows from the seed and the answers in the log. Exit code 1 if the log says something else.
    """
    recorded = read_log(log)
    if seat is not None:
        check_seat(recorded, "--as", seat)
    story = Story(recorded)
    differs = difference(recorded)
    remark = differs or (f"cut off after line {recorded.last_line}" if recorded.cut else "")
    if raw:
        _print(as_lines(story, seat))
    elif not (sys.stdin.isatty() and sys.stdout.isatty() and _shown(story, seat, remark)):
        encoding = sys.stdout.encoding
        _print(f"{line}\n".encode(encoding, "backslashreplace") for line in as_text(story, seat))
    if remark:
        click.echo(f"referee: {log}: {remark}", err=True)
    ctx.exit(1 if differs else 0)


def _shown(story: Story, seat: str | None, remark: str) -> bool:
    from referee.replay.screen import show  # curses: only where it is needed

    return show(story, seat, remark)


def _print(lines: Iterable[bytes]) -> None:
    sys.stdout.buffer.writelines(lines)
    sys.stdout.buffer.flush()
