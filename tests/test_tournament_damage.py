"""A damaged or torn store or log is gone on with rightly or refused by its name; it never gives wrong standings."""

from __future__ import annotations

import json
import random
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner
from tournaments import Quiet, a_file, digest_of_run, run

from referee.cli.verify import command as verify
from referee.errors import Mistake
from referee.log import read_log
from referee.tournament.file import read
from referee.tournament.home import Home
from referee.tournament.ranked import standings_of
from referee.tournament.store import Damaged, NotBegun, Store
from referee.tournament.worker import work

PAGE = 4096


@dataclass(frozen=True)
class Half:
    """A tournament that was stopped halfway: its store, its standings, and the digest it comes to."""

    path: Path
    store: bytes
    standings: str
    digest: str

    def goes_on(self) -> str:
        """The digest of the whole, or what refused it."""
        try:
            run(self.path)
            return digest_of_run(self.path)
        except Mistake as refusal:
            return str(refusal)

    def holds(self, store: bytes) -> str:
        """Nothing where all is right with this store, else the refusal; anything else fails."""
        home = Home.of(self.path)
        for beside in home.folder.glob("results.sqlite-*"):
            beside.unlink()
        home.store.write_bytes(store)
        shown = standings(self.path)
        assert shown == self.standings or str(home.store) in shown, shown
        digest = self.goes_on()
        assert digest == self.digest or str(home.store) in digest, digest
        return "" if digest == self.digest else digest


def standings(path: Path) -> str:
    home = Home.of(path)
    try:
        store = Store(home.store)
    except (Damaged, NotBegun) as refusal:
        return str(refusal)
    try:
        return json.dumps(standings_of(read(home.file), store).as_dict())
    finally:
        store.sql.close()


@pytest.fixture(scope="module")
def half(tmp_path_factory: pytest.TempPathFactory) -> Half:
    path = a_file(tmp_path_factory.mktemp("half"), ("Ann", "Bob", "Cat", "Dan"), rounds=4)
    assert not run(path, stop_after=8)
    store, shown = Home.of(path).store.read_bytes(), standings(path)
    assert run(path)
    return Half(path, store, shown, digest_of_run(path))


def flipped(data: bytes, bit: int) -> bytes:
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


@pytest.mark.parametrize("flips", [100, pytest.param(6000, marks=pytest.mark.full)])
def test_a_flipped_bit_in_the_store_is_harmless_or_refused(half: Half, flips: int) -> None:
    chance = random.Random(7)
    used = [place for place, byte in enumerate(half.store) if byte]  # flips in free space are harmless
    refused = [half.holds(flipped(half.store, 8 * chance.choice(used) + chance.randrange(8))) for _ in range(flips)]
    assert sum(map(bool, refused)) > flips / 2


def test_a_flipped_bit_in_a_place_or_a_score_is_refused_with_the_table(half: Half) -> None:
    row = half.store.rindex(b"Ann")
    refusals = [half.holds(flipped(half.store, 8 * (row + 4) + bit)) for bit in range(8)]
    assert all(
        "the table seat does not hold what was written; put a sound copy of it in its place" in r for r in refusals
    )


@pytest.mark.parametrize("lengths", [12, pytest.param(1000, marks=pytest.mark.full)])
def test_a_store_cut_at_any_length_is_refused(half: Half, lengths: int) -> None:
    chance, size = random.Random(7), len(half.store)
    whole_pages = [size - PAGE, PAGE, 100]
    for length in [*whole_pages, *(chance.randrange(size) for _ in range(lengths))]:
        assert half.holds(half.store[:length]), length


def test_a_page_of_zeros_or_of_another_page_is_refused(half: Half) -> None:
    pages = [half.store[start : start + PAGE] for start in range(0, len(half.store), PAGE)]
    for number in range(len(pages)):
        for other in (bytes(PAGE), pages[(number + 1) % len(pages)]):
            assert half.holds(b"".join([*pages[:number], other, *pages[number + 1 :]])), number


@pytest.mark.parametrize("tears", [3, pytest.param(150, marks=pytest.mark.full)])
@pytest.mark.parametrize("tear", ["cut", "flip"])
def test_a_journal_torn_at_any_byte_after_a_kill_costs_only_what_it_tore(
    tmp_path: Path, half: Half, tear: str, tears: int
) -> None:
    killed = tmp_path / "killed"
    path, chance = a_file(tmp_path, ("Ann", "Bob", "Cat", "Dan"), rounds=4), random.Random(7)
    kept = Quiet(lambda done: None if done < 8 or killed.exists() else keep(tmp_path / "cup", killed))
    run(path, watcher=kept)
    journal = (killed / "results.sqlite-wal").read_bytes()
    assert len(journal) > 8 * PAGE
    for place in [0, len(journal) - 1, *(chance.randrange(len(journal)) for _ in range(tears))]:
        shutil.rmtree(tmp_path / "cup")
        shutil.copytree(killed, tmp_path / "cup")
        torn = journal[:place] if tear == "cut" else flipped(journal, 8 * place + chance.randrange(8))
        (tmp_path / "cup" / "results.sqlite-wal").write_bytes(torn)
        run(path)
        assert digest_of_run(path) == half.digest


def keep(folder: Path, copy: Path) -> None:
    """As it is when the machine stops: without what only the memory has."""
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("*-shm"))


def test_a_store_that_is_gone_or_empty_is_not_begun_anew_over_the_logs(tmp_path: Path) -> None:
    path = a_file(tmp_path, rounds=1)
    run(path, work, stop_after=1)
    store = Home.of(path).store
    for lose in (store.unlink, lambda: store.write_bytes(b"")):
        lose()
        with pytest.raises(
            Mistake, match=r"results.sqlite: there is nothing in it, but matches were played, such as 0"
        ):
            run(path)


def test_a_runner_killed_before_there_was_anything_in_the_store_is_gone_on_with(tmp_path: Path) -> None:
    path = a_file(tmp_path, rounds=1)
    (tmp_path / "cup").mkdir()
    Home.of(path).store.touch()
    assert run(path)


@pytest.fixture(scope="module")
def logged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament with the logs of real programs."""
    path = a_file(tmp_path_factory.mktemp("logged"), ("Ann", "Bob", "Cat", "Dan"), rounds=1)
    assert run(path, work)
    assert CliRunner().invoke(verify, [str(path)]).output.endswith(f"digest {digest_of_run(path)}\n")
    return path


@pytest.mark.parametrize("flips", [8, pytest.param(500, marks=pytest.mark.full)])
@pytest.mark.parametrize("damage", ["cut", "flip"])
def test_verify_names_the_match_whose_log_is_damaged(logged: Path, damage: str, flips: int) -> None:
    log, chance = Home.of(logged).log(2), random.Random(7)
    sound, lines = log.read_bytes(), read_log(log).lines
    last_of_data = len(sound) - 8  # then come the checksum and the length
    try:
        for place in [0, last_of_data - 1, *(chance.randrange(last_of_data) for _ in range(flips))]:
            log.write_bytes(sound[:place] if damage == "cut" else flipped(sound, 8 * place + chance.randrange(8)))
            told = CliRunner().invoke(verify, [str(logged)])
            if told.exit_code == 0:  # some bits between compressed data mean nothing
                assert read_log(log).lines == lines
            else:
                assert told.exit_code == 1
                assert f"match 2: {log}" in told.output
    finally:
        log.write_bytes(sound)


def test_verify_names_a_match_without_a_log_and_a_damaged_store(logged: Path) -> None:
    home = Home.of(logged)
    log, store = home.log(3).read_bytes(), home.store.read_bytes()
    try:
        home.log(3).unlink()
        assert "match 3: " in CliRunner().invoke(verify, [str(logged)]).output
        home.log(3).write_bytes(log)
        home.store.write_bytes(flipped(store, 8 * (store.rindex(b"Ann") + 4)))
        told = CliRunner().invoke(verify, [str(logged)])
        assert told.exit_code == 2
        assert f"{home.store}: damaged" in told.output
    finally:
        home.log(3).write_bytes(log)
        home.store.write_bytes(store)
