"""Starters in many languages: each plays every game, and whoever knows its language can begin with it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from conftest import needs

from referee import game, languages
from referee.cli.languages import command as languages_command
from referee.cli.new import command as new
from referee.clients import bundled, players
from referee.errors import Mistake
from referee.languages import Language
from referee.live import Played, play
from referee.plan import Limits, Plan, checked_options
from referee.resources import folder
from referee.seats.processes import all_children_ours

ROOT = folder("clients")
EVERY = languages.every()
SHORT: dict[str, dict[str, Any]] = {
    "dalmuti": {"hands": 2},
    "hearts": {"target": 30},
    "hill": {"hands": 2},
    "kings": {"turns": 60},
    "tricks": {"target": 20},
}
SLOW_TO_BUILD = {"d", "go", "kotlin", "nim", "scala", "typescript"}  # four seconds or more; `make test-all` plays them
PATIENT = Limits(time=20, first_time=60, bank=600)  # how quick a language is, `make bench` tells
TRICKS = [one for one in EVERY if f"@{one.folder}/tricks" in one.clients]
OF_THE_CONTEST = {"python", "javascript", "java", "go", "rust", "c", "cpp", "clojure", "ruby"}


def param(one: Language, *more: str, full: bool = False) -> Any:
    marks = [pytest.mark.full] if full or one.folder in SLOW_TO_BUILD else []
    return pytest.param(one, *more, marks=marks, id="-".join([one.folder, *more]))


def in_every_game() -> list[Any]:
    """`make test` plays one of them in each language, the next in the next."""
    names = game.names()
    return [param(one, name, full=names[n % 5] != name) for n, one in enumerate(EVERY) for name in names]


def installed(one: Language) -> None:
    needs(not one.missing, f"{one.name} ({one.cure})")


def a_copy(one: Language, tmp_path: Path, client: str = languages.STARTER) -> Path:
    """Its folder, so that what it may write is seen."""
    installed(one)
    copied = tmp_path / "client"
    shutil.copytree(ROOT / one.folder / client, copied, ignore=shutil.ignore_patterns("__pycache__"))
    return copied


def files(where: Path) -> dict[str, bytes]:
    return {str(path.relative_to(where)): path.read_bytes() for path in where.rglob("*") if path.is_file()}


def a_match(client: str, name: str, log: Path | None = None, seed: str = "7", **options: int) -> Played:
    texts = [f"Ann={client}", *["@house"] * (game.find(name).seats[0] - 1)]
    chosen = checked_options(game.find(name), options or SHORT[name])
    plan = Plan(name, chosen, players(texts, name), seed, True, PATIENT)
    with all_children_ours():
        return play(plan, log=log)


def is_played_well(played: Played) -> bool:
    ann = played.result.standings[0]
    assert (ann.bad_cards, ann.retired, played.notes) == ({}, "", ()), ann.first_bad_card
    return ann.answers > 0


# Every language


@pytest.mark.parametrize(("one", "name"), in_every_game())
def test_a_starter_plays_every_game_and_writes_no_file(one: Language, name: str, tmp_path: Path) -> None:
    client = a_copy(one, tmp_path)
    before = files(client)
    assert is_played_well(a_match(str(client), name))
    assert files(client) == before


@pytest.mark.full
@pytest.mark.parametrize("name", game.names())
@pytest.mark.parametrize("one", EVERY, ids=lambda one: one.folder)
def test_the_same_seed_is_the_same_match(one: Language, name: str, tmp_path: Path) -> None:
    """But for the times of answers."""
    installed(one)
    log, told = tmp_path / "m.log", []
    for seed in ("1", "1", "2"):
        assert is_played_well(a_match(f"@{one.folder}/starter", name, log, seed))
        told.append(re.sub(r'(?m)^(< \S+) [0-9]+|("\w*micros"): [0-9]+', r"\1\2", log.read_text()))
    assert told[0] == told[1] != told[2]


@pytest.mark.parametrize("one", [param(one) for one in TRICKS])
def test_a_client_plays_tricks_by_the_words_alone(one: Language) -> None:
    installed(one)
    assert is_played_well(a_match(f"@{one.folder}/tricks", "tricks", target=60))


@pytest.mark.full
@pytest.mark.parametrize("one", TRICKS, ids=lambda one: one.folder)
def test_a_client_that_wins_cheaply_beats_chance(one: Language) -> None:
    installed(one)
    played = [a_match(f"@{one.folder}/tricks", "tricks", seed=str(seed), target=60) for seed in range(5)]
    assert all(map(is_played_well, played))
    assert sum(one.result.standings[0].place == 1 for one in played) >= 3


@pytest.mark.parametrize("one", [param(one) for one in EVERY])
def test_a_starter_answers_once_and_leaves_when_its_input_closes(one: Language, tmp_path: Path) -> None:
    """It passes over words that it need not know, and says nothing else, nor anything to its author."""
    (client,) = players([f"Ann={a_copy(one, tmp_path)}"], "tricks")
    said = subprocess.run(
        [*client.command, "Ann"],
        input="|INFO|start hand|1|END|\n|INFO|cards|6H 7D|END|\n|INFO|eclipse|of the sun|END|\n|INFO|night|END|\n"
        "|INFO|played|Bob|-|END|\n|INFO|choices|6H 7D|END|\n|QUERY|card|END|\n|INFO|played|Ann|6H 7D|END|\n",
        env={"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": client.folder, "LANG": "C.UTF-8", "REFEREE_SEED": "0"},
        cwd=client.folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (said.stdout, said.stderr, said.returncode) == ("|RESPONSE|card|6H 7D|END|\n", "", 0)


@pytest.mark.full
@pytest.mark.parametrize("one", EVERY, ids=lambda one: one.folder)
def test_a_build_writes_into_no_home(one: Language, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What compilers keep for themselves, such as those of Go, stands in the folder for such things."""
    client = a_copy(one, tmp_path)
    before = files(client)
    monkeypatch.setenv("RUSTUP_HOME", os.environ.get("RUSTUP_HOME", str(Path.home() / ".rustup")))
    for variable, place in (("HOME", "home"), ("XDG_CACHE_HOME", "cache"), ("XDG_CONFIG_HOME", "config")):
        (tmp_path / place).mkdir()
        monkeypatch.setenv(variable, str(tmp_path / place))
    players([str(client)], "tricks")
    assert (files(client), files(tmp_path / "home")) == (before, {})


# The list of them


def test_the_list_holds_every_folder_and_each_has_a_starter() -> None:
    assert {one.folder for one in EVERY} == {path.name for path in ROOT.iterdir() if path.is_dir()}
    assert len(EVERY) >= 33
    assert all(one.clients[0] == f"@{one.folder}/starter" for one in EVERY)
    assert sorted(client for one in EVERY for client in one.clients) == bundled()
    assert {one.folder for one in TRICKS} >= OF_THE_CONTEST


@pytest.mark.parametrize("client", bundled())
def test_a_manifest_tells_its_language_and_what_it_needs_is_listed(client: str) -> None:
    manifest = tomllib.loads((ROOT / client[1:] / "client.toml").read_text())
    one = languages.find(client[1:].partition("/")[0])
    assert languages.named(manifest.get("language", "")) == one
    words = [*manifest.get("build", []), *manifest["run"]]
    commands = {words[0] for words in (manifest.get("build"), manifest["run"]) if words and "{" not in words[0]}
    jars = {part for word in words for part in word.split(":") if part.startswith("/")}
    assert commands | jars <= set(one.needs)
    assert one.packages
    assert one.flush


@pytest.mark.parametrize("one", EVERY, ids=lambda one: one.folder)
def test_a_starter_is_short_free_and_has_one_place_for_a_strategy(one: Language) -> None:
    (source,) = (ROOT / one.folder / "starter").glob(f"*.{one.ending}")
    lines = source.read_text().splitlines()
    assert 30 <= len(lines) <= 100
    assert sum("Your strategy goes here." in line for line in lines) == 1
    assert any("SPDX-License-Identifier: CC0-1.0" in line for line in lines[:3])
    assert "REFEREE_SEED" in source.read_text()


def test_the_page_on_clients_has_each_language_with_its_packages_times_and_traps() -> None:
    page = (ROOT / "README.md").read_text()
    table = page.split("<!-- languages -->")[1].split("<!-- end of languages -->")[0]
    rows = [line.strip("| ").split(" | ") for line in table.strip().splitlines()[2:]]
    assert [(row[0], row[2]) for row in rows] == [(one.name, f"`{' '.join(one.packages)}`") for one in EVERY]
    assert all(re.fullmatch(r"\d+(\.\d+)*", row[3]) for row in rows)
    assert all(re.fullmatch(r"[\d.]+ ms", time) for row in rows for time in row[4:])
    assert re.findall(r"(?m)^- \*\*(.+)\*\*: ", page) == ["Every language", *(one.name for one in EVERY)]


def test_what_to_install_are_the_packages_of_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "_is_here", lambda need: need not in ("gcc", "swipl"))
    assert languages.to_install() == ["gcc", "libc6-dev", "nim", "swi-prolog-nox"]


def run(command: Any, *words: str) -> Result:
    return CliRunner().invoke(command, words)


def test_languages_are_listed_with_what_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    lines = run(languages_command).output.splitlines()
    assert "C#           csharp      no mcs, no mono; on Debian: apt install mono-mcs" in lines
    assert "Python       python      installed" in lines
    told = {one["folder"]: one for one in json.loads(run(languages_command, "--json").output)}
    assert (told["c"]["installed"], told["c"]["missing"], told["c"]["packages"]) == (
        False,
        ["cc"],
        ["gcc", "libc6-dev"],
    )
    assert told["c"]["clients"] == ["@c/starter", "@c/tricks"]


# A client of one's own


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def made_anew() -> list[Any]:
    """Each is built once more, since it has a name of its own."""
    return [param(one, full="build" in (ROOT / one.folder / "starter/client.toml").read_text()) for one in EVERY]


@pytest.mark.parametrize("one", made_anew())
def test_a_new_client_plays_at_once(one: Language, here: Path) -> None:
    installed(one)
    done = run(new, one.folder, "mybot")
    assert done.exit_code == 0, done.exception
    assert "cannot run" not in done.output
    assert is_played_well(a_match("./mybot", "tricks"))
    page = (here / "mybot" / "README.md").read_text()
    assert len(page.splitlines()) <= 10
    assert f"A client in {one.name} " in page
    assert one.flush in page


def test_the_next_commands_play_a_match_and_find_no_fault(here: Path) -> None:
    match, check = run(new, "python", "mybot", "--game", "hill").output.splitlines()[-2:]
    assert match == "  referee match hill ./mybot @house @house @house @house"
    assert check == "  referee check ./mybot --game hill"
    assert re.search(r"(?m)^ +\d  mybot +-?\d+  - ", said(f"{match} -o hands=1", here))
    assert " steps passed" in said(f"{check} --matches 1", here)


def said(command: str, here: Path) -> str:
    words = [sys.executable, "-m", *command.split()]
    done = subprocess.run(words, cwd=here, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_new_client_has_the_name_of_its_folder(here: Path) -> None:
    (here / "bots").mkdir()
    assert run(new, "C++", "bots/Jerry").exit_code == 0
    manifest = tomllib.loads((here / "bots/Jerry/client.toml").read_text())
    assert (manifest["name"], manifest["language"]) == ("Jerry", "C++")
    assert sorted(files(here / "bots/Jerry")) == ["README.md", "client.cpp", "client.toml"]


def test_what_is_missing_to_run_a_new_client_is_told(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    done = run(new, "kotlin", "mybot")
    assert done.exit_code == 0
    assert "It cannot run yet: this machine has no kotlinc and no java; on Debian: apt install kotlin\n" in done.output


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("javascrip", "new"), r"there is no starter in 'javascrip'; did you mean javascript\?"),
        (("hs", "new"), r"there is no starter in 'hs'; did you mean haskell\?"),
        (("cobol", "new"), r"there is no starter in 'cobol'; there are: ada, awk, .*, typescript"),
        (("c", "mybot"), "mybot is there already; give another name"),
        (("c", "nowhere/new"), "nowhere is no folder to make new in"),
        (("c", "two words"), "two words: a player's name has 1 to 32 of .*"),
        (("c", "new", "--game", "heart"), ".*heart.*"),
    ],
)
def test_a_new_client_that_cannot_be_is_refused_and_nothing_is_written(
    here: Path, words: tuple[str, ...], expected: str
) -> None:
    (here / "mybot").mkdir()
    refused = run(new, *words).exception
    assert isinstance(refused, Mistake)
    assert re.fullmatch(expected, str(refused)), refused
    assert sorted(path.name for path in here.iterdir()) == ["mybot"]
    assert files(here) == {}
