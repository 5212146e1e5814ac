"""The file of a tournament: every key is read, and every mistake in it is named with its line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.errors import Mistake
from referee.formats.known import FORMATS
from referee.game import find, names
from referee.plan import Limits
from referee.tournament.file import parsed, read
from referee.tournament.keys import KEYS, ROUNDS
from referee.tournament.setup import Setup, Source

CUP = Path("cup.toml")
FIVE = "".join(f'{name} = "@python/random"\n' for name in ("ann", "bob", "cat", "dan", "eve"))


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def a_setup(top: str = "", tables: str = "", game: str = '"tricks"') -> Setup:
    return parsed(f"game = {game}\n{top}\n[entrants]\n{FIVE}{tables}", CUP)


def refusal(text: str) -> str:
    with pytest.raises(Mistake) as refused:
        parsed(text, CUP)
    return str(refused.value)


# What is read


def test_a_game_and_entrants_are_enough() -> None:
    sources = tuple(Source(name, "@python/random", False) for name in ("ann", "bob", "cat", "dan", "eve"))
    assert a_setup() == Setup(
        path=CUP,
        games=("tricks",),
        options={"tricks": {"target": 1000}},
        seats={"tricks": 4},
        limits={"tricks": Limits(2.0, 10.0, 60.0, find("tricks").bad_cards)},
        format="round-robin",
        rounds=10,
        deals=1,
        seatings="rotations",
        challengers=(),
        seed=None,
        beacon=None,
        cores=1,
        sources=sources,
    )


def test_every_key_is_read() -> None:
    text = """
        game = ["dalmuti", "hill"]
        format = "gauntlet"
        rounds = 3
        deals = 2
        seatings = "one"
        seats = 6
        challengers = ["ann", "eve"]
        beacon = "the lottery"
        cores = 2
        options.hill.hands = 4
        [limits]
        time = 1
        first_time = 5.5
        bank = 20
        bad_cards = 4
        [entrants]
        ann = { client = "@python/random", choices = true }
    """
    setup = parsed(text + FIVE.replace("ann", "fay"), CUP)
    limits = Limits(1.0, 5.5, 20.0, 4)
    assert setup == Setup(
        path=CUP,
        games=("dalmuti", "hill"),
        options={"dalmuti": {"hands": 10}, "hill": {"hands": 4}},
        seats={"dalmuti": 6, "hill": 5},
        limits={"dalmuti": limits, "hill": limits},
        format="gauntlet",
        rounds=3,
        deals=2,
        seatings="one",
        challengers=("ann", "eve"),
        seed=None,
        beacon="the lottery",
        cores=2,
        sources=(
            Source("ann", "@python/random", True),
            *(Source(name, "@python/random", False) for name in ("fay", "bob", "cat", "dan", "eve")),
        ),
    )


@pytest.mark.parametrize("name", FORMATS)
def test_a_knockout_and_a_ladder_have_no_number_of_rounds_unless_it_is_set(name: str) -> None:
    extra = 'challengers = ["ann"]\n' if name == "gauntlet" else ""
    assert a_setup(f'format = "{name}"\n{extra}').rounds == (0 if name in ("knockout", "ladder") else ROUNDS)


def test_how_many_bad_cards_retire_a_player_is_the_games_own_unless_set() -> None:
    games = ["tricks", "hearts"]
    own = {name: find(name).bad_cards for name in games}
    assert len(set(own.values())) == 2
    limits = a_setup(game=json.dumps(games)).limits
    assert {name: limits[name].bad_cards for name in games} == own


def test_clients_are_found_from_the_folder_of_the_file(here: Path) -> None:
    folder = here / "cups"
    (folder / "bot").mkdir(parents=True)
    (folder / "bot/client.toml").write_text('run = ["{python}", "bot.py"]')
    (folder / "cup.toml").write_text(f'game = "tricks"\n[entrants]\n{FIVE}me = "bot"')
    assert read(Path("cups/cup.toml")).sources[-1] == Source("me", "bot", False)


def test_a_client_that_is_frozen_need_not_be_there_any_more() -> None:
    text = f'game = "tricks"\n[entrants]\n{FIVE}me = "./gone"\n'
    assert parsed(text, CUP, frozen={"me"}).sources[-1].client == "./gone"
    assert refusal(text).startswith("cup.toml:8: entrants.me: ./gone: there is no")


def test_a_file_may_begin_with_a_byte_order_mark_and_end_its_lines_as_windows_does(here: Path) -> None:
    text = f'game = "tricks"\nrounds = 3\n[entrants]\n{FIVE}'.replace("\n", "\r\n")
    (here / "cup.toml").write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert read(CUP).rounds == 3


# Mistakes

TEXTS_MEANT = {
    "{top}": ", ".join(dict.fromkeys(key.parts[0] for key in KEYS)),
    "{rounds}": "a whole number from 1 to 1000000, or 0 for a knockout or a ladder",
    "{house}": "the players that fill empty seats have such names; choose another",
    "{client}": 'a client in quotes, or { client = "...", choices = true }',
    "{kinds}": "a folder with a client.toml, an executable, a command line, or a bundled one as @python/random",
}


def meant(text: str) -> str:
    return re.sub(r"\{\w+\}", lambda found: TEXTS_MEANT[found[0]], text)


@pytest.mark.parametrize(
    ("top", "tables", "expected"),
    [
        ('rounds = "ten"', "", '2: rounds should be {rounds}, not "ten"'),
        ("rounds = -1", "", "2: rounds should be {rounds}, not -1"),
        ("rounds = true", "", "2: rounds should be {rounds}, not true"),
        ("rounds = 0", "", "2: rounds: at least 1 is needed"),
        ("deals = 0", "", "2: deals should be a whole number from 1 to 1000000, not 0"),
        ("deals = 1.0", "", "2: deals should be a whole number from 1 to 1000000, not 1.0"),
        ("cores = 0", "", "2: cores should be a whole number from 1 to 1024, not 0"),
        ('seatings = "all"', "", '2: seatings should be one of rotations, orders, one, not "all"'),
        ("seatings = ['one']", "", '2: seatings should be one of rotations, orders, one, not ["one"]'),
        ("seats = 5", "", "2: seats: tricks is played by 4 players, not 5"),
        ("seats = '4'", "", '2: seats should be a whole number, not "4"'),
        ("format = 'league'", "", f'2: format should be one of {", ".join(FORMATS)}, not "league"'),
        ("seed = 7", "", '2: seed should be a string of 1 to 64 letters and digits, such as "7", not 7'),
        ("seed = ''", "", '2: seed should be a string of 1 to 64 letters and digits, such as "7", not ""'),
        ("seed = '7 8'", "", '2: seed should be a string of 1 to 64 letters and digits, such as "7", not "7 8"'),
        (
            "seed = '7'\nbeacon = 'x'",
            "",
            "3: beacon: it is mixed into a secret seed, and here the seed is given; remove one of them",
        ),
        ("beacon = ' '", "", '2: beacon should be a line of text, not " "'),
        ("beacon = 2030-01-01", "", "2: beacon should be a line of text, not 2030-01-01"),
        ('beacon = "a\\nb"', "", '2: beacon should be a line of text, not "a\\nb"'),
        (
            "challengers = ['ann']",
            "",
            '2: challengers: only a gauntlet has them; add format = "gauntlet", or remove them',
        ),
        ("challengers = 'ann'", "", '2: challengers should be a list of names of entrants, not "ann"'),
        (
            "format = 'gauntlet'\nchallengers = [\n  'ann',\n  'zoe']",
            "",
            '5: challengers should be a list of names of entrants; "zoe" is none',
        ),
        ("format = 'gauntlet'\nchallengers = ['ann', 'ann']", "", '3: challengers names "ann" twice'),
        ("round = 3", "", "2: unknown key round; there are: {top}"),
        ("'two words' = 3", "", '2: unknown key "two words"; there are: {top}'),
        ('"a\\nb" = 3', "", '2: unknown key "a\\nb"; there are: {top}'),
        ("[cup]", "", "2: unknown key cup; there are: {top}"),
        ("limits = 2", "", "2: limits should be a table, not 2"),
        ("", "[limits]\ntime = 0", "10: limits.time should be a number of seconds from 0.01 to 86400, not 0"),
        ("", "[limits]\ntime = nan", "10: limits.time should be a number of seconds from 0.01 to 86400, not nan"),
        ("", "[limits]\nbank = true", "10: limits.bank should be a number of seconds from 0.01 to 86400, not true"),
        (
            "limits = {time = 1, bank = inf}",
            "",
            "2: limits.bank should be a number of seconds from 0.01 to 86400, not inf",
        ),
        ("limits.bad_cards = 0", "", "2: limits.bad_cards should be a whole number from 1 to 1000, not 0"),
        ("", "[limits]\nmemory = 3", "10: unknown key limits.memory; limits has: time, first_time, bank, bad_cards"),
        ("options.tricks.target = 0", "", "2: options.tricks: target is a number from 1 to 100000, not 0"),
        ("options.tricks.target = '9'", "", '2: options.tricks.target should be a whole number, not "9"'),
        ("", "[options.tricks]\n\ngoal = 3", "11: options.tricks: tricks has no option 'goal'; it has: target"),
        ("", "[options.hill]", "9: options.hill is for a game that is not played here; those are: tricks"),
        ("options.tricks = 3", "", "2: options.tricks should be a table, not 3"),
        ("", "house = '@python/random'", "9: entrants.house: {house}"),
        ("", "house-2 = '@python/random'", "9: entrants.house-2: {house}"),
        (
            "",
            "'a b' = '@python/random'",
            '9: entrants."a b": a name has 1 to 32 of A-Za-z0-9_.-, a letter or digit first',
        ),
        ("", "-a = '@python/random'", "9: entrants.-a: a name has 1 to 32 of A-Za-z0-9_.-, a letter or digit first"),
        (
            "",
            "Ann = '@python/random'",
            "9: entrants.Ann: another entrant is named ann; names should differ in more than case",
        ),
        ("", "fay = 3", "9: entrants.fay should be {client}, not 3"),
        ("", "fay = ''", '9: entrants.fay should be {client}, not ""'),
        ("", "fay = {}", "9: entrants.fay.client is missing: the client, where more is said of it"),
        ("", "fay.client = 'x'\nfay.choices = 1", "10: entrants.fay.choices should be true or false, not 1"),
        ("", "fay = { run = 'x' }", "9: unknown key entrants.fay.run; entrants.fay has: client, choices"),
        (
            "",
            "fay = '@house'",
            "9: entrants.fay: house players fill empty seats by themselves; as an entrant take @python/random",
        ),
        ("", "fay = 'nosuch'", "9: entrants.fay: nosuch: there is no folder, file or command 'nosuch'"),
        ("", "fay = '@python/hearts'", "9: entrants.fay: @python/hearts: this client plays hearts, not tricks"),
        ("", "fay = { client = 3 }", "9: entrants.fay.client should be {kinds}, not 3"),
    ],
)
def test_a_mistake_is_named_with_its_line_what_was_expected_and_what_was_found(
    top: str, tables: str, expected: str
) -> None:
    text = f'game = "tricks"\n{top}\n[entrants]\n{FIVE}{tables}'
    assert refusal(text) == f"cup.toml:{meant(expected)}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "cup.toml: game is missing: the game that is played; of several, every table plays each of them"),
        ('game = "tricks"', "cup.toml: entrants is missing: who plays: names, each with its client"),
        ("game = []", "cup.toml:1: game should be the name of a game, or a list of several, not []"),
        ('game = "go"\n[entrants]', f"cup.toml:1: game: there is no game 'go'; there are: {', '.join(names())}"),
        ('game = [\n"hearts",\n"hearts"]\n[entrants]', "cup.toml:3: game names hearts twice"),
        ('game = "tricks"\n[entrants]', "cup.toml:2: [entrants]: at least two are needed"),
        ('game = "tricks"\n\nentrants.a = "@python/tricks"', "cup.toml:3: [entrants]: at least two are needed"),
        (
            f'game = "tricks"\nformat = "gauntlet"\n[entrants]\n{FIVE}',
            'cup.toml:2: challengers: a gauntlet needs at least one, such as challengers = ["mybot"]',
        ),
        (
            f'game = ["tricks", "hill"]\nformat = "swiss"\n[entrants]\n{FIVE}',
            "cup.toml:1: game: in a swiss all games need the same number of seats, but tricks has 4, hill has 5",
        ),
        (
            f'game = ["dalmuti", "tricks"]\nseats = 9\n[entrants]\n{FIVE}',
            "cup.toml:2: seats: dalmuti is played by 5 to 8 players, not 9",
        ),
    ],
)
def test_what_is_missing_or_cannot_be_played_is_said(text: str, expected: str) -> None:
    assert refusal(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("game = \n", "cup.toml:1: Invalid value, at column 8"),
        ('game = "tricks"\nrounds = 1\nrounds = 2\n', "cup.toml:3: Cannot overwrite a value, at column 11"),
        ('game = "tricks"\n[entrants]\na = "x"\na = "y"\n', "cup.toml:4: Cannot overwrite a value, at column 8"),
        ('game = ["tricks"', "cup.toml: Unclosed array (at end of document)"),
        ("rounds = " + "9" * 5000, "cup.toml: a number is too long, or brackets stand too deep in each other"),
        ("rounds = " + "[" * 5000, "cup.toml: a number is too long, or brackets stand too deep in each other"),
    ],
    ids=range(6),
)
def test_what_is_no_toml_is_said_with_its_line(text: str, expected: str) -> None:
    assert refusal(text) == expected


def test_a_long_value_is_shown_in_part() -> None:
    assert (
        refusal(f'game = "tricks"\nseats = "{"x" * 500}"')
        == f'cup.toml:2: seats should be a whole number, not "{"x" * 59}...'
    )


def test_a_file_that_cannot_be_read_is_said(here: Path) -> None:
    for path, what in [
        (Path("nosuch.toml"), "nosuch.toml: there is no such file; `referee tournament new` writes one"),
        (here, f"{here}: Is a directory"),
    ]:
        with pytest.raises(Mistake) as refused:
            read(path)
        assert str(refused.value) == what


def test_a_byte_that_is_not_utf_8_is_said_with_its_line() -> None:
    CUP.write_bytes(b'game = "tricks"\n# \xff\n')
    with pytest.raises(Mistake, match=r"^cup.toml:2: the file should be UTF-8, but a byte here is not$"):
        read(CUP)


ANY = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.sampled_from(["ann", "swiss"])
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.one_of(st.text(max_size=3), st.sampled_from(["client", "target", "tricks"])), inner, max_size=3
        ),
    ),
    max_leaves=4,
).filter(lambda value: value is not None)


def as_text(value: Any) -> str:
    """Some of it is no TOML, which is to be said as well."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(name)} = {as_text(one)}" for name, one in value.items()) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(as_text, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("NaN", "nan").replace("Infinity", "inf")


@given(st.dictionaries(st.sampled_from([key.name for key in KEYS if len(key.parts) == 1]), ANY, max_size=3))
@settings(max_examples=200, derandomize=True, deadline=None)
def test_whatever_stands_in_the_file_it_is_read_or_refused_in_one_line(data: dict[str, Any]) -> None:
    keys = {"game": "tricks", "entrants": {"ann": "@python/random", "bob": "@python/random"}} | data
    text = "".join(f"{name} = {as_text(value)}\n" for name, value in keys.items())
    try:
        parsed(text, CUP)
    except Mistake as refused:
        assert re.fullmatch(r"cup\.toml(:\d+)?: .+", str(refused))
