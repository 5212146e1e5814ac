"""How clients are named: each way to name one finds its program, and what finds none says what was expected."""

import re
import sys
from pathlib import Path

import pytest

from referee import clients
from referee.clients import Client, find, players
from referee.errors import BadClient
from referee.resources import folder

RUN = 'run = ["{python}", "bot.py"]\n'


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the user is: an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def a_folder(name: str, manifest: str) -> Path:
    path = Path(name)
    path.mkdir(parents=True)
    (path / "client.toml").write_text(manifest)
    return path


def a_program(name: str, mode: int = 0o755) -> Path:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(mode)
    return path


def names(*texts: str) -> list[str]:
    return [player.name for player in players(texts, "tricks")]


# Ways to name a client


def test_a_folder_runs_what_its_manifest_says_in_that_folder(here: Path) -> None:
    a_folder("mybot", RUN)
    assert find("mybot") == find("./mybot/") == Client("mybot", (sys.executable, "bot.py"), here / "mybot")


def test_a_manifest_says_more_than_what_to_run() -> None:
    a_folder("mybot", 'name = "Jerry"\nlanguage = "C"\ngames = ["tricks", "hearts"]\nchoices = true\n' + RUN)
    client = find("mybot")
    assert (client.name, client.games, client.choices) == ("Jerry", ("tricks", "hearts"), True)


def test_a_slash_in_the_word_to_run_means_a_file_of_the_folder(here: Path) -> None:
    a_program("mybot/bin/bot")
    (here / "mybot/client.toml").write_text('run = ["bin/bot", "--fast"]')
    assert find("mybot").command == (str(here / "mybot/bin/bot"), "--fast")


def test_the_folder_that_one_is_in_is_a_client_too(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(a_folder("mybot", RUN))
    assert find(".").name == "mybot"


@pytest.mark.parametrize("text", ["bots/jerry.sh", "./bots/jerry.sh"])
def test_an_executable_runs_in_its_own_folder(here: Path, text: str) -> None:
    a_program("bots/jerry.sh")
    assert find(text) == Client("jerry", (str(here / "bots/jerry.sh"),), here / "bots")


def test_a_link_to_a_program_is_run_by_the_name_of_the_link(here: Path) -> None:
    a_program("elsewhere/many-in-one")
    Path("mybot").symlink_to("elsewhere/many-in-one")
    assert find("./mybot").command == (str(here / "mybot"),)


def test_a_command_line_runs_where_the_user_is(here: Path) -> None:
    a_program("mybot")
    expected = Client("mybot", (str(here / "mybot"), "--level", "two words"), here)
    assert find("./mybot --level 'two words'") == expected


def test_a_command_on_the_path_is_named_after_its_script(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_program("bin/interpreter")
    a_program("bots/jerry.xy", 0o644)
    monkeypatch.setenv("PATH", "bin")
    command = (str(here / "bin/interpreter"), "-q", "bots/jerry.xy")
    assert find("interpreter -q bots/jerry.xy") == Client("jerry", command, here)


def test_a_home_folder_may_be_written_as_a_tilde(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(here))
    a_folder("mybot", RUN)
    assert find("~/mybot").folder == here / "mybot"


@pytest.mark.parametrize("text", clients.bundled())
def test_a_bundled_client_is_found_by_language_and_name(text: str) -> None:
    assert find(text).name == text.partition("/")[2]


def test_random_is_bundled_and_is_told_what_is_legal() -> None:
    assert [player.choices for player in players(["@python/random", "@python/tricks"], "tricks")] == [True, False]


# Names of players


def test_a_player_is_named_before_an_equals_sign() -> None:
    a_program("mybot")
    assert names("Jerry=./mybot", "Mitch=./mybot --x=1", "./mybot --x=1") == ["Jerry", "Mitch", "mybot"]


def test_an_equals_sign_in_a_path_or_after_a_space_names_nobody() -> None:
    a_program("bots/a=b")
    a_program("mybot")
    assert names("bots/a=b", "./mybot a=b") == ["a-b", "mybot"]


def test_equal_names_get_a_number_that_nobody_has_yet() -> None:
    a_program("mybot")
    assert names("./mybot", "./mybot", "mybot-3=./mybot", "./mybot") == ["mybot", "mybot-2", "mybot-3", "mybot-4"]


def test_a_chosen_name_stays_and_the_others_make_room() -> None:
    a_program("mybot")
    assert names("./mybot", "mybot=./mybot") == ["mybot-2", "mybot"]


def test_a_long_name_is_cut_to_make_room_for_its_number() -> None:
    a_program("b" * 40)
    assert names("b" * 40, "b" * 40) == ["b" * 32, "b" * 30 + "-2"]


@pytest.mark.parametrize(("file", "name"), [("_Über bot.v2.sh", "ber-bot.v2"), ("---", "client")])
def test_a_file_whose_name_no_player_may_have_gets_the_nearest_one(file: str, name: str) -> None:
    a_program(file)
    assert find(f"./{file}").name == name


def test_choices_are_given_to_the_players_named_for_it() -> None:
    a_program("mybot")
    seated = players(["./mybot", "./mybot"], "tricks", ["mybot-2"])
    assert [player.choices for player in seated] == [False, True]


# What is refused, in a line that names it and says what was expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "a client cannot be empty:"),
        (" ", "a client cannot be empty:"),
        ("Jerry=", "a client cannot be empty: give a folder, an executable, a command line or @python/random"),
        ("''", "'': there is no folder, file or command ''"),
        ("nosuch", "nosuch: there is no folder, file or command 'nosuch'"),
        ("nosuch --fast", "nosuch --fast: there is no folder, file or command 'nosuch'"),
        ("./nosuch", "./nosuch: there is no file {here}/nosuch"),
        ("~nobody-of-that-name/bot", "~nobody-of-that-name/bot: there is no file {here}/~nobody-of-that-name/bot"),
        ("./" + "x" * 300, "./" + "x" * 300 + ": there is no file {here}/" + "x" * 300),
        ("empty", "{here}/empty: the folder has no client.toml"),
        ("plain.py", "plain.py: the file is not executable; run `chmod +x plain.py`, or name its interpreter too"),
        ("./plain.py -x", "./plain.py -x: the file is not executable; run `chmod +x {here}/plain.py`, or name its"),
        ("mybot --fast", "mybot --fast: there is no folder, file or command 'mybot'; the file of that name is ./mybot"),
        ("./mybot 'open", "./mybot 'open: not a command line (No closing quotation)"),
        (
            "@python/nosuch",
            f"@python/nosuch: no such bundled client; there are: @house, {', '.join(clients.bundled())}",
        ),
        ("@python", "@python: no such bundled client; there are:"),
        ("@../../secret", "@../../secret: no such bundled client; there are:"),
        ("=./mybot", "=./mybot: a player's name has 1 to 32 of A-Za-z0-9_.-, a letter or digit first"),
        ("-x=./mybot", "-x=./mybot: a player's name has 1 to 32 of A-Za-z0-9_.-, a letter or digit first"),
        ("Jerry=nosuch", "nosuch: there is no folder, file or command 'nosuch'"),
    ],
)
def test_what_is_no_client_is_said(here: Path, text: str, expected: str) -> None:
    Path("empty").mkdir()
    a_program("plain.py", 0o644)
    a_program("mybot")
    with pytest.raises(BadClient) as refused:
        players([text], "tricks")
    assert str(refused.value).startswith(expected.format(here=here))
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("manifest", "expected"),
    [
        ("", "the key 'run' is missing: the words of the command"),
        ("run = [", "Invalid value (at end of document)"),
        (b'run = ["\xff"]', "'utf-8' codec can't decode byte 0xff in position 8: invalid start byte"),
        (RUN + 'command = "x"', "unknown key 'command'; a manifest has: name, language, build, run, games, choices"),
        ('run = "./bot"', "run should be a list of one or more strings, not './bot'"),
        ("run = []", "run should be a list of one or more strings, not []"),
        ('run = ["./bot", 1]', "run should be a list of one or more strings, not ['./bot', 1]"),
        ('run = ["./bot\\u0000"]', "run should be a list of one or more strings, not ['./bot\\x00']"),
        (RUN + "games = 'tricks'", "games should be a list of one or more strings, not 'tricks'"),
        (RUN + "choices = 1", "choices should be true or false, not 1"),
        (RUN + "name = true", "name should be a string, not True"),
        (RUN + "name = 'two words'", "name has 1 to 32 of A-Za-z0-9_.-, a letter or digit first, not 'two words'"),
        ('run = ["nosuch"]', "run: there is no folder, file or command 'nosuch'"),
        ('run = [""]', "run: there is no folder, file or command ''"),
        ('run = ["./nosuch"]', "run: there is no file {here}/mybot/nosuch"),
        ('run = ["plain"]', "run: there is no folder, file or command 'plain'; the file of that name is ./plain"),
        ('run = ["./plain"]', "run: the file is not executable; run `chmod +x {here}/mybot/plain`"),
    ],
)
def test_a_manifest_that_is_wrong_is_named_with_key_and_what_was_expected(
    here: Path, manifest: str | bytes, expected: str
) -> None:
    a_program("mybot/plain", 0o644)
    path = here / "mybot/client.toml"
    path.write_bytes(manifest if isinstance(manifest, bytes) else manifest.encode())
    with pytest.raises(BadClient) as refused:
        find("mybot")
    assert re.match(rf"{re.escape(str(path))}: {re.escape(expected.format(here=here))}", str(refused.value))


def test_a_manifest_that_cannot_be_read_is_said(here: Path) -> None:
    Path("mybot/client.toml").mkdir(parents=True)
    with pytest.raises(BadClient, match=rf"^{here}/mybot/client.toml: Is a directory$"):
        find("mybot")


def test_a_game_that_a_client_does_not_play_is_said() -> None:
    a_folder("mybot", RUN + 'games = ["hearts", "hill"]')
    with pytest.raises(BadClient, match=r"^mybot: this client plays hearts, hill, not tricks$"):
        players(["Jerry=mybot"], "tricks")


def test_choices_for_nobody_are_said_with_the_names_there_are() -> None:
    a_program("mybot")
    with pytest.raises(BadClient, match=r"^--choices Mitch: no player has that name; there are: Jerry, mybot$"):
        players(["./mybot", "Jerry=./mybot"], "tricks", ["Mitch"])


# The page on clients


def test_the_readme_lists_the_keys_of_a_manifest_as_they_are() -> None:
    page = Path(folder("clients"), "README.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \| ([^|]*) \| ([^|]*) \|$", page, re.MULTILINE)
    types = {str: "a string", bool: "true or false", list: "a list of one or more strings"}
    expected = [(key, types[kind] + ", needed" * must, text) for key, (kind, must, text) in clients.KEYS.items()]
    assert rows == expected


def test_the_readme_names_the_bundled_clients() -> None:
    page = Path(folder("clients"), "README.md").read_text()
    assert sorted(set(re.findall(r"`(@\w+/\w+)`", page))) == clients.bundled()
