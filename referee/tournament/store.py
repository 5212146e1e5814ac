"""The store of a tournament: one SQLite file, in which a match counts exactly when it is committed."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from referee.errors import Mistake, Stuck
from referee.tournament import sums
from referee.tournament.records import Entrant, Event, Finished, Fixture, Wave

FORMAT = "1"
SCHEMA = Path(__file__).parent / "schema.sql"
NEEDED = 64 * 1024  # bytes free; with less SQLite may say that the disk has an error
WAIT = 10  # seconds for another process that writes


class Store:
    """Rows in and out; every method that writes is one transaction, safe on the disk when it returns."""

    def __init__(self, path: Path, *, create: bool = False) -> None:
        self.path = path
        if not create and not path.is_file():
            raise NotBegun(f"{path}: not there; nothing of this tournament was played yet")
        with self._said():
            self.sql = _connected(path, create=create)
        try:
            self._check()
        except BaseException:
            self.sql.close()
            raise

    def _check(self) -> None:
        with self._said():
            self.sql.execute("begin")  # one moment of it, while a runner writes
            if not self.sql.execute("select 1 from sqlite_master").fetchone():
                raise NotBegun(f"{self.path}: empty; nothing was played yet, or what was there is lost")
            damage = sums.damage(self.sql)
            self.sql.execute("commit")
        if damage:
            raise Damaged(self.path, damage)
        if self.fact("format") != FORMAT:
            raise Mistake(f"{self.path}: not a store of this version of the referee")

    def close(self) -> None:
        with contextlib.suppress(sqlite3.Error):  # leaves one plain file, where nobody else reads
            self.sql.execute("pragma journal_mode = delete")
        self.sql.close()

    # facts

    def fact(self, name: str) -> str | None:
        with self._said():
            row = self.sql.execute("select value from fact where name = ?", (name,)).fetchone()
        return row[0] if row else None

    def set_facts(self, **facts: str) -> None:
        with self._transaction():
            self._set_facts(facts)

    def _set_facts(self, facts: Mapping[str, str]) -> None:
        self.sql.executemany(_SET_FACT, facts.items())

    # entrants and events

    def entrants(self) -> list[Entrant]:
        rows = self._rows(
            "select name, version, client, choices, asked, pty, command, hash, files from entrant order by event"
        )
        return [
            Entrant(
                *(name, version, client, bool(choices), bool(asked), bool(pty)),
                tuple(json.loads(command)),
                digest,
                json.loads(files),
            )
            for name, version, client, choices, asked, pty, command, digest, files in rows
        ]

    def begin(self, entrants: Iterable[Entrant], **facts: str) -> None:
        with self._transaction():
            self._enter(entrants, "enter", "")
            self._set_facts(facts)

    def enter(self, entrants: Iterable[Entrant], kind: str, because: str = "") -> None:
        """New entrants, or a new version of one."""
        with self._transaction():
            self._enter(entrants, kind, because)

    def _enter(self, entrants: Iterable[Entrant], kind: str, because: str) -> None:
        for one in entrants:
            event = self._add_event(kind, because, entrant=one.name)
            row = (one.name, one.version, one.client, int(one.choices), int(one.asked), int(one.pty))
            self.sql.execute(
                "insert into entrant values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*row, json.dumps(one.command), one.hash, json.dumps(one.files), event),
            )

    def withdraw(self, entrant: str, because: str) -> None:
        with self._transaction():
            self._add_event("withdraw", because, entrant=entrant)

    def annul(self, match: int, because: str) -> None:
        with self._transaction():
            self._add_event("annul", because, match=match)

    def change_rounds(self, rounds: int) -> None:
        with self._transaction():
            self._add_event("rounds", "", rounds=rounds)

    def events(self) -> list[Event]:
        return [Event(*row) for row in self._rows("select * from event order by id")]

    def _add_event(
        self,
        kind: str,
        because: str,
        *,
        entrant: str | None = None,
        match: int | None = None,
        rounds: int | None = None,
    ) -> int:
        row = (now(), kind, entrant, match, rounds, because)
        query = "insert into event (at, kind, entrant, match, rounds, because) values (?, ?, ?, ?, ?, ?)"
        done = self.sql.execute(query, row)
        assert done.lastrowid
        return done.lastrowid

    # waves and matches

    def waves(self) -> list[Wave]:
        return [Wave(*row) for row in self._rows("select number, first_match, first_block from wave order by number")]

    def begin_wave(self, wave: Wave, last_event: int) -> None:
        """From it on hold all events up to the last that its plan knew."""
        with self._transaction():
            row = (wave.number, wave.first_match, wave.first_block, now())
            self.sql.execute("insert into wave values (?, ?, ?, ?)", row)
            known = (wave.number, last_event)
            self.sql.execute("update event set wave = ? where wave is null and id <= ?", known)

    def record(self, finished: Iterable[Finished]) -> None:
        with self._transaction():
            for one in finished:
                self._record(one)

    def _record(self, one: Finished) -> None:
        fixture, standings = one.fixture, one.result.standings
        self._add_match(fixture, "played", one.seconds, one.at, one.digest)
        sharing = Counter(standing.place for standing in standings)
        for seat, (s, version) in enumerate(zip(standings, fixture.versions, strict=True), start=1):
            came = (s.place, sharing[s.place], s.score, s.retired)
            row = (fixture.number, seat, s.player, version, *came, s.answers, s.micros, s.slowest_micros)
            self.sql.execute("insert into seat values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        for seat, standing in enumerate(standings, start=1):
            first = standing.first_bad_card
            for kind, count in standing.bad_cards.items():
                known = (first.hand, first.question, first.line) if first and first.kind == kind else (None,) * 3
                row = (fixture.number, seat, kind, count, *known)
                self.sql.execute("insert into bad_card values (?, ?, ?, ?, ?, ?, ?)", row)
        notes = [(fixture.number, player, text) for player, text in one.notes]
        self.sql.executemany("insert into note values (?, ?, ?)", notes)

    def drop(self, fixtures: Iterable[Fixture]) -> None:
        """Matches that will not be played, since an entrant left before they began."""
        with self._transaction():
            for fixture in fixtures:
                self._add_match(fixture, "dropped", 0, now(), b"")

    def _add_match(self, fixture: Fixture, state: str, seconds: float, at: str, digest: bytes) -> None:
        row = (fixture.number, fixture.wave, fixture.block, fixture.game, state, seconds, at, digest)
        self.sql.execute("insert into match values (?, ?, ?, ?, ?, ?, ?, ?)", row)

    def add_void(self, match: int, cause: str) -> None:
        with self._transaction():
            self.sql.execute("insert into void values (?, ?, ?)", (match, now(), cause))

    def states(self) -> dict[int, str]:
        """Of every match in the store."""
        return dict(self._rows("select number, state from match"))

    def rows(self, query: str, *values: object) -> Iterator[tuple[Any, ...]]:
        """For those who read: any query."""
        return self._rows(query, *values)

    def _rows(self, query: str, *values: object) -> Iterator[tuple[Any, ...]]:
        with self._said():
            yield from self.sql.execute(query, values)

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._said():
            self.sql.execute("begin immediate")
            try:
                yield
                self.sql.execute("commit")
            except BaseException:
                if self.sql.in_transaction:
                    self.sql.execute("rollback")
                raise

    @contextlib.contextmanager
    def _said(self) -> Iterator[None]:
        """What SQLite says, said of this file."""
        try:
            yield
        except sqlite3.IntegrityError:
            raise  # a bug of ours
        except UnicodeError as error:  # in what SQLite says
            raise Damaged(self.path, "what should be text is none") from error
        except sqlite3.Error as error:
            if re.match(_NOT_THE_FILE, _name_of(error)):
                raise StoreFails(self.path, error) from error
            raise Damaged(self.path, str(error)) from error


class NotBegun(Mistake):
    """There is no store, or nothing in it."""


class StoreFails(Stuck):
    """The store could not be read or written; nothing that was committed is lost."""

    def __init__(self, path: Path, error: sqlite3.Error) -> None:
        super().__init__(f"{path}: {error}")
        self.full = _name_of(error) == "SQLITE_FULL" or shutil.disk_usage(path.parent).free < NEEDED


class Damaged(Mistake):
    """The store does not hold what was written to it; nothing in it is believed."""

    def __init__(self, path: Path, how: str) -> None:
        super().__init__(f"{path}: damaged, or no store of a tournament: {how}; put a sound copy of it in its place")


_NOT_THE_FILE = "SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|PERM|AUTH|NOMEM|INTERRUPT|PROTOCOL)"


def _name_of(error: sqlite3.Error) -> str:
    return getattr(error, "sqlite_errorname", "")


_SET_FACT = "insert into fact values (?, ?) on conflict (name) do update set value = excluded.value"


def _connected(path: Path, *, create: bool) -> sqlite3.Connection:
    if not create:
        return _of_a_reader(path)
    sql = _opened(path, "rwc")
    sql.execute("pragma journal_mode = wal")
    sql.execute("pragma synchronous = full")
    if not sql.execute("select 1 from sqlite_master").fetchone():
        schema = SCHEMA.read_text(encoding="utf-8")
        sql.executescript(f"begin; {schema}")
        sums.keep(sql)
        sql.execute("insert into fact values ('format', ?)", (FORMAT,))
        sql.execute("commit")
    return sql


def _of_a_reader(path: Path) -> sqlite3.Connection:
    """Also in a folder that is kept and may not be written to."""
    try:
        sql = _opened(path, "rw")
        sql.execute("select 1 from sqlite_master").fetchone()
    except sqlite3.OperationalError:
        if _is_there(path.with_name(f"{path.name}-wal")):
            raise  # what counted last is there, and cannot be read without writing
        sql = _opened(path, "ro&immutable=1")
    return sql


def _is_there(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def _opened(path: Path, mode: str) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    sql = sqlite3.connect(uri, uri=True, timeout=WAIT, isolation_level=None, check_same_thread=False)
    sums.define(sql)
    return sql


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
