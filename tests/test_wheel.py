"""The wheel, installed away from the clone, has all that it needs: match, rules and replay work."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]


@pytest.fixture(scope="module")
def away(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that the built wheel was installed to."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [*PIP, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, cwd=folder)
    wheel = next(folder.glob("bot_referee-*.whl"))
    subprocess.run([*PIP, "install", "--no-deps", "--target", str(folder / "site"), str(wheel)], check=True, cwd=folder)
    return folder


def referee(away: Path, *words: str) -> str:
    """Runs the installed package alone: the clone is not on its path."""
    program = (
        "import sys; sys.path = [p for p in sys.path if p != sys.argv[1]]; sys.path.insert(0, sys.argv[2]);"
        "del sys.argv[1:3];"
        "import referee; assert referee.__file__.startswith(sys.path[0]), referee.__file__;"
        "from referee.cli import main; main()"
    )
    command = [sys.executable, "-c", program, str(ROOT), str(away / "site"), *words]
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(command, capture_output=True, text=True, cwd=away, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_match_is_played_replayed_and_verified(away: Path) -> None:
    clients = ["@python/tricks", *["@python/random"] * 3]
    assert "random-3" in referee(away, "match", "tricks", *clients, "-o", "target=10", "--log", "m.log.gz")
    assert "|INFO|end game|" in referee(away, "replay", "--raw", "m.log.gz")
    assert referee(away, "verify", "m.log.gz") == "m.log.gz: ok\n"


def test_the_rule_page_comes_with_it(away: Path) -> None:
    assert referee(away, "rules", "tricks") == (ROOT / "protocol" / "tricks.md").read_text()


def test_a_client_is_begun_from_a_starter(away: Path) -> None:
    assert "referee match tricks ./mybot @house @house @house" in referee(away, "new", "python", "mybot")
    assert "mybot" in referee(away, "match", "tricks", "./mybot", "@house", "@house", "@house", "-o", "target=5")


def test_the_clients_come_with_their_kit_and_licence(away: Path) -> None:
    clients = away / "site" / "referee" / "clients" / "python"
    assert (clients / "tricks" / "kit.py").read_text() == (clients / "kit.py").read_text()
    assert "CC0" in (clients / "kit.py").read_text()


def test_the_command_is_called_referee_and_the_licence_is_named() -> None:
    project = (ROOT / "pyproject.toml").read_text()
    assert 'referee = "referee.__main__:main"' in project
    assert 'name = "bot-referee"' in project
    assert 'license = "MIT"' in project
