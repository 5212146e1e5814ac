"""The file that `referee tournament new` writes: every key stands in it, and it reads back as what was asked for."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.cli.tournament.new import command
from referee.errors import Mistake
from referee.formats.known import FORMATS
from referee.game import find, names
from referee.tournament.file import parsed, read
from referee.tournament.keys import KEYS, rows
from referee.tournament.setup import SEATINGS
from referee.tournament.template import commented

CUP = Path("cup.toml")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


GAMES = {name: find(name) for name in names()}
NUMBERS = st.integers(1, 1_000_000)
SECONDS = st.one_of(st.integers(1, 86400), st.floats(0.01, 86400))
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1).filter(str.strip)
WHO = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,31}", fullmatch=True).filter(
    lambda name: not name.startswith("house")
)


@st.composite
def tournaments(draw: st.DrawFn) -> dict[str, Any]:
    """What a file may say, as tomllib gives it; any key may be left out."""
    games = draw(st.lists(st.sampled_from(sorted(GAMES)), min_size=1, max_size=3, unique=True))
    who = draw(st.lists(WHO, min_size=2, max_size=6, unique_by=str.lower))
    form = draw(st.sampled_from(["round-robin", "gauntlet"]))
    table = st.fixed_dictionaries({"client": st.just("@python/random")}, optional={"choices": st.booleans()})
    options = {
        game: st.fixed_dictionaries(
            {}, optional={option.name: st.integers(option.least, option.most) for option in GAMES[game].options}
        )
        for game in games
    }
    limits: dict[str, st.SearchStrategy[Any]] = dict.fromkeys(("time", "first_time", "bank"), SECONDS)
    may_be: dict[str, st.SearchStrategy[Any]] = {
        "rounds": NUMBERS,
        "deals": NUMBERS,
        "seatings": st.sampled_from(SEATINGS),
        "seed": st.from_regex("[A-Za-z0-9]{1,64}", fullmatch=True),
        "beacon": TEXTS,
        "cores": st.integers(1, 1024),
        "options": st.fixed_dictionaries({}, optional=options),
        "limits": st.fixed_dictionaries({}, optional={**limits, "bad_cards": st.integers(1, 1000)}),
    }
    seats = [GAMES[game].seats for game in games]
    if fit := set.intersection(*map(set, [each for each in seats if len(each) > 1] or seats)):
        may_be["seats"] = st.sampled_from(sorted(fit))
    must_be: dict[str, st.SearchStrategy[Any]] = {
        "game": st.sampled_from([games, games[0]]) if len(games) == 1 else st.just(games),
        "entrants": st.fixed_dictionaries({name: st.one_of(st.just("@python/random"), table) for name in who}),
        "format": st.just(form),
    }
    if form == "gauntlet":
        must_be["challengers"] = st.lists(st.sampled_from(who[1:]), min_size=1, unique=True)
    del may_be[draw(st.sampled_from(["seed", "beacon"]))]  # never both
    return draw(st.fixed_dictionaries(must_be, optional=may_be))


@given(tournaments())
@settings(max_examples=50, derandomize=True, deadline=None)
def test_what_is_written_reads_back_as_it_was(data: dict[str, Any]) -> None:
    assert parsed(commented(data), CUP) == parsed(_plain(data), CUP)


def _plain(data: dict[str, Any], path: str = "") -> str:
    """The same in TOML with a line for each value, by another way."""
    text = ""
    for name, value in data.items():
        key = path + json.dumps(name)
        text += (
            _plain(value, f"{key}.")
            if isinstance(value, dict)
            else f"{key} = {json.dumps(value, ensure_ascii=False)}\n"
        )
    return text


def test_every_key_stands_in_the_file_with_its_meaning_and_default() -> None:
    text = commented({"game": ["tricks", "kings"], "entrants": {"ann": "@python/random", "b.c": "@python/random"}})
    by_itself = tomllib.loads(re.sub(r"(?m)^# (?=\w+ = )", "", text))
    joined = " ".join(line.removeprefix("#").strip() for line in text.splitlines())
    for key in KEYS:
        if len(key.parts) == 1 or key.parts[0] == "limits":
            assert key.parts[-1] in (by_itself if len(key.parts) == 1 else by_itself["limits"])
        if not key.is_table and key.parts[0] not in ("options",) and key.name != "entrants.NAME.client":
            assert key.meaning[1:] in joined
    for game in ("tricks", "kings"):
        assert by_itself["options"][game] == {option.name: option.default for option in GAMES[game].options}
    assert all(FORMATS[name].meaning in joined for name in FORMATS)


def test_what_is_commented_out_holds_by_itself() -> None:
    """Taking the # away from a default changes nothing."""
    text = commented({"game": "tricks", "entrants": {"ann": "@python/random", "bob": "@python/random"}})
    without_example = re.sub(r"(?m)^# (challengers|seed|beacon|NAME).*\n", "", text)
    by_itself = re.sub(r"(?m)^# (?=\w+ = )", "", without_example)
    assert by_itself.count("\n# ") < text.count("\n# ") - 10
    assert parsed(by_itself, CUP) == parsed(text, CUP)


def test_no_line_of_the_file_is_long() -> None:
    text = commented({"game": names(), "entrants": {"ann": "@python/random"}})
    assert max(map(len, text.splitlines())) <= 104


def test_the_table_of_keys_names_each_once() -> None:
    found = [row[0] for row in rows()]
    assert len(set(found)) == len(found)
    assert {"game", "rounds", "limits.time", "options.GAME.OPTION", "entrants.NAME.choices"} <= set(found)
    assert ("deals", "a whole number from 1 to 1000000", "1", "how many deals each table of a round plays") in rows()


def new(*words: str) -> str:
    """What it says, once it has written the file."""
    done = CliRunner().invoke(command, words, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def test_a_new_file_has_entrants_named_like_their_clients(here: Path) -> None:
    (here / "bot").mkdir()
    (here / "bot/client.toml").write_text('run = ["{python}", "bot.py"]\nname = "Jerry"')
    words = ("bot", "@python/hearts", "@python/random", "@python/random", "Mitch=@python/random", "python3 -x")
    told = new("cup.toml", "--game", "hearts", *words)
    clients = {source.name: source.client for source in read(CUP).sources}
    assert clients == {
        "Jerry": "bot",
        "hearts": "@python/hearts",
        "random": "@python/random",
        "random-2": "@python/random",
        "Mitch": "@python/random",
        "python3": "python3 -x",
    }
    assert told.splitlines() == [
        "cup.toml: hearts, round-robin, 6 entrants",
        "next: referee tournament check cup.toml, then referee tournament run cup.toml",
    ]


def test_a_new_file_may_be_of_several_games_and_of_any_format() -> None:
    new("cup.toml", "--game", "tricks", "--game", "hearts", "--format", "swiss", "a=@python/random", "b=@python/random")
    assert (read(CUP).games, read(CUP).format) == (("tricks", "hearts"), "swiss")


def test_the_first_client_of_a_new_gauntlet_is_the_challenger() -> None:
    new("cup.toml", "--game", "tricks", "--format", "gauntlet", "@python/tricks", "@python/random")
    assert read(CUP).challengers == ("tricks",)


def test_in_a_new_file_elsewhere_clients_are_named_from_there(here: Path) -> None:
    (here / "cups").mkdir()
    (here / "bob.py").touch()
    (here / "cups/exe").touch(0o755)
    new("cups/cup.toml", "--game", "tricks", "cups/exe", "./cups/exe -v", "python3 bob.py 3", f"python3 {here}/bob.py")
    clients = [source.client for source in read(Path("cups/cup.toml")).sources]
    assert clients == ["./exe", "./exe -v", "python3 ../bob.py 3", f"python3 {here}/bob.py"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("cup", "--game", "hearts", "@python/random"), "cup: a tournament's file is named like cup.toml"),
        (("no/cup.toml", "--game", "hearts", "@python/random"), "no/cup.toml: there is no folder no"),
        (("cup.toml", "--game", "go", "@python/random"), f"there is no game 'go'; there are: {', '.join(names())}"),
        (("cup.toml", "--game", "hearts", "nosuch"), "nosuch: there is no folder, file or command 'nosuch'"),
        (
            ("cup.toml", "--game", "tricks", "--game", "hearts", "@python/random", "@python/hearts"),
            "@python/hearts: this client plays hearts, not tricks",
        ),
        (("cup.toml", "--game", "hearts", "@python/random"), "[entrants]: at least two are needed"),
        (
            ("cup.toml", "--game", "hearts", "--format", "league", "@python/random", "@python/hearts"),
            f'format should be one of {", ".join(FORMATS)}, not "league"',
        ),
        (
            ("cup.toml", "--game", "hearts", "house=@python/random", "@python/hearts"),
            "entrants.house: the players that fill empty seats have such names; choose another",
        ),
        (
            ("old.toml", "--game", "hearts", "@python/random", "@python/hearts"),
            "old.toml: is already there; choose another name, or remove it",
        ),
    ],
)
def test_what_makes_no_file_is_said_and_nothing_is_written(here: Path, words: tuple[str, ...], expected: str) -> None:
    (here / "old.toml").write_text("old")
    with pytest.raises(Mistake) as refused:
        new(*words)
    assert str(refused.value) == expected
    assert [(path.name, path.read_text()) for path in here.iterdir()] == [("old.toml", "old")]
