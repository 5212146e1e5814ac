"""What is shown of a match while it is played: on a terminal the scores, and who gave a first bad card."""

from __future__ import annotations

import contextlib
import sys
from threading import Event, Thread
from types import TracebackType

import click

from referee.match import Match
from referee.signals import Stopped
from referee.summary import about_first_bad_card

EVERY = 0.1  # seconds


class Watch:
    """Shows a match from `begin` on; of one that is stopped it tells the first bad cards so far."""

    def __init__(self) -> None:
        self._match: Match | None = None
        self._over = Event()
        self._thread = Thread(target=self._show, daemon=True)
        self._told: set[str] = set()

    def begin(self, match: Match) -> None:
        self._match = match
        if sys.stderr.isatty():
            self._thread.start()

    def __enter__(self) -> Watch:
        return self

    def __exit__(self, kind: type[BaseException] | None, _: object, __: TracebackType | None) -> None:
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()
        if kind is Stopped and self._match:
            for player, record in self._match.records.items():
                if record.first_bad_card:
                    lines = about_first_bad_card(self._match.plan, player, record.first_bad_card)
                    click.echo("\n".join(lines), err=True)

    def _show(self) -> None:
        assert self._match
        with contextlib.suppress(OSError):  # the terminal may be closed meanwhile
            while not self._over.wait(EVERY):
                self._tell_of_new_bad_cards(self._match)
                _write("  ".join(f"{player} {score}" for player, score in self._match.scores.items()))
            _write("")

    def _tell_of_new_bad_cards(self, match: Match) -> None:
        for player, record in match.records.items():
            if record.first_bad_card and player not in self._told:
                self._told.add(player)
                _write(
                    f"{player} gave its first bad card ({record.first_bad_card.kind}); more at the end or on Ctrl-C\n"
                )


def _write(text: str) -> None:
    sys.stderr.write(f"\r\x1b[K{text}")
    sys.stderr.flush()
