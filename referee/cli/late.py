"""Groups of commands that are known by name and help, and imported only when one is run."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

import click


class Late(click.Group):
    """Its commands are modules of a package, each with a `command`."""

    def __init__(self, *words: Any, package: str, commands: Mapping[str, str], **more: Any) -> None:
        super().__init__(*words, **more)
        self._package = package
        self._about = commands

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._about)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._about:
            return None
        command: click.Command = importlib.import_module(f"{self._package}.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(self._about.items()))
