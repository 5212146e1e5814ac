"""`referee verify`: runs the rules again on the answers in logs, or on all that a tournament has."""

from __future__ import annotations

import json
from pathlib import Path

import click

from referee.log import BadLog
from referee.verify import Differs, verify

Verdict = tuple[int, str, dict[str, object]]


@click.command("verify", epilog="Example:  referee verify m.log.gz matches/ cup.toml")
@click.argument("paths", metavar="LOG|FOLDER|CUP.TOML...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print a line of JSON for each log.")
@click.pass_context
def command(ctx: click.Context, paths: tuple[Path, ...], as_json: bool) -> None:
    """Say `ok` of each log whose every line follows from its seed and answers, or name the first that does not.

    Of a FOLDER all *.log and *.log.gz below it. Of a tournament (its file, or its folder) also the hash of the seed,
    the plan, the frozen entrants and every result; with it one digest of the run, which is equal for equal runs. Exit
    code 1 if something differs, else 2 if a log is malformed, else 3 if one is cut off and nothing is wrong before the
    cut, or if the seed of a tournament is not told yet.
    """
    codes = []
    for path in logs(paths):
        code, verdict, more = _of_tournament(path) if _is_tournament(path) else _of_log(path)
        codes.append(code)
        shown = {"log": str(path), "ok": code == 0, "verdict": verdict, **more}
        click.echo(json.dumps(shown) if as_json else f"{path}: {verdict}")
    ctx.exit(next((code for code in (1, 2, 3) if code in codes), 0))


def _of_log(path: Path) -> Verdict:
    try:
        log = verify(path)
    except Differs as difference:
        return 1, "differs in line " + str(difference).removeprefix(f"{path}:"), {}
    except BadLog as error:
        return 2, str(error).removeprefix(f"{path}:").lstrip(), {}
    if log.cut:
        return 3, f"cut off after line {log.last_line}; ok up to there", {}
    return 0, "ok", {}


def _is_tournament(path: Path) -> bool:
    return path.suffix == ".toml" or (path / "results.sqlite").is_file()


def _of_tournament(path: Path) -> Verdict:
    from referee.seats.cores import matches_at_once
    from referee.tournament.audit import Unsound, Untold, audit
    from referee.tournament.home import Home
    from referee.tournament.store import Damaged

    try:
        found = audit(Home.of(path), matches_at_once())
    except Unsound as error:
        return 1, str(error), {}
    except Untold as error:
        return 3, str(error), {}
    except Damaged as error:
        return 2, str(error), {}
    return 0, f"ok: {found.matches} matches; digest {found.digest}", {"matches": found.matches, "digest": found.digest}


def logs(paths: tuple[Path, ...]) -> list[Path]:
    """The files and tournaments named, and of other folders every log below them."""
    found: list[Path] = []
    for path in paths:
        below = sorted(file for pattern in ("*.log", "*.log.gz") for file in path.rglob(pattern))
        if _is_tournament(path):
            found.append(path)
        elif path.is_dir() and not below:
            raise BadLog(f"{path}: the folder holds no *.log or *.log.gz")
        else:
            found += below or [path]
    return found
