"""What the commands that read a tournament share: how it is opened, and the forms in which they tell."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee.tournament.home import FILE, Home
from referee.tournament.setup import Setup
from referee.tournament.store import NotBegun, Store

if TYPE_CHECKING:
    from referee.tournament.told.grid import Cell
    from referee.tournament.told.page import Part

FORMS = {"json": "Print JSON.", "csv": "Print CSV.", "markdown": "Print Markdown."}


def in_forms(command: Callable[..., None]) -> Callable[..., None]:
    """The command takes a tournament's file, and its `form` is text unless one option says otherwise."""

    @functools.wraps(command)
    def told(**given: Any) -> None:
        asked = [form for form in FORMS if given.pop(form)]
        if len(asked) > 1:
            raise click.UsageError(f"{' and '.join(f'--{form}' for form in asked)} exclude each other.")
        command(form=asked[0] if asked else None, **given)

    for form, meaning in reversed(FORMS.items()):
        told = click.option(f"--{form}", form, is_flag=True, help=meaning)(told)
    return click.argument("file", type=click.Path(path_type=Path))(told)


@contextlib.contextmanager
def stored(file: Path) -> Iterator[tuple[Home, Setup, Store]]:
    """A tournament that has begun, for somebody who only reads."""
    from referee.tournament.file import read

    home = Home.of(file)
    store = Store(home.store)
    try:
        if store.fact("setup") is None:
            raise NotBegun(f"{home.folder}: nothing of this tournament was played yet")
        yield home, read(home.folder / FILE, {one.name for one in store.entrants()}), store
    finally:
        store.sql.close()


def show(parts: Sequence[Part], form: str | None) -> None:
    from referee.tournament.told.page import markdown, text

    colours = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    click.echo(markdown(parts) if form == "markdown" else text(parts, colours=colours), nl=False, color=colours)


def show_csv(headings: Sequence[str], rows: Iterable[Sequence[Cell]]) -> None:
    from referee.tournament.told.grid import as_csv

    click.echo(as_csv(headings, rows), nl=False)


def show_json_lines(values: Iterable[dict[str, Any]]) -> None:
    for value in values:
        click.echo(json.dumps(value))
