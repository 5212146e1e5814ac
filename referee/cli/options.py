"""Options that several commands have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from referee.errors import Mistake
from referee.plan import Limits

F = TypeVar("F", bound=Callable[..., Any])

of_game = click.option(
    "-o", "options", metavar="NAME=N", multiple=True, help="An option of the game; see `referee games`."
)
_OF_LIMITS = (
    click.option("--time", default=Limits.time, show_default=True, metavar="SECONDS", help="For an answer."),
    click.option(
        "--first-time",
        default=Limits.first_time,
        show_default=True,
        metavar="SECONDS",
        help="For a program's first answer.",
    ),
    click.option(
        "--bank",
        default=Limits.bank,
        show_default=True,
        metavar="SECONDS",
        help="For all answers of a player together.",
    ),
    click.option(
        "--max-bad-cards", type=int, metavar="N", help="Bad cards that retire a player; by default the game's."
    ),
)


def of_limits(command: F) -> F:
    for option in reversed(_OF_LIMITS):
        command = option(command)
    return command


def given(options: tuple[str, ...]) -> dict[str, int]:
    """What the options of a game say."""
    return dict(_read(text) for text in options)


def _read(text: str) -> tuple[str, int]:
    name, equals, value = text.partition("=")
    if not equals or not value.isascii() or not value.removeprefix("-").isdigit() or len(value) > 9:
        raise Mistake(f"-o {text}: expected NAME=N, such as -o target=200")
    return name, int(value)


because = click.option("--because", default="", metavar="TEXT", help="The reason; it stands with the standings.")
