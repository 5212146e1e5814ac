"""Verifying a tournament: whatever was tampered with is named, and equal runs have equal digests."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from tournaments import a_file, run

from referee.cli.verify import command as verify
from referee.tournament import sums
from referee.tournament.audit import Unsound, Untold, audit
from referee.tournament.home import FILE, Home
from referee.tournament.store import Store
from referee.tournament.worker import work

Tamper = Callable[[Home], object]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament with the logs of real programs."""
    folder = tmp_path_factory.mktemp("played")
    assert run(a_file(folder, rounds=1, seed=None), work, workers=2)
    return folder


@pytest.fixture
def home(played: Path, tmp_path: Path) -> Home:
    shutil.copytree(played, tmp_path, dirs_exist_ok=True)
    return Home.of(tmp_path / "cup.toml")


def forged(home: Home, *statements: str) -> None:
    """By somebody who knows how the store guards itself."""
    sql = sqlite3.connect(home.store)
    sums.define(sql)
    for statement in statements:
        assert sql.execute(statement).rowcount > 0
    sql.commit()
    sql.close()


def relogged(home: Home, number: int, change: Callable[[bytes], bytes]) -> None:
    path = home.log(number)
    before = gzip.decompress(path.read_bytes())
    after = change(before)
    assert before != after
    path.write_bytes(gzip.compress(after))


def refiled(home: Home, old: str, new: str) -> None:
    """In the copy that the folder keeps."""
    path = home.folder / FILE
    path.write_text(path.read_text().replace(old, new))


def test_all_of_a_sound_tournament_holds(home: Home) -> None:
    found = audit(home)
    assert found.matches == 20
    assert found.seed == home.seed.read_text()
    assert re.fullmatch("[0-9a-f]{64}", found.digest)


def test_the_digest_does_not_depend_on_how_many_processes_look(home: Home) -> None:
    assert audit(home, 2) == audit(home, 1)


@pytest.mark.parametrize(
    ("tamper", "named"),
    [
        (
            lambda home: forged(home, "update seat set place = 1 where match = 3"),
            "match 3: the store has another result",
        ),
        (
            lambda home: forged(home, "update seat set score = score + 1 where match = 3 and seat = 2"),
            "match 3: the st",
        ),
        (lambda home: forged(home, "update seat set retired = 'time' where match = 9 and seat = 1"), "match 9: the st"),
        (
            lambda home: forged(home, "insert into bad_card values (5, 1, 'silent', 1, 1, 'card', '')"),
            "match 5: the store has another result",
        ),
        (lambda home: forged(home, "update seat set entrant = 'Fay' where match = 4 and seat = 1"), "match 4: "),
        (lambda home: forged(home, "update match set block = 2 where number = 1"), "match 1: the plan says"),
        (
            lambda home: forged(home, "update match set number = 21 where number = 20"),
            "matches in the store are not in",
        ),
        (lambda home: forged(home, "update match set digest = x'00' where number = 2"), "match 2: .* not the log that"),
        (
            lambda home: forged(home, "update fact set value = '7' where name = 'seed'"),
            "the seed 7 does not have the hash",
        ),
        (lambda home: home.log(8).write_bytes(home.log(9).read_bytes()), "match 8: .*its .* should be"),
        (lambda home: home.log(8).unlink(), "match 8: .*No such file"),
        (lambda home: relogged(home, 6, lambda log: log.replace(b"|played|", b"|plaid|", 1)), "match 6: "),
        (lambda home: relogged(home, 6, lambda log: log.replace(b'"target": 5', b'"target": 6')), "match 6: "),
        (lambda home: relogged(home, 6, lambda log: log[: log.rindex(b"= ")]), "match 6: .* not the log that was kept"),
        (
            lambda home: (next(home.frozen("Bob", 1).rglob("*.py"))).write_text("# nothing"),
            "honest.py was changed since",
        ),
        (lambda home: refiled(home, "target = 5", "target = 6"), "not the file"),
    ],
)
def test_what_was_tampered_with_is_named(home: Home, tamper: Tamper, named: str) -> None:
    tamper(home)
    with pytest.raises(Unsound, match=named):
        audit(home)


def test_a_deal_that_another_seed_gives_is_named_though_its_log_holds(home: Home, tmp_path: Path) -> None:
    """The organiser chose a deal: the match is honest, and not the one that the seed asked for."""
    other = tmp_path / "other"
    other.mkdir()
    assert run(a_file(other, rounds=1, seed="8"), work)
    home.log(1).write_bytes(Home.of(other / "cup.toml").log(1).read_bytes())
    with pytest.raises(Unsound, match=r"match 1: .*its (seed|players|seed_given) should be"):
        audit(home)


def test_decisions_change_the_digest(home: Home) -> None:
    before = audit(home).digest
    store = Store(home.store)
    store.annul(3, "they worked together")
    store.close()
    assert audit(home).digest != before


def test_a_folder_that_was_moved_is_checked_as_it_is(home: Home, tmp_path: Path) -> None:
    before = audit(home)
    moved = tmp_path / "archive"
    shutil.move(home.folder, moved)
    home.file.unlink()
    assert audit(Home.of(moved)) == before
    assert audit(Home.of(moved / "tournament.toml")) == before


def test_before_the_end_only_the_owner_of_the_seed_can_check(tmp_path: Path) -> None:
    path = a_file(tmp_path, rounds=1, seed=None)
    assert not run(path, work, stop_after=2)
    assert audit(Home.of(path)).seed == ""
    Home.of(path).seed.unlink()
    with pytest.raises(Untold, match="the seed is told when the tournament is over"):
        audit(Home.of(path))
    assert CliRunner().invoke(verify, [str(path)]).exit_code == 3


def test_times_dates_and_places_on_the_disk_are_not_in_the_digest(home: Home) -> None:
    before = audit(home).digest
    forged(
        home,
        "update match set seconds = 9, at = '2001-01-01'",
        "update seat set micros = 9, slowest = 9",
        "update event set at = '2001-01-01'",
    )
    assert audit(home).digest == before


def test_the_command_tells_it_to_people_and_programs(home: Home) -> None:
    good = CliRunner().invoke(verify, [str(home.file)])
    assert (good.exit_code, good.output) == (0, f"{home.file}: ok: 20 matches; digest {audit(home).digest}\n")
    told = json.loads(CliRunner().invoke(verify, ["--json", str(home.file)]).output)
    assert (told["ok"], told["matches"], told["digest"]) == (True, 20, audit(home).digest)
    home.log(1).unlink()
    bad = CliRunner().invoke(verify, [str(home.file)])
    assert bad.exit_code == 1
    assert "match 1: " in bad.output


def test_the_same_seed_and_clients_give_the_same_digest_elsewhere(tmp_path: Path) -> None:
    digests = set()
    for name in ("here", "there"):
        folder = tmp_path / name
        folder.mkdir()
        path = a_file(folder, ("Ann", "Bob"), rounds=1)
        assert run(path, work)
        digests.add(audit(Home.of(path)).digest)
    assert len(digests) == 1
