"""The bundled Python clients: the kit says what a bot answers and no more, and the bots play fair and well."""

import ast
import os
import re
import shutil
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import pytest
from conftest import sample
from strength import Strength, measured

from referee import game
from referee.clients import players
from referee.live import play
from referee.plan import Plan, checked_options
from referee.resources import folder
from referee.result import Result

PYTHON = folder("clients") / "python"
KIT = PYTHON / "kit.py"
COPIES = sorted(PYTHON.glob("*/kit.py"))

# The bots that play one game, which has their name; matches that are shorter than usual are enough for some.
BOTS = sorted(path.parent.name for path in PYTHON.glob("*/client.toml") if path.parent.name in game.names())
SHORT: dict[str, dict[str, Any]] = {"tricks": {"target": 60}, "hearts": {"target": 50}}

ECHO = """
import kit

class Echo(kit.Bot):
    heard = []

    def on_cards(self, hand):
        self.heard.append(hand)

    def on_start_trick(self, number, *order):
        self.heard += [number, *order]

    def answer_card(self):
        print("a word to its author")
        return "/".join(self.heard)

    def answer_play_card(self):
        return self.name

    def answer(self, question):
        if question == "number":
            return self.chance.random()
        return super().answer(question)

Echo().play()
"""


def start(tmp_path: Path, **environment: str) -> "subprocess.Popen[str]":
    shutil.copy(KIT, tmp_path)
    (tmp_path / "bot.py").write_text(ECHO)
    return subprocess.Popen(
        [sys.executable, "bot.py", "Jerry"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env={**{key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ}, **environment},
    )


def said(tmp_path: Path, *lines: str, end: str = "\n", **environment: str) -> tuple[list[str], str]:
    """What the bot answers to these lines, and its stderr."""
    with start(tmp_path, **environment) as bot:
        answers, complaints = bot.communicate("".join(line + end for line in lines), timeout=30)
    return answers.splitlines(), complaints


# The kit


@pytest.mark.parametrize("copy", COPIES, ids=str)
def test_each_copy_of_the_kit_is_the_kit(copy: Path) -> None:
    assert copy.read_bytes() == KIT.read_bytes(), f"run: cp {KIT} {copy}"


def test_each_client_that_uses_the_kit_has_its_copy() -> None:
    using = {path.parent for path in PYTHON.glob("*/*.py") if "import kit\n" in path.read_text() and path.stem != "kit"}
    assert {copy.parent for copy in COPIES} == using


@pytest.mark.parametrize("path", sorted(PYTHON.rglob("*.py")), ids=str)
def test_a_starter_runs_on_python_3_8_and_may_be_copied(path: Path) -> None:
    source = path.read_text()
    ast.parse(source, feature_version=(3, 8))
    assert source.startswith("# SPDX-License-Identifier: CC0-1.0\n")


def test_an_answer_is_sent_at_once(tmp_path: Path) -> None:
    with start(tmp_path) as bot:
        assert bot.stdin and bot.stdout
        bot.stdin.write("|INFO|cards|6H 7D|END|\n|QUERY|card|END|\n")
        bot.stdin.flush()
        assert bot.stdout.readline() == "|RESPONSE|card|6H 7D|END|\n"


def test_fields_come_one_by_one_and_a_space_in_a_key_is_an_underscore(tmp_path: Path) -> None:
    lines = ("|INFO|start trick|11|Jerry|Mitch|END|", "|QUERY|card|END|", "|QUERY|play card|END|")
    assert said(tmp_path, *lines)[0] == ["|RESPONSE|card|11/Jerry/Mitch|END|", "|RESPONSE|play card|Jerry|END|"]


def test_words_without_a_method_are_passed_over(tmp_path: Path) -> None:
    lines = ("|INFO|eclipse|END|", "|INFO|end trick|1|Jerry|1|END|", "|NOISE|card|END|", "|INFO|cards|AS|END|")
    assert said(tmp_path, *lines, "|QUERY|card|END|")[0] == ["|RESPONSE|card|AS|END|"]


def test_lines_may_end_as_on_windows(tmp_path: Path) -> None:
    answers = said(tmp_path, "|INFO|cards|AS|END|", "|QUERY|card|END|", end="\r\n")[0]
    assert answers == ["|RESPONSE|card|AS|END|"]


def test_what_a_bot_prints_is_no_answer(tmp_path: Path) -> None:
    answers, complaints = said(tmp_path, "|QUERY|card|END|")
    assert (answers, complaints) == (["|RESPONSE|card||END|"], "a word to its author\n")


def test_a_bot_ends_when_its_input_does(tmp_path: Path) -> None:
    with start(tmp_path) as bot:
        assert bot.communicate("|INFO|cards|AS|END|\n", timeout=30) == ("", "")
    assert bot.returncode == 0


def test_a_question_without_a_method_is_named(tmp_path: Path) -> None:
    answers, complaints = said(tmp_path, "|QUERY|play on|END|")
    assert answers == []
    assert complaints.splitlines()[-1] == "NotImplementedError: write a method answer_play_on(self)"


def test_chance_is_the_same_for_the_same_seed_and_new_without_one(tmp_path: Path) -> None:
    seeded = [said(tmp_path, "|QUERY|number|END|", REFEREE_SEED=seed) for seed in ("1", "1", "2")]
    free = [said(tmp_path, "|QUERY|number|END|") for _ in range(2)]
    assert seeded[0] == seeded[1] != seeded[2]
    assert free[0] != free[1]


# The bots


def a_match(*texts: str, seed: str, game_name: str = "tricks", log: Path | None = None, **options: int) -> Result:
    chosen = checked_options(game.find(game_name), options)
    return play(Plan(game_name, chosen, players(texts, game_name), seed, True), log=log).result


def bad_cards(result: Result) -> dict[str, dict[str, int]]:
    return {standing.player: standing.bad_cards for standing in result.standings if standing.bad_cards}


def seated(name: str, *others: str) -> list[str]:
    """As many as the game needs: the bot of that name in every other seat, in turn the others between."""
    count = game.find(name).seats[0]
    return [f"@python/{name}" if n % 2 == 0 else others[n // 2 % len(others)] for n in range(count)]


@pytest.mark.parametrize("seed", ["1", "2", "3", "4", "5"])
@pytest.mark.parametrize("name", BOTS)
def test_no_bot_ever_plays_a_bad_card(name: str, seed: str) -> None:
    result = a_match(*seated(name, "@python/random"), seed=seed, game_name=name, **SHORT.get(name, {}))
    assert bad_cards(result) == {}


@pytest.mark.parametrize("name", BOTS)
def test_a_hand_that_another_player_spoils_confuses_no_bot(name: str) -> None:
    nonsense = "sh=sh -c 'while read line; do case $line in *QUERY*) echo nonsense;; esac; done'"
    texts = seated(name, nonsense, "@python/random")
    result = a_match(*texts, seed="1", game_name=name, **SHORT.get(name, {}))
    assert set(bad_cards(result)) == {"sh"}


@pytest.mark.parametrize("name", game.names())
def test_random_plays_any_game(name: str) -> None:
    seats = game.find(name).seats
    result = a_match(*["@python/random"] * seats[0], seed="1", game_name=name)
    assert bad_cards(result) == {}


def test_the_same_seed_is_the_same_match(tmp_path: Path) -> None:
    """But for the times of answers."""
    logs = []
    for seed in ("1", "1", "2"):
        log = tmp_path / "m.log.gz"
        a_match(*["@python/random"] * 3, "@python/tricks", seed=seed, target=60, log=log)
        text = zlib.decompress(log.read_bytes(), wbits=31)
        logs.append(re.sub(rb'(?m)^(< \S+) [0-9]+|("\w*micros"): [0-9]+', rb"\1\2", text))
    assert logs[0] == logs[1] != logs[2]
    assert logs[0].count(b"\n< ") > 200


def test_a_copied_client_is_a_client(tmp_path: Path) -> None:
    shutil.copytree(PYTHON / "random", tmp_path / "mybot")
    result = a_match(str(tmp_path / "mybot"), *["@python/random"] * 3, seed="1", target=20)
    assert result.standings[0].player == "mybot"
    assert bad_cards(result) == {}


def test_strength_is_twice_the_fair_share_with_the_interval_above_one_and_a_half() -> None:
    low, high = Strength(wins=50, matches=100, players=4).interval
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)
    assert Strength(50, 100, 4).reached
    assert not Strength(49, 100, 4).reached
    assert not Strength(20, 40, 4).reached  # half of the matches too, but the interval reaches down to 0.352


@pytest.mark.parametrize("name", sample(BOTS, 3))
def test_a_bot_beats_random_ones(name: str) -> None:
    assert measured(name, matches=8, options=SHORT.get(name, {})).reached


@pytest.mark.full
@pytest.mark.parametrize("name", BOTS)
def test_a_bot_beats_random_ones_in_whole_matches(name: str) -> None:
    assert measured(name, matches=40, options={}).reached
