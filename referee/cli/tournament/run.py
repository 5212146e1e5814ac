"""`referee tournament run`: plays what is still to be played."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType

import click

from referee.errors import Stuck
from referee.seats.cores import matches_at_once
from referee.signals import Stopped
from referee.tournament.home import Home
from referee.tournament.lanes import Lanes, worker_process
from referee.tournament.opening import Tournament, opened
from referee.tournament.runner import Runner
from referee.tournament.secret import Unannounced
from referee.tournament.store import Store, StoreFails


@click.command("run", epilog="Example:  referee tournament run cup.toml --workers 4")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--workers", type=click.IntRange(1, 1000), metavar="N", help="Matches at a time; by default the cores.")
@click.option("--beacon", metavar="VALUE", help="What was announced, once it is known.")
@click.pass_context
def command(ctx: click.Context, file: Path, workers: int | None, beacon: str | None) -> None:
    """Play the tournament of FILE, or go on with it after anything that stopped it.

    Ctrl-C finishes the matches under way and stops; twice stops at once. Results are in the folder beside FILE.
    """
    home = Home.of(file)
    try:
        with opened(home, partial(click.echo, err=True), beacon) as tournament:
            ctx.exit(_run(tournament, workers))
    except Unannounced as wait:
        click.echo(str(wait))
    except Stopped:
        with contextlib.suppress(OSError):  # the terminal may be gone
            click.echo(f"all that counted is kept; to go on: referee tournament run {file}", err=True)
        raise


def _run(tournament: Tournament, workers: int | None) -> int:
    from referee.tournament.told.progress import Progress
    from referee.tournament.told.running import earlier, playing

    store, file = tournament.store, tournament.home.file
    if store.fact("finished"):
        click.echo(f"this tournament is over; its standings: referee tournament standings {file}")
        return 0
    click.echo(_headline(tournament))
    make = partial(worker_process, tournament.setup.cores)
    store.set_facts(stopped="")
    with (
        Progress(playing(store, tournament.setup.challengers), earlier(store)) as progress,
        _Stop(progress.note) as stop,
        Lanes(workers or matches_at_once(tournament.setup.cores), make) as lanes,
    ):
        over = _played(Runner(tournament, lanes, progress), stop, store)
    if not over:
        raise Stopped(stop.number)
    click.echo(f"finished; the seed was {store.fact('seed')}")
    return 0


def _played(runner: Runner, stop: _Stop, store: Store) -> bool:
    """Why it cannot go on is kept for those who look later."""
    try:
        return runner.run(stop.asked)
    except Stuck as reason:
        with contextlib.suppress(StoreFails):
            store.set_facts(stopped=str(reason))
        raise


def _headline(tournament: Tournament) -> str:
    setup, store = tournament.setup, tournament.store
    seed = (
        f"seed {setup.seed} (given, so for practice)"
        if setup.seed
        else f"hash of the seed, to be published: {store.fact('seed_hash')}"
    )
    return f"{', '.join(setup.games)}, {setup.format}, {seed}"


class _Stop:
    """The first signal asks to finish what is under way; the second stops at once."""

    def __init__(self, note: Callable[[str], None]) -> None:
        self.number = 0
        self._times = 0
        self._note = note
        self._noted = False

    def asked(self) -> bool:
        """Only here a signal has an effect, so that it cuts nothing short."""
        if self._times > 1:
            raise Stopped(self.number)
        if self._times and not self._noted:
            self._noted = True
            self._note("stopping when the matches under way are done; once more stops at once")
        return self._times > 0

    def __enter__(self) -> _Stop:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._heard)
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def _heard(self, number: int, _frame: FrameType | None) -> None:
        self.number = number
        self._times += 1
