"""A table of cells and its forms: text in columns, Markdown, CSV, each without what its reader would obey."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.lines import harmless

Cell = str | int | float | None

_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>()#|~&!])")
_FORMULA = ("=", "+", "-", "@")  # how a cell begins that a spreadsheet would calculate


@dataclass(frozen=True)
class Grid:
    """`right` are the columns whose cells are numbers; cells come as they are to be read."""

    headings: tuple[str, ...]
    rows: Sequence[Sequence[str]]
    right: frozenset[int] = frozenset()
    title: str = ""


def grid(title: str, headings: str, rows: Sequence[Sequence[str]], right: str = "") -> Grid:
    """Headings are set apart by bars, those of numbers are named again in `right`; empty columns are left out."""
    names = [name.strip() for name in headings.split("|")]
    numbers = {name.strip() for name in right.split("|")}
    kept = [n for n in range(len(names)) if not rows or any(row[n] for row in rows)]
    return Grid(
        tuple(names[n] for n in kept),
        [[row[n] for n in kept] for row in rows],
        frozenset(at for at, n in enumerate(kept) if names[n] in numbers),
        title,
    )


def as_text(table: Grid) -> list[str]:
    rows = [table.headings, *([harmless(cell) for cell in row] for row in table.rows)]
    widths = [max(len(row[n]) for row in rows) for n in range(len(table.headings))]
    made = []
    for row in rows:
        cells = [
            cell.rjust(width) if n in table.right else cell.ljust(width)
            for n, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        made.append("  ".join(cells).rstrip())
    return [*([harmless(table.title)] if table.title else []), *made]


def as_markdown(table: Grid) -> list[str]:
    rules = ["---:" if n in table.right else "---" for n in range(len(table.headings))]
    rows = [[in_markdown(cell) for cell in row] for row in (table.headings, *table.rows)]
    lines = ["| " + " | ".join(row) + " |" for row in (rows[0], rules, *rows[1:])]
    return [*([f"### {in_markdown(table.title)}", ""] if table.title else []), *lines]


def as_csv(headings: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """For programs, so the lines end in a newline alone and numbers are whole."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(headings)
    writer.writerows([in_csv(cell) for cell in row] for row in rows)
    return out.getvalue()


def in_markdown(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", harmless(text))


def in_csv(cell: Cell) -> Cell:
    """A text never begins like a formula."""
    if not isinstance(cell, str):
        return cell
    text = harmless(cell)
    return f"'{text}" if text.startswith(_FORMULA) else text
