"""The command line: one module for each command, imported only when it is run."""

from __future__ import annotations

import importlib
import os
import signal
import sys

import click

from referee import __version__
from referee.errors import Mistake, Void

COMMANDS = {
    "match": "Play one match between programs.",
    "replay": "Step through the log of a match.",
    "verify": "Run the rules again on the answers in logs.",
    "games": "List the games that can be played.",
    "rules": "Show the rule page of a game.",
}


class Late(click.Group):
    """Knows its commands by name and help; a command's module is imported when it is run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"referee.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


class Stopped(BaseException):
    """A signal that asks the referee to end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@click.command(
    cls=Late,
    epilog="Example:  referee match tricks @python/tricks @python/random @python/random @python/random",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, message="%(prog)s %(version)s")
def group() -> None:
    """A referee for bot tournaments: programs in any language play card games over stdin and stdout."""


def main() -> None:
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _stop)
    try:
        code = group.main(prog_name="referee", standalone_mode=False)
        sys.stdout.flush()
    except (KeyboardInterrupt, click.Abort):
        code = _fail("interrupted", 128 + signal.SIGINT)
    except Stopped as stopped:
        code = _fail("stopped", 128 + stopped.number)
    except click.exceptions.NoArgsIsHelpError as shown:
        click.echo(shown.format_message())
        code = 0
    except click.ClickException as error:
        code = _fail(_one_line(error), 2)
    except Mistake as error:
        code = _fail(str(error), 2)
    except Void as error:
        code = _fail(f"the match is void, no player is to blame: {error}", 3)
    except BrokenPipeError:
        code = _output_closed()
    sys.exit(code)


def _stop(number: int, _frame: object) -> None:
    raise Stopped(number)


def _fail(message: str, code: int) -> int:
    click.echo(f"referee: {message}", err=True)
    return code


def _one_line(error: click.ClickException) -> str:
    message = " ".join(error.format_message().split())
    context = getattr(error, "ctx", None)
    return f"{message} See `{context.command_path} --help`." if context else message


def _output_closed() -> int:
    """Whoever read the output has gone, as `head` does; what is still buffered must not fail once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return _fail("the output was closed before its end", 1)
