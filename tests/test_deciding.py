"""What people decide about a tournament, before it is over: withdrawals, annulments, new versions, new entrants."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tournaments import HONEST, Quiet, a_file, run

from referee.cli.tournament import annul, update, withdraw
from referee.errors import Mistake
from referee.tournament import deciding
from referee.tournament.home import Home
from referee.tournament.store import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A tournament under way, with a bot whose author still works on it."""
    (tmp_path / "bot").mkdir()
    shutil.copy(HONEST[-1], tmp_path / "bot" / "bot.py")
    (tmp_path / "bot" / "client.toml").write_text(f'run = ["{sys.executable}", "bot.py"]\n')
    path = a_file(tmp_path, rounds=3)
    path.write_text(path.read_text() + 'bot = "./bot"\n')
    assert not run(path, stop_after=3)
    return path


def rows(path: Path, query: str) -> list[tuple[Any, ...]]:
    store = Store(Home.of(path).store)
    found = list(store.rows(query))
    store.sql.close()
    return found


def improve(path: Path) -> None:
    bot = path.parent / "bot" / "bot.py"
    bot.write_text(bot.read_text() + "# better\n")


def told(command: Any, *words: object) -> Result:
    return CliRunner().invoke(command, [str(word) for word in words])


def test_a_decision_is_kept_with_its_reason(path: Path) -> None:
    deciding.withdraw(Home.of(path), "Ann", "its author asked")
    deciding.annul(Home.of(path), 1, "they worked together")
    improve(path)
    deciding.update(Home.of(path), "bot", "a bug")
    decided = rows(path, "select kind, entrant, match, because from event where kind != 'enter' order by id")
    assert decided == [
        ("withdraw", "Ann", None, "its author asked"),
        ("annul", None, 1, "they worked together"),
        ("update", "bot", None, "a bug"),
    ]


def test_a_new_version_plays_from_the_next_wave_on_and_the_old_one_keeps_its_matches(path: Path) -> None:
    improve(path)
    assert deciding.update(Home.of(path), "bot", "") == 2
    assert run(path)
    assert rows(path, "select distinct wave, version from seat join match on match = number where entrant = 'bot'") == [
        (1, 1),
        (2, 2),
        (3, 2),
    ]


def test_a_run_under_way_takes_up_a_new_version_and_a_new_entrant(path: Path) -> None:
    decided: list[bool] = []

    def decide(_done: int) -> None:
        if not decided:
            decided.append(True)
            improve(path)
            deciding.update(Home.of(path), "bot", "")
            path.write_text(path.read_text() + 'new = "./bot"\n')
            deciding.update(Home.of(path), "new", "late")

    assert run(path, watcher=Quiet(decide))
    played = "select min(wave), max(version) from seat join match on match = number where entrant = "
    assert rows(path, f"{played} 'new'") == [(2, 1)]
    assert rows(path, f"{played} 'bot'") == [(1, 2)]


def test_the_old_version_stays_in_the_folder(path: Path) -> None:
    improve(path)
    deciding.update(Home.of(path), "bot", "")
    home = Home.of(path)
    assert "# better" not in (home.frozen("bot", 1) / "bot.py").read_text()
    assert "# better" in (home.frozen("bot", 2) / "bot.py").read_text()


@pytest.mark.parametrize(
    ("decide", "words", "refusal"),
    [
        ("withdraw", ("Zoe", ""), "no entrant is named 'Zoe'; there are: Ann, Bob, Cat, Dan, Eve, bot"),
        ("annul", (999, ""), "match 999 was not played; `referee tournament matches .*cup.toml` lists those that were"),
        ("update", ("Zoe", ""), "no entrant is named 'Zoe'"),
        ("update", ("bot", ""), "bot plays as its client is now; there is nothing new to enter"),
    ],
)
def test_what_cannot_be_decided_is_refused(path: Path, decide: str, words: tuple[Any, ...], refusal: str) -> None:
    with pytest.raises(Mistake, match=refusal):
        getattr(deciding, decide)(Home.of(path), *words)


def test_nothing_is_decided_twice(path: Path) -> None:
    home = Home.of(path)
    deciding.withdraw(home, "bot", "")
    with pytest.raises(Mistake, match="bot has left already"):
        deciding.withdraw(home, "bot", "")
    with pytest.raises(Mistake, match="bot has left the tournament"):
        deciding.update(home, "bot", "")
    deciding.annul(home, 1, "")
    with pytest.raises(Mistake, match="match 1 is annulled already"):
        deciding.annul(home, 1, "")


def test_no_version_enters_what_is_over(path: Path) -> None:
    assert run(path)
    improve(path)
    with pytest.raises(Mistake, match="the tournament is over"):
        deciding.update(Home.of(path), "bot", "")


def test_nobody_is_put_into_a_knockout(tmp_path: Path) -> None:
    path = a_file(tmp_path, format="knockout")
    run(path, stop_after=1)
    path.write_text(path.read_text() + "new = '@python/random'\n")
    with pytest.raises(Mistake, match="new cannot enter a knockout that has begun"):
        deciding.update(Home.of(path), "new", "")


def test_a_version_that_does_not_start_is_refused_and_the_old_one_plays_on(path: Path) -> None:
    (path.parent / "bot" / "client.toml").write_text('run = ["./bot.py"]\n')
    (path.parent / "bot" / "bot.py").write_text("#!/no/such/interpreter\n")
    (path.parent / "bot" / "bot.py").chmod(0o755)
    with pytest.raises(Mistake, match="/no/such/interpreter"):
        deciding.update(Home.of(path), "bot", "")
    assert run(path)
    assert rows(path, "select max(version) from seat where entrant = 'bot'") == [(1,)]


def test_the_commands_say_what_holds_now(path: Path) -> None:
    improve(path)
    assert told(update.command, path, "bot").output == "version 2 of bot plays from the next wave on\n"
    assert told(withdraw.command, path, "Ann", "--because", "asked").output == "Ann is withdrawn\n"
    assert told(annul.command, path, 2).output == "match 2 is annulled\n"


@pytest.mark.parametrize("command", [update, withdraw, annul], ids=["update", "withdraw", "annul"])
def test_the_help_of_a_decision_has_an_example(command: Any) -> None:
    shown = told(command.command, "--help").output
    assert f"Example:  referee tournament {command.command.name} cup.toml" in shown
