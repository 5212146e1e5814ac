"""`referee verify`: runs the rules again on the answers in logs."""

import json
from pathlib import Path

import click

from referee.log import BadLog
from referee.verify import Differs, verify


@click.command("verify", epilog="Example:  referee verify m.log.gz matches/")
@click.argument("paths", metavar="LOG|FOLDER...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print a line of JSON for each log.")
@click.pass_context
def command(ctx: click.Context, paths: tuple[Path, ...], as_json: bool) -> None:
    """Say `ok` of each log whose every line follows from its seed and answers, or name the first that does not.

    Of a FOLDER all *.log and *.log.gz below it. Exit code 1 if a log differs, else 2 if one is malformed, else 3 if one
    is cut off and nothing is wrong before the cut.
    """
    codes = []
    for path in logs(paths):
        code, verdict = _verdict(path)
        codes.append(code)
        shown = {"log": str(path), "ok": code == 0, "verdict": verdict}
        click.echo(json.dumps(shown) if as_json else f"{path}: {verdict}")
    ctx.exit(next((code for code in (1, 2, 3) if code in codes), 0))


def _verdict(path: Path) -> tuple[int, str]:
    try:
        log = verify(path)
    except Differs as difference:
        return 1, "differs in line " + str(difference).removeprefix(f"{path}:")
    except BadLog as error:
        return 2, str(error).removeprefix(f"{path}:").lstrip()
    if log.cut:
        return 3, f"cut off after line {log.last_line}; ok up to there"
    return 0, "ok"


def logs(paths: tuple[Path, ...]) -> list[Path]:
    """The files named, and of folders every log below them."""
    found: list[Path] = []
    for path in paths:
        below = sorted(file for pattern in ("*.log", "*.log.gz") for file in path.rglob(pattern))
        if path.is_dir() and not below:
            raise BadLog(f"{path}: the folder holds no *.log or *.log.gz")
        found += below or [path]
    return found
