"""A game from a package outside the project is found, played, replayed and verified like any other."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from fakes import FakeTable, plan, played
from toy.toy_game import GAME

from referee.match import Fault

TOY = Path(__file__).parent / "toy"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the package was installed to, by pip, as anybody would."""
    target = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--no-deps", "--no-build-isolation", "--target", target, TOY], check=True)
    return target


def referee(installed: Path, *words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    command = [sys.executable, "-m", "referee", *words]
    return subprocess.run(command, capture_output=True, text=True, env=environment, cwd=cwd, check=False)


def test_it_is_listed_with_its_options(installed: Path, tmp_path: Path) -> None:
    listed = referee(installed, "games", cwd=tmp_path).stdout
    assert "toy  3 players" in listed
    assert "-o rounds=3" in listed


def test_it_is_played_verified_and_replayed(installed: Path, tmp_path: Path) -> None:
    clients = ["@python/random"] * 3
    match = referee(installed, "match", "toy", *clients, "-o", "rounds=5", "--log", "m.log", cwd=tmp_path)
    assert match.returncode == 0, match.stderr
    assert "random-3" in match.stdout
    assert referee(installed, "verify", "m.log", cwd=tmp_path).stdout == "m.log: ok\n"
    assert "|INFO|named|" in referee(installed, "replay", "m.log", "--raw", cwd=tmp_path).stdout


def test_its_rule_page_is_made_from_what_it_declares(installed: Path, tmp_path: Path) -> None:
    page = referee(installed, "rules", "toy", cwd=tmp_path).stdout
    assert "Name numbers; the highest sum wins." in page
    assert "Which number do you name?" in page


def test_a_program_that_was_ended_in_the_last_hand_is_not_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.plan.find", lambda _: GAME)
    table = FakeTable(lambda _: Fault.SILENT)
    played(plan("toy", ("Ann", "Bob", "Cat"), rounds=3), table)
    assert table.program_changes == [("end", "Ann")]
    assert table.lines("end game") == ["|INFO|end game|Ann 0|Bob 0|Cat 0|END|"]
