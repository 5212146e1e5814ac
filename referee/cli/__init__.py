"""The command line: one module for each command, imported only when it is run."""

from __future__ import annotations

import contextlib
import os
import signal
import sys

import click

from referee import __version__, signals
from referee.cli.late import Late
from referee.errors import Mistake, Stuck, Void

COMMANDS = {
    "match": "Play one match between programs.",
    "check": "Tell what is wrong with a client, step by step.",
    "compare": "Tell whether a new version of a client is better than the old.",
    "tournament": "Plan, play and read tournaments.",
    "replay": "Step through the log of a match.",
    "rerun": "Ask one program again what it was asked in a match.",
    "fork": "Go on from a place in a match with live programs.",
    "verify": "Check logs, or a whole tournament, against the rules.",
    "games": "List the games that can be played.",
    "rules": "Show the rule page of a game, or the protocol.",
    "new": "Make a client to start from, in any of many languages.",
    "languages": "List those languages, and what is installed of each.",
}


class Commands(Late):
    """All commands; what the system refuses is told as such."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            code = super().invoke(ctx)
            if sys.stdout:
                sys.stdout.flush()
        except OSError as error:  # click itself would leave without a word where the output was closed
            raise Refused(error) from error
        return code


class Refused(Exception):
    """The system did not let the referee read a file or write its output."""

    def __init__(self, error: OSError) -> None:
        super().__init__(f"{error.filename or 'the output'}: {error.strerror}")
        self.code = 2 if isinstance(error, _WRONG_PLACE) else 1
        self.is_unread = isinstance(error, BrokenPipeError)  # such as by `head`, which has seen enough


_WRONG_PLACE = (FileNotFoundError, PermissionError, IsADirectoryError, NotADirectoryError)


@click.command(
    cls=Commands,
    package=__name__,
    commands=COMMANDS,
    epilog="Example:  referee match tricks @python/tricks @python/random @python/random @python/random",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, message="%(prog)s %(version)s")
def group() -> None:
    """A referee for bot tournaments: programs in any language play card games over stdin and stdout."""


def main() -> None:
    signals.listen()
    try:
        code = group.main(prog_name="referee", standalone_mode=False)
    except (signals.Stopped, click.Abort) as stopped:
        number = signal.Signals(getattr(stopped, "number", signal.SIGINT))
        code = _fail(f"stopped by {number.name}", 128 + number)
    except click.exceptions.NoArgsIsHelpError as shown:
        click.echo(shown.format_message())
        code = 0
    except click.ClickException as error:
        code = _fail(_one_line(error), 2)
    except Mistake as error:
        code = _fail(str(error), 2)
    except Void as error:
        code = _fail(f"the match is void, no player is to blame: {error}", 3)
    except Stuck as error:
        code = _fail(str(error), 3)
    except Refused as error:
        _drop_output()
        code = error.code if error.is_unread else _fail(str(error), error.code)
    sys.exit(code)


def _fail(message: str, code: int) -> int:
    with contextlib.suppress(OSError):  # the terminal may be gone
        click.echo(f"referee: {message}", err=True)
    return code


def _one_line(error: click.ClickException) -> str:
    message = " ".join(error.format_message().split())
    context = getattr(error, "ctx", None)
    return f"{message} See `{context.command_path} --help`." if context else message


def _drop_output() -> None:
    """What is still buffered must not fail once more at the end."""
    if sys.stdout:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
