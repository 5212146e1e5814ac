"""A page of sentences and tables, as text for a terminal or as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from referee.lines import harmless
from referee.tournament.told.grid import Grid, as_markdown, as_text, in_markdown

WIDTH = 80  # of sentences


@dataclass(frozen=True)
class Strong:
    """The sentence that a reader came for."""

    text: str


@dataclass(frozen=True)
class Heading:
    text: str


@dataclass(frozen=True)
class Exact:
    """A line that people copy, so it is never broken."""

    text: str


Part = str | Strong | Heading | Exact | Grid


def text(parts: Sequence[Part], *, colours: bool = False) -> str:
    """Sentences that follow each other stand together; tables and headings have room around them."""
    lines: list[str] = []
    before: Part = ""
    for part in parts:
        if lines and not (isinstance(part, str | Exact) and isinstance(before, str | Exact)):
            lines.append("")
        lines += _text_of(part, colours=colours)
        before = part
    return "".join(f"{line}\n" for line in lines)


def _text_of(part: Part, *, colours: bool) -> list[str]:
    if isinstance(part, Grid):
        lines = as_text(part)
        return [_dim(lines[0], on=colours), *lines[1:]]
    if isinstance(part, Heading):
        return [_bold(f"== {harmless(part.text)} ==", on=colours)]
    if isinstance(part, Exact):
        return [harmless(part.text)]
    sentence = part.text if isinstance(part, Strong) else part
    lines = wrap(harmless(sentence), WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    return [_bold(line, on=colours and isinstance(part, Strong)) for line in lines]


def _bold(line: str, *, on: bool) -> str:
    return f"\x1b[1m{line}\x1b[0m" if on else line


def _dim(line: str, *, on: bool) -> str:
    return f"\x1b[2m{line}\x1b[0m" if on else line


def markdown(parts: Sequence[Part]) -> str:
    lines: list[str] = []
    for part in parts:
        lines += ["", *_markdown_of(part)] if lines else _markdown_of(part)
    return "".join(f"{line}\n" for line in lines)


def _markdown_of(part: Part) -> list[str]:
    if isinstance(part, Grid):
        return as_markdown(part)
    if isinstance(part, str):
        return [in_markdown(part)]
    around = {Strong: ("**", "**"), Heading: ("## ", ""), Exact: ("", "")}
    before, after = around[type(part)]
    return [before + in_markdown(part.text) + after]
