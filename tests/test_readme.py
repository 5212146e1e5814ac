"""The README is true: its commands run, its bot plays, its output is what the program prints."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from referee.cli import COMMANDS

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


def test_the_commands_of_the_first_match_run_as_they_stand_there(bots: Path) -> None:
    commands = [line.split("  #")[0].strip() for line in block(section("Play a match")).splitlines()]
    assert {shlex.split(command)[1] for command in commands} == set(COMMANDS)
    for command in commands:
        done = sh(command, bots)
        assert done.returncode == 0, (command, done.stderr)
        assert done.stdout


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


def test_the_output_at_the_top_is_that_of_the_first_command(tmp_path: Path) -> None:
    shown = block(README).splitlines()
    recipe = (ROOT / "Makefile").read_text().split("\ntournament:")[1].splitlines()[1]
    command = recipe.strip().removeprefix("@$(BIN)/")
    lines = sh(command, tmp_path).stdout.splitlines()
    assert (shown[0], shown[-1]) == ("$ make tournament", "$ make test")
    assert without_numbers(shown[1:-1]) == without_numbers(lines)


def without_numbers(lines: list[str]) -> list[list[str]]:
    """The words of the lines; of the table, in the order of the players' names."""
    head = [re.sub(r"seed \w+", "seed", lines[0]).split(), lines[1].split()]
    return head + sorted([word for word in line.split() if not re.fullmatch(r"[\d.]+", word)] for line in lines[2:])


def test_every_link_leads_somewhere() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", README):
        assert (ROOT / target).exists(), target


def test_the_exit_codes_are_those_of_the_program() -> None:
    assert re.findall(r"(?m)^\| ([\d, ]+) \|", section("Exit codes")) == ["0", "1", "2", "3", "129, 130, 143"]
