"""`referee tournament check`: plays a little with every client, and tells how long the whole will take."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

import click

from referee.seats.cores import matches_at_once, on_cores
from referee.summary import milliseconds
from referee.tournament.check import LONG_ENOUGH, Forecast, Trial, forecast, tried
from referee.tournament.file import read
from referee.tournament.home import Home
from referee.tournament.setup import Setup
from referee.tournament.told.running import counted, duration

HEADINGS = ("game", "entrant", "answers", "mean", "slowest", "")
NO_MORE_IS_KNOWN = "This was measured with house players; among each other the clients may need more, or less."


@click.command("check", epilog="Example:  referee tournament check cup.toml --workers 8")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--workers", type=click.IntRange(1, 1000), metavar="N", help="Matches at a time; by default the cores.")
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
@click.pass_context
def command(ctx: click.Context, file: Path, workers: int | None, as_json: bool) -> None:
    """Start every client of FILE, play some seconds with it, and tell how long the tournament will take.

    Nothing of the tournament begins by this. Exit code 1 if a client did not start or did not leave, gave a bad card or
    was retired.
    """
    setup = read(Home.of(file).file)
    workers = workers or matches_at_once(setup.cores)
    show = _shower(setup)
    with on_cores(setup.cores):  # as a worker plays
        trials = tried(setup, (lambda _: None) if as_json else show)
    expected = forecast(setup, trials)
    if as_json:
        click.echo(json.dumps(_as_dict(trials, expected, workers), indent=2))
    else:
        click.echo("\n".join([*_abouts(trials), "", _in_all(setup, expected, workers), NO_MORE_IS_KNOWN]))
    ctx.exit(1 if any(trial.faults for trial in trials) else 0)


def _shower(setup: Setup) -> Callable[[Trial], None]:
    """Shows each trial as a row, with headings over the first."""
    game = max(map(len, ("game", *setup.games)))
    entrant = max(map(len, ("entrant", *(source.name for source in setup.sources))))
    headings = [HEADINGS]

    def show(trial: Trial) -> None:
        for row in (*headings, _cells(trial)):
            click.echo(
                f"{row[0]:<{game}}  {row[1]:<{entrant}}  {row[2]:>7}  {row[3]:>8}  {row[4]:>8}  {row[5]}".rstrip()
            )
        headings.clear()

    return show


def _cells(trial: Trial) -> tuple[str, str, str, str, str, str]:
    standing, times = trial.standing, ("-", "-", "-")
    if standing and standing.answers:
        times = (str(standing.answers), milliseconds(standing.mean_micros), milliseconds(standing.slowest_micros))
    cut = f" (cut off after {LONG_ENOUGH:.0f} s)" if trial.cut else ""
    return (trial.game, trial.entrant, *times, ("; ".join(trial.faults) or "ok") + cut)


def _abouts(trials: Sequence[Trial]) -> list[str]:
    """What is wrong with each entrant, of the first game in which something is."""
    lines: dict[str, list[str]] = {}
    for trial in trials:
        about = [trial.why_not] if trial.why_not else trial.about
        if about and trial.entrant not in lines:
            lines[trial.entrant] = ["", f"{trial.game}: {about[0].strip()}", *about[1:]]
    return [line for of_one in lines.values() for line in of_one]


def _in_all(setup: Setup, expected: Forecast, workers: int) -> str:
    about = "at least" if expected.at_least else "about"
    a_match = f"{about} {_time(expected.seconds)} a match"
    seconds = expected.seconds_in_all(workers)
    if expected.matches is None or seconds is None:
        return f"{setup.format}: matches without end, {a_match}"
    with_workers = f"{about} {_time(seconds)} with {counted(workers, 'worker')}"
    return f"{setup.format}: {counted(expected.matches, 'match')}, {a_match}, {with_workers}"


def _time(seconds: float) -> str:
    return duration(seconds) if seconds >= 10 else f"{seconds:.2g} s"


def _as_dict(trials: Sequence[Trial], expected: Forecast, workers: int) -> dict[str, object]:
    return {
        "trials": [{**asdict(trial), "faults": trial.faults} for trial in trials],
        "matches": expected.matches,
        "workers": workers,
        "seconds_of_a_match": expected.seconds,
        "seconds": expected.seconds_in_all(workers),
        "at_least": expected.at_least,
    }
