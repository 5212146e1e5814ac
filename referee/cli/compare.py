"""`referee compare`: whether a new version of a client is better than the old one, with stated error rates."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee import game as games
from referee.chance import new_seed
from referee.cli.options import given, of_game, of_limits
from referee.clients import HOUSE, players
from referee.errors import Mistake, Void
from referee.plan import Limits, checked_options
from referee.seats.cores import matches_at_once
from referee.signals import Stopped

if TYPE_CHECKING:
    from referee.tournament.compared import Told
    from referee.tournament.comparison import Comparison, Contest

MARGIN = 0.2  # places; takes some 700 matches of four players, where half as much takes three times as many
MOST_MATCHES = 5000
CODES = {"better": 0, "not better": 1, None: 3}


class WithList(click.Command):
    """Takes `--against A B C` as `--against A --against B --against C`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, list(_spelt_out(args, "--against")))


def _spelt_out(args: list[str], name: str) -> Iterator[str]:
    before = ""  # the option whose values these are, or nothing
    for arg in args:
        if arg.startswith("-"):
            before = arg
        elif before == f"more of {name}":
            yield name
        elif before == name:
            before = f"more of {name}"
        yield arg


@click.command(
    "compare",
    cls=WithList,
    epilog="Example:  referee compare ./mybot ./old/mybot --against @python/hearts @python/random --game hearts",
)
@click.argument("new")
@click.argument("old")
@click.option("--against", multiple=True, required=True, metavar="CLIENT...", help="Who plays in the other seats.")
@click.option("--game", required=True, metavar="GAME", help="See `referee games`.")
@click.option(
    "--margin",
    default=MARGIN,
    show_default=True,
    metavar="PLACES",
    help="How much better is worth having; the smaller, the more matches it takes.",
)
@click.option("--max-matches", default=MOST_MATCHES, show_default=True, metavar="N", help="Undecided after so many.")
@of_game
@click.option("--seats", type=click.IntRange(1, 100), metavar="N", help="Players at a table; by default the least.")
@click.option("--seed", help="Letters and digits that fix all chance; drawn if not given.")
@click.option("--workers", type=click.IntRange(1, 1000), metavar="N", help="Matches at once; by default the cores.")
@click.option(
    "--logs", type=click.Path(path_type=Path, file_okay=False), metavar="DIR", help="Keep all logs in this new folder."
)
@of_limits
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    new: str,
    old: str,
    against: tuple[str, ...],
    game: str,
    margin: float,
    max_matches: int,
    options: tuple[str, ...],
    seats: int | None,
    seed: str | None,
    workers: int | None,
    logs: Path | None,
    time: float,
    first_time: float,
    bank: float,
    max_bad_cards: int | None,
    as_json: bool,
) -> None:
    """Tell whether the client NEW is better than the client OLD.

    Each deal is played in a block of matches: at every seat by NEW and by OLD, with the same others in the other seats.
    The test goes by how many places NEW came before OLD, block by block, and stops as soon as it knows. Its error rates
    hold however often it looks.

    Exit code 0: better. 1: not better, or not by the margin. 3: undecided. Clients are named as in `referee match`;
    where --against names fewer than there are seats, house players sit too, and where it names more, a few are drawn
    for each block.
    """
    from referee.tournament.compared import Told
    from referee.tournament.comparison import Comparison, Contest

    rules = games.find(game)
    chosen = checked_options(rules, given(options))
    at_table = rules.seats[0] if seats is None else seats
    limits = Limits(time, first_time, bank, rules.bad_cards if max_bad_cards is None else max_bad_cards)
    the_new, the_old, *field = players([new, old, *against, *[HOUSE] * (at_table - 1 - len(against))], game)
    drawn = new_seed() if seed is None else seed
    contest = Contest(game, chosen, at_table, the_new, the_old, tuple(field), drawn, seed is not None, limits)
    contest.check()
    _check_margin(margin, at_table)
    blocks = _blocks(contest, max_matches)
    _make_empty(logs)
    contest.check_that_all_start()
    comparison = Comparison(contest, margin)
    told = Told(comparison, new, old, logs)
    if not as_json:
        click.echo(told.headline())
    try:
        _play(comparison, blocks, workers or matches_at_once(), logs)
    except (Void, Stopped):
        _tell(told, as_json)
        raise
    _tell(told, as_json)
    ctx.exit(CODES[comparison.verdict])


def _play(comparison: Comparison, most_blocks: int, workers: int, logs: Path | None) -> None:
    from referee.tournament.compared import Progress
    from referee.tournament.comparison import forget_logs_beyond, played
    from referee.tournament.lanes import Lanes

    lanes = Lanes(workers)
    progress = Progress(comparison)
    try:
        for block in played(comparison.contest, lanes, most_blocks, logs):
            comparison.add(block)
            progress.show()
            if comparison.verdict:
                break
    finally:
        progress.clear()
        lanes.close(now=True)  # what is still under way would not count
        if logs:
            forget_logs_beyond(logs, len(comparison.blocks))


def _tell(told: Told, as_json: bool) -> None:
    click.echo(json.dumps(told.as_dict(), indent=2) if as_json else "\n".join(told.report()))


def _check_margin(margin: float, seats: int) -> None:
    if not 0 < margin < seats - 1:
        raise Mistake(f"--margin: expected more than 0 and less than {seats - 1} places, not {margin:g}")


def _blocks(contest: Contest, max_matches: int) -> int:
    size = contest.matches_in_a_block
    if max_matches < size:
        raise Mistake(f"--max-matches: a block has {size} matches, so expected at least {size}, not {max_matches}")
    return max_matches // size


def _make_empty(logs: Path | None) -> None:
    if logs is None:
        return
    with contextlib.suppress(OSError):
        logs.mkdir(exist_ok=True)
    if not (logs.is_dir() and os.access(logs, os.W_OK)):
        raise Mistake(f"--logs: {logs} is no folder that can be written to")
    if any(logs.iterdir()):
        raise Mistake(f"--logs: {logs} is not empty; expected a new or empty folder")
