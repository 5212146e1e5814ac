"""The README is true: its commands run, its bot plays, its output is what the program prints."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import needs

from referee.cli import COMMANDS
from referee.languages import every, find

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return README.split(f"## {title}\n")[1].split("\n## ")[0]


def block(text: str, language: str = "") -> str:
    found = re.search(rf"```{language}\n(.*?)```", text, re.DOTALL)
    assert found
    return found[1]


def sh(command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path}
    return subprocess.run(command, shell=True, cwd=cwd, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    """A folder with the clients that the README speaks of."""
    shutil.copytree(ROOT / "clients" / "python" / "random", tmp_path / "bots" / "jerry")
    (tmp_path / "bots" / "jerry" / "run").write_text("#!/bin/sh\nexec python3 bots/jerry/random_bot.py\n")
    (tmp_path / "bots" / "jerry" / "run").chmod(0o755)
    first = (ROOT / "protocol" / "README.md").read_text(encoding="utf-8").split("```sh bot.sh\n")[1].split("```")[0]
    (tmp_path / "mybot").write_text(first)
    (tmp_path / "mybot").chmod(0o755)
    return tmp_path


def commands_of(title: str) -> list[str]:
    return [line.split("  #")[0].strip() for line in block(section(title)).splitlines()]


def test_the_commands_of_the_first_match_run_as_they_stand_there(bots: Path) -> None:
    for command in commands_of("Play a match"):
        done = sh(command, bots)
        assert done.returncode == 0, (command, done.stderr)
        assert done.stdout


def test_the_commands_of_a_tournament_run_as_they_stand_there(tmp_path: Path) -> None:
    a_hearts_player(tmp_path / "mybot")
    for command in commands_of("Run a tournament"):
        done = sh(command, tmp_path)
        assert done.returncode == 0, (command, done.stderr)
        assert done.stdout
        file = tmp_path / "cup.toml"
        file.write_text(file.read_text().replace("# rounds = 10", "rounds = 1"))


@pytest.mark.full
def test_a_new_bot_is_compared_as_it_stands_there(tmp_path: Path) -> None:
    for name in ("new", "old"):
        a_hearts_player(tmp_path / name)
    (command,) = re.findall(r"(?m)^referee compare .*$", section("Run a tournament"))
    done = sh(f"{command} --max-matches 8", tmp_path)
    assert done.returncode == 3, done.stderr
    assert "undecided" in done.stdout.lower()


def a_hearts_player(path: Path) -> None:
    bot = ROOT / "clients" / "python" / "hearts" / "hearts_bot.py"
    path.write_text(f"#!/bin/sh\nexec {sys.executable} {bot} $1\n")
    path.chmod(0o755)


def test_every_command_is_named() -> None:
    assert set(re.findall(r"(?m)^(?:\$ )?referee (\w+)", README)) == set(COMMANDS)


def test_the_commands_of_a_new_client_run_as_they_stand_there(tmp_path: Path) -> None:
    node = find("javascript")
    needs(not node.missing, f"{node.name} ({node.cure})")
    for command in commands_of("Write a client"):
        done = sh(command, tmp_path)
        assert done.returncode == 0, (command, done.stderr)
        assert done.stdout
    assert f"{len(every())} to start from" in section("Write a client")


def test_the_first_bot_plays_without_a_bad_card(tmp_path: Path) -> None:
    text = section("Write a client")
    (tmp_path / "mybot.py").write_text(block(text, "python"))
    command = text.split("\n$ ")[1].splitlines()[0].replace("python3 ", f"{sys.executable} ")
    done = sh(f"{command} --json", tmp_path)
    assert done.returncode == 0, done.stderr
    assert [one["bad_cards"] for one in json.loads(done.stdout)["standings"]] == [{}, {}, {}, {}]


def test_what_a_program_was_sent_can_be_fed_to_it(bots: Path) -> None:
    match = block(section("Play a match")).splitlines()[0]
    assert sh(match, bots).returncode == 0
    done = sh(block(section("See why a game was lost")).strip().removeprefix("$ "), bots)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("|RESPONSE|card|")


def test_a_program_can_be_asked_again_and_a_match_go_on_as_it_stands_there(bots: Path) -> None:
    assert sh(block(section("Play a match")).splitlines()[0], bots).returncode == 0
    for command in block(section("See why a game was lost").split("asked again")[1]).splitlines():
        done = sh(command.split("  #")[0], bots)
        assert done.returncode == ("-- ./mybot" in command), (command, done.stderr)
        assert done.stdout


@pytest.mark.full
def test_the_output_at_the_top_is_that_of_the_first_command(tmp_path: Path) -> None:
    shown = block(README).splitlines()
    shutil.copytree(ROOT / "clients", tmp_path / "clients")
    recipe = (ROOT / "Makefile").read_text().split("\ntournament:")[1].split("\n\n")[0].splitlines()[1:]
    lines = sh(" && ".join(line.strip().removeprefix("@").replace("$(BIN)/", "") for line in recipe), tmp_path).stdout
    assert (shown[0], shown[-1]) == ("$ make tournament", "$ make test")
    assert without_numbers(shown[1:-1]) == without_numbers(lines.splitlines())


def without_numbers(lines: list[str]) -> list[str]:
    """What differs from run to run is left out: who of the equals is where, and everything with a digit."""
    words = [
        re.sub(r"random(-\d)?|apart$|more$", "", re.sub(r"[0-9a-f]{64}|(?<![\w-])\d[\d.]*", "", line)) for line in lines
    ]
    return [" ".join(line.split()) for line in words]


def test_every_link_leads_somewhere() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", README):
        if target.startswith("#"):
            assert f"## {target[1:].replace('-', ' ')}" in README.lower()
        else:
            assert (ROOT / target).exists(), target


def test_the_exit_codes_are_those_of_the_program() -> None:
    assert re.findall(r"(?m)^\| ([\d, ]+) \|", section("Exit codes")) == ["0", "1", "2", "3", "129, 130, 143"]
