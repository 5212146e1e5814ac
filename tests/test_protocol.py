"""The folder protocol/ says what the program does: its pages, its JSON, its samples and its examples."""

from __future__ import annotations

import json
import random
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from fakes import Answer, FakeTable, Strategy, plan, played

from referee import lines
from referee.chance import new_seed
from referee.cli.match import command as match_command
from referee.cli.rules import command as rules_command
from referee.clients import read_manifest
from referee.game import find, names
from referee.games.tricks import GAME
from referee.live import play
from referee.match import GARBLED, MOST_SAID, SAID, Fault
from referee.pages import declared, generate, samples
from referee.plan import Limits, Plan, Player
from referee.resources import folder
from referee.seats.program import PLAIN_PATH
from referee.seats.seat import MOST_STDERR, MOST_UNREAD
from referee.seats.table import A_MOMENT, SECOND, TO_LEAVE, environment
from referee.steps import Ask
from referee.verify import verify
from referee.words import Query

PROTOCOL = folder("protocol")
README = (PROTOCOL / "README.md").read_text(encoding="utf-8")
GAMES = names()
PAGES = {name: (PROTOCOL / f"{name}.md").read_text(encoding="utf-8") for name in GAMES}
HANDS = {name: (PROTOCOL / f"{name}-hand.txt").read_text(encoding="utf-8") for name in GAMES}
GENERATED = generate.generated(PROTOCOL)
EVERY_GAME = pytest.mark.parametrize("name", GAMES)

# What the code generates.


@pytest.mark.parametrize("name", GENERATED)
def test_a_file_says_what_the_code_generates(name: str) -> None:
    assert (PROTOCOL / name).read_text(encoding="utf-8") == GENERATED[name], "run `make protocol`"


def test_the_check_names_the_file_that_differs_and_the_command_mends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in PROTOCOL.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    page = tmp_path / "tricks.md"
    page.write_text(PAGES["tricks"].replace("| INFO | `played`", "| INFO | `plaid`"), encoding="utf-8")
    monkeypatch.setattr(generate, "folder", lambda name: tmp_path)

    refused = CliRunner().invoke(generate.main, ["--check"])
    assert (refused.exit_code, "protocol/tricks.md" in refused.output) == (1, True)
    assert "plaid" in page.read_text(encoding="utf-8"), "the check writes nothing"

    assert CliRunner().invoke(generate.main, []).exit_code == 0
    assert page.read_text(encoding="utf-8") == PAGES["tricks"]
    assert CliRunner().invoke(generate.main, ["--check"]).exit_code == 0


def test_a_page_without_its_marks_is_refused() -> None:
    with pytest.raises(ValueError, match="<!-- words -->"):
        generate.filled("# A page\n", "words", "block")


@EVERY_GAME
def test_the_rules_are_printed_as_the_page_says_them(name: str) -> None:
    assert CliRunner().invoke(rules_command, [name]).output == PAGES[name]


def test_a_game_of_another_package_has_a_page_made_from_its_declarations() -> None:
    page = declared.rule_page(replace(GAME, name="toy", summary="Follow, or else.", seats=range(3, 6), low_wins=True))
    assert page.startswith("# Toy\n\nFollow, or else.\n")
    assert "Players: 3 to 5. The lowest score wins." in page
    assert "`target`" in page
    assert all(f"| {word.type} | `{word.key}` |" in page for word in GAME.words)


# The JSON alone suffices to read every line.


class Reader:
    """Checks lines by the JSON of a game and nothing else."""

    def __init__(self, path: Path) -> None:
        data = json.loads(path.read_text(encoding="utf-8"))
        self.patterns = {kind["name"]: re.compile(kind["pattern"]) for kind in data["kinds"]}
        self.words: dict[tuple[str, str], dict[str, Any]] = {(w["type"], w["key"]): w for w in data["words"]}

    def accepts(self, line: str) -> bool:
        before, kind, key, *texts, end, after = line.split("|")
        word = self.words.get(("QUERY" if kind == "RESPONSE" else kind, key))
        if word is None or (before, end, after) != ("", "END", ""):
            return False
        fields = [word["answer"]] if kind == "RESPONSE" else word.get("fields", [])
        if word.get("repeat"):
            fields = fields + fields[-1:] * (len(texts) - len(fields))
        return len(texts) == len(fields) and all(
            self.patterns[field["kind"]].fullmatch(text) for field, text in zip(fields, texts, strict=True)
        )


READERS = {name: Reader(PROTOCOL / f"{name}.json") for name in GAMES}


def careless(seed: int) -> Strategy:
    """A player that errs in all sorts of ways now and then."""
    chance = random.Random(seed)
    slips: list[Answer] = ["floober", "a|b", "ü" * 70, b"", b"|RESPONSE|card|", b"\xff", Fault.SILENT, Fault.GONE]

    def answer(ask: Ask) -> Answer:
        return chance.choice(slips) if chance.random() < 0.02 else chance.choice(list(ask.legal))

    return answer


def short(name: str) -> dict[str, Any]:
    return {option.name: min(option.default, 100) for option in find(name).options}


@EVERY_GAME
def test_the_json_suffices_to_read_every_line_of_a_match(name: str) -> None:
    tables = FakeTable(careless(1), Bob=careless(2)), FakeTable(lambda ask: ask.legal[-1])  # often to pass
    names = samples.NAMES[: find(name).seats[0]]
    for table in tables:
        played(plan(name, names, seed="3", bad_cards=40, choices=("Bob",), **short(name)), table)
    told = [line for table in tables for line in table.lines()]
    told += [line[2:] for line in HANDS[name].splitlines() if line.startswith("> ")]
    assert [line for line in told if not READERS[name].accepts(line)] == []
    assert {(line.split("|")[1], line.split("|")[2]) for line in told} == set(READERS[name].words), "all words occurred"


@pytest.mark.parametrize(
    "line",
    [
        "|INFO|played|Ann|1S|END|",
        "|INFO|played|Ann|END|",
        "|INFO|played|Ann|2S|3S|END|",
        "|INFO|passed|Ann|END|",
        "|INFO|cards|6H  7D|END|",
        "|INFO|end game|Ann 1|Bob|END|",
        "|INFO|start hand|01|END|",
        "|QUERY|card|6H|END|",
        "|RESPONSE|card|6H 7D|END|",
    ],
)
def test_the_json_tells_a_wrong_line(line: str) -> None:
    assert not READERS["tricks"].accepts(line)


def test_the_json_names_players_options_and_the_number_of_bad_cards() -> None:
    game = json.loads((PROTOCOL / "tricks.json").read_text(encoding="utf-8"))["game"]
    assert (game["name"], game["players"], game["bad_cards"], game["low_wins"]) == ("tricks", [4, 4], 10, False)
    assert [(option["name"], option["default"]) for option in game["options"]] == [("target", 1000)]


# Samples.


def is_read(line: str, name: str) -> bool:
    """Whether the words of the game, or the key of one of its questions, make sense of a line."""
    if line.startswith("|RESPONSE|"):
        keys = [word.key for word in find(name).words if isinstance(word, Query)]
        return any(lines.read_response(line.encode(), key) for key in keys)
    try:
        return bool(find(name).vocabulary.read(line.encode()))
    except lines.BadLine:
        return False


@pytest.mark.parametrize("name", ["tricks", "hearts"])
def test_the_conversation_is_of_one_whole_hand(name: str) -> None:
    hand = HANDS[name].split("# A bad card")[0]
    assert hand.count("|INFO|end trick|") == hand.count("|RESPONSE|card|") == hand.count("|QUERY|card|") == 13
    assert re.search(r"\|INFO\|end hand\|1\|END\|\n> \|INFO\|end game\|[^\n]*\n\n$", hand)


@EVERY_GAME
def test_the_conversation_is_read_by_the_words_of_the_game(name: str) -> None:
    talk = [line for line in HANDS[name].splitlines() if line and not line.startswith("# ")]
    assert [line for line in talk if line[0] == ">" and not is_read(line[2:], name)] == []
    assert [line for line in talk if line[0] == "<" and not is_read(line[2:], name)] == [
        "< RESPONSE card 6H",
        "< |RESPONSE|card|6H6H6H...",
    ]
    assert {line[:2] for line in talk} == {"> ", "< "}


@EVERY_GAME
def test_the_conversation_shows_every_kind_of_bad_card(name: str) -> None:
    kinds = re.findall(r"^# A bad card, (\w+)\.", HANDS[name], re.MULTILINE)
    assert kinds == ["illegal", "garbled", "unasked", "overlong", "silent", "gone"]
    parts = dict(zip(kinds, HANDS[name].split("# A bad card, ")[1:], strict=True))
    for fault in (Fault.OVERLONG, Fault.SILENT, Fault.GONE):
        assert "its program is ended" in parts[fault.value]
    said = {kind: re.findall(r"\|bad card\|Ann\|(.*)\|END\|", part) for kind, part in parts.items()}
    assert said["silent"] == ["(silent)"]
    assert said["gone"] == ["(gone)"]
    assert said["garbled"] == said["overlong"] == ["(garbled)"]
    assert parts["unasked"].count("|QUERY|") == 1, "the second question is not put"


@EVERY_GAME
def test_the_sample_log_is_verified(name: str) -> None:
    assert not verify(PROTOCOL / f"{name}-log.txt").cut


# What the pages say by example is so.


def fenced(page: str, kind: str) -> list[str]:
    blocks = re.findall(r"^```([^\n]*)\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    return [text for its_kind, text in blocks if its_kind == kind]


@pytest.mark.parametrize(("page", "name"), [("README", "tricks"), *((name, name) for name in GAMES)])
def test_every_line_in_the_examples_can_be_read(page: str, name: str) -> None:
    text = PAGES.get(page, README)
    examples = [line for block in fenced(text, "") for line in block.splitlines() if line.startswith("|")]
    assert len(examples) >= 5
    assert [line for line in examples if not (is_read(line, name) and READERS[name].accepts(line))] == []


@pytest.mark.parametrize(("file", "language", "choices"), [("bot.sh", "sh", True), ("bot.py", "python", False)])
def test_the_first_bots_play_without_a_bad_card(tmp_path: Path, file: str, language: str, choices: bool) -> None:
    bot = tmp_path / file
    bot.write_text(fenced(README, f"{language} {file}")[0], encoding="utf-8")
    bot.chmod(0o755)
    command = (str(bot),) if choices else (sys.executable, str(bot))
    players = tuple(Player(name, command, str(tmp_path), choices) for name in ("Ann", "Bob", "Cat", "Dan"))
    result = play(Plan("tricks", {"target": 12}, players, new_seed(), False, Limits())).result
    assert [(one.bad_cards, one.retired) for one in result.standings] == [({}, "")] * 4
    assert max(one.score for one in result.standings) == 12


def test_the_manifest_of_the_page_is_one(tmp_path: Path) -> None:
    path = tmp_path / "client.toml"
    path.write_text(fenced(README, "toml client.toml")[0], encoding="utf-8")
    assert read_manifest(path).name == "mitzi"


def test_the_environment_variables_of_the_page_are_those_of_a_client() -> None:
    there = environment(plan(), plan().players[0])
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| (.*) \|$", README, re.MULTILINE))
    assert set(rows) == set(there)
    assert rows["PATH"] == f"`{PLAIN_PATH}`"
    assert rows["LANG"] == f"`{there['LANG']}`"
    assert set(re.findall(r"REFEREE_[A-Z_]+", README)) <= set(there)


def test_the_options_of_the_page_are_those_of_the_command() -> None:
    named = set(re.findall(r"--[a-z][a-z-]+", README))
    assert len(named) >= 8
    assert named <= {name for option in match_command.params for name in option.opts}


def keys_named(page: str) -> set[str]:
    return set(re.findall(r"`((?:start|end|bad) [a-z]+)`", page))


@EVERY_GAME
def test_the_keys_that_a_page_names_are_words_of_its_game(name: str) -> None:
    keys = {word.key for word in find(name).vocabulary.words}
    assert len(keys_named(PAGES[name])) >= 3
    assert keys_named(PAGES[name]) - keys == set()


def test_the_keys_that_all_games_page_names_are_words_of_tricks() -> None:
    keys = {word.key for word in find("tricks").vocabulary.words}
    assert keys_named(README) - keys == {"bad cards"}, "only the reason of a retirement is none"


def test_what_everybody_is_told_stands_in_the_table_of_faults() -> None:
    told = set(re.findall(r"\| `(\([a-z]+\))` \| (yes|no) \|", README))
    assert told == {(said, "yes") for said in SAID.values()} | {(GARBLED, "no")}


def test_the_faults_of_the_log_are_those_of_the_page() -> None:
    row = next(line for line in README.splitlines() if line.startswith("| `! NAME FAULT"))
    assert set(re.findall(r"`([a-z]+)`", row)) == {fault.value for fault in Fault if fault}


@pytest.mark.parametrize(
    "fact",
    [
        f"at most {lines.MOST_BYTES} bytes, its newline included",
        f"{lines.MOST_BYTES} bytes without a newline",
        f"{MOST_UNREAD // 1024} KiB of lines",
        f"the first {MOST_STDERR // 1024} KiB of it are kept",
        f"cut after {MOST_SAID} code points",
        f"limit is {Limits.time:g} s, and {Limits.first_time:g} s for a program's first answer",
        f"*bank* of {Limits.bank:g} s",
        f"within about {A_MOMENT} ms",
        {1: "One second later"}[TO_LEAVE // SECOND],
    ],
)
def test_the_numbers_of_the_page_are_those_of_the_program(fact: str) -> None:
    assert fact in " ".join(README.split())
