"""Entrants are frozen: each kind of client is copied whole, plays without its source, and is known by its hash."""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import socket
import sys
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from referee.errors import Mistake
from referee.live import play
from referee.plan import Limits, Plan, Player
from referee.tournament.entrants import changed, differs_from_source, frozen, player
from referee.tournament.records import Entrant
from referee.tournament.setup import Source

MANIFEST = 'run = ["{python}", "bot.py", "--fast"]\n'


@pytest.fixture(autouse=True)
def base(tmp_path: Path) -> Path:
    """The folder of a tournament's file, which is not the one that the user is in."""
    path = tmp_path / "here"
    path.mkdir()
    return path


@pytest.fixture
def place(base: Path) -> Path:
    """Where an entrant is frozen."""
    return base / "cup/entrants/bob/1"


def a_file(path: Path, text: str = "text", mode: int = 0o644) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(mode)
    return path


def a_folder(path: Path, manifest: str = MANIFEST) -> Path:
    a_file(path / "client.toml", manifest)
    a_file(path / "bot.py", "print()")
    return path


def source(client: str, choices: bool = False) -> Source:
    return Source("bob", client, choices)


def freeze(client: str, base: Path, choices: bool = False) -> Entrant:
    return frozen(source(client, choices), base, base / "cup/entrants/bob/1", 1)


def tree(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir()}


# What is copied, and what runs then


def test_of_a_folder_with_a_manifest_all_is_copied_but_git_and_caches(base: Path, place: Path) -> None:
    a_folder(base / "bot")
    for name in ("lib/a.py", ".hidden", ".git/HEAD", "lib/__pycache__/a.pyc", "lib/.git"):
        a_file(base / "bot" / name)
    entrant = freeze("./bot", base)
    assert tree(place) == set(entrant.files) == {"client.toml", "bot.py", "lib/a.py", ".hidden"}
    assert entrant.command == ("{python}", "bot.py", "--fast")
    assert player(entrant, place, "Bob") == Player("Bob", (sys.executable, "bot.py", "--fast"), str(place))


def test_empty_folders_are_copied_too(base: Path, place: Path) -> None:
    (a_folder(base / "bot") / "logs/old").mkdir(parents=True)
    freeze("bot", base)
    assert (place / "logs/old").is_dir()


def test_a_program_in_its_folder_is_run_in_the_copy(base: Path, place: Path) -> None:
    bot = a_folder(base / "bot", 'run = ["bin/bot"]')
    a_file(bot / "bin/bot", mode=0o755)
    entrant = freeze("bot", base)
    assert entrant.command == ("{folder}/bin/bot",)
    assert player(entrant, place, "Bob").command == (f"{place}/bin/bot",)
    assert os.access(place / "bin/bot", os.X_OK)


def test_absolute_paths_into_a_clients_folder_lead_to_the_copy(base: Path) -> None:
    bot = base / "bot"
    a_folder(bot, f'run = ["{bot}/run", "{bot}/bot.py", "../bot/bot.py", "./bot.py"]')
    a_file(bot / "run", mode=0o755)
    assert freeze("bot", base).command == ("{folder}/run", "{folder}/bot.py", "{folder}/bot.py", "./bot.py")


def test_a_program_elsewhere_that_is_named_by_its_path_stays_there_but_must_not_change(base: Path, place: Path) -> None:
    tool = a_file(base / "tools/run", mode=0o755)
    a_folder(base / "bot", f'run = ["{tool}", "bot.py"]')
    entrant = freeze("bot", base)
    assert entrant.command == (str(tool), "bot.py")
    assert changed(entrant, place) == ""
    tool.write_text("other")
    assert changed(entrant, place) == f"{tool} was changed"


def test_a_bundled_client_is_copied_like_a_folder(base: Path, place: Path) -> None:
    entrant = freeze("@python/random", base)
    assert tree(place) == {"client.toml", "kit.py", "random_bot.py"}
    assert (entrant.command, entrant.choices, entrant.client) == (("{python}", "random_bot.py"), True, "@python/random")


def test_of_an_executable_that_file_is_copied(base: Path, place: Path) -> None:
    a_file(base / "bots/my bot.sh", mode=0o755)
    a_file(base / "bots/other")
    entrant = freeze("bots/my bot.sh", base)
    assert tree(place) == {"my bot.sh"}
    assert player(entrant, place, "Bob").command == (f"{place}/my bot.sh",)


@pytest.mark.parametrize(
    ("client", "command", "files"),
    [
        ("python3 bob.py 3", ("PATH", "bob.py", "3"), {"bob.py"}),
        ("python3 ./lib/../bob.py", ("PATH", "{folder}/bob.py"), {"bob.py"}),
        ("python3 lib/run.py lib", ("PATH", "lib/run.py", "lib"), {"lib/run.py", "lib/deep/data"}),
        ("python3 {base}/bob.py", ("PATH", "{folder}/bob.py"), {"bob.py"}),
        ("python3 ../up.py", ("PATH", "{folder}/_up/up.py"), {"_up/up.py"}),
        ("python3 {above}/up.py", ("PATH", "{folder}/_root{above}/up.py"), {"_root{above}/up.py"}),
        ("python3 -c pass {above}", ("PATH", "-c", "pass", "{above}"), set()),
        ("./bot --level 3", ("{folder}/bot", "--level", "3"), {"bot"}),
        ("./bot lib", ("{folder}/bot", "lib"), {"bot", "lib/run.py", "lib/deep/data"}),
        ("./bot bob.py", ("{base}/bot", "bob.py"), {"bob.py"}),
    ],
)
def test_of_a_command_line_the_files_and_folders_among_its_words_are_copied(
    base: Path, place: Path, client: str, command: tuple[str, ...], files: set[str]
) -> None:
    """A command of the PATH is kept, as an absolute path; so is a program that is the interpreter of a file."""
    for name in ("bob.py", "lib/run.py", "lib/deep/data", "../up.py"):
        a_file(base / name)
    a_file(base / "bot", mode=0o755)

    def meant(text: str) -> str:
        return text.replace("{base}", str(base)).replace("{above}", str(base.parent))

    entrant = freeze(meant(client), base)
    python = str(Path(shutil.which("python3") or "").absolute())
    assert entrant.command == tuple(python if word == "PATH" else meant(word) for word in command)
    assert tree(place) == {meant(name) for name in files}


def test_links_are_followed_and_their_content_is_copied(base: Path, place: Path) -> None:
    bot = a_folder(base / "bot")
    a_file(base / "shared/data", "secret of success")
    (bot / "lib").symlink_to("../shared")
    (bot / "data").symlink_to(base / "shared/data")
    freeze("bot", base)
    shutil.rmtree(base / "shared")
    assert [(place / name).read_text() for name in ("lib/data", "data")] == ["secret of success"] * 2
    assert not any(path.is_symlink() for path in place.rglob("*"))


def test_choices_come_from_the_file_or_the_manifest(base: Path) -> None:
    a_folder(base / "plain")
    a_folder(base / "told", MANIFEST + "choices = true")
    asked = [("plain", False), ("plain", True), ("told", False)]
    assert [freeze(client, base, choices).choices for client, choices in asked] == [False, True, True]


def test_the_entrant_tells_what_it_came_from(base: Path, place: Path) -> None:
    a_folder(base / "bot")
    entrant = frozen(source("./bot"), base, place, 3)
    assert (entrant.name, entrant.version, entrant.client) == ("bob", 3, "./bot")


def test_the_copy_plays_after_its_source_is_gone(base: Path, place: Path) -> None:
    shutil.copytree(Path(__file__).parent.parent / "clients/python/random", base / "bot")
    entrant = freeze("bot", base)
    shutil.rmtree(base / "bot")
    players = tuple(player(entrant, place, name) for name in ("Ann", "Bob", "Cat", "Dan"))
    result = play(Plan("tricks", {"target": 10}, players, "7", True, Limits())).result
    assert [standing.retired for standing in result.standings] == [""] * 4
    assert not any(standing.bad_cards for standing in result.standings)


# The hash


def test_the_hash_is_the_same_wherever_the_tournament_lies(tmp_path: Path) -> None:
    hashes = []
    for base in (tmp_path / "one", tmp_path / "two/deep"):
        a_folder(base / "bot")
        a_file(base / "exe", mode=0o755)
        clients = ("bot", "./exe", "./exe -x", "python3 bot/bot.py", f"python3 {base}/bot/bot.py", "@python/random")
        hashes.append([freeze(client, base).hash for client in clients])
    assert hashes[0] == hashes[1]
    assert len(set(hashes[0])) == len(clients)


def test_the_hash_does_not_depend_on_name_or_version(base: Path, place: Path) -> None:
    a_folder(base / "bot")
    other = frozen(Source("ann", "bot", False), base, base / "cup/entrants/ann/2", 2)
    assert other.hash == freeze("bot", base).hash


def change_content(bot: Path) -> None:
    (bot / "bot.py").write_text("other")


def add_a_file(bot: Path) -> None:
    a_file(bot / "new")


def rename_a_file(bot: Path) -> None:
    (bot / "extra").rename(bot / "other")


def make_executable(bot: Path) -> None:
    (bot / "bot.py").chmod(0o755)


def change_the_command(bot: Path) -> None:
    (bot / "client.toml").write_text(MANIFEST.replace("--fast", "--slow"))


CHANGES = [change_content, add_a_file, rename_a_file, make_executable, change_the_command]


@pytest.mark.parametrize("change", CHANGES)
def test_every_change_of_the_source_is_another_hash_and_is_told(base: Path, change: object) -> None:
    a_file(a_folder(base / "bot") / "extra")
    entrant = freeze("bot", base)
    assert not differs_from_source(entrant, source("bot"), base)
    assert callable(change)
    change(base / "bot")
    assert differs_from_source(entrant, source("bot"), base)
    assert freeze("bot", base).hash != entrant.hash


def test_choices_are_part_of_the_hash(base: Path) -> None:
    a_folder(base / "bot")
    entrant = freeze("bot", base)
    assert differs_from_source(entrant, source("bot", choices=True), base)
    assert freeze("bot", base, choices=True).hash != entrant.hash


def test_caches_and_times_of_the_source_are_no_change(base: Path) -> None:
    bot = a_folder(base / "bot")
    entrant = freeze("bot", base)
    a_file(bot / "__pycache__/bot.pyc")
    os.utime(bot / "bot.py", (0, 0))
    assert not differs_from_source(entrant, source("bot"), base)


def test_a_source_that_is_gone_is_nothing_new(base: Path) -> None:
    a_folder(base / "bot")
    entrant = freeze("bot", base)
    shutil.rmtree(base / "bot")
    assert not differs_from_source(entrant, source("bot"), base)


# What happens to the copy


def test_a_frozen_file_that_was_changed_or_is_gone_is_named(base: Path, place: Path) -> None:
    a_folder(base / "bot")
    entrant = freeze("bot", base)
    assert changed(entrant, place) == ""
    (place / "bot.py").chmod(0o755)
    assert changed(entrant, place) == "bot.py was changed"
    (place / "bot.py").unlink()
    assert changed(entrant, place) == "bot.py is gone"
    shutil.rmtree(place)
    assert changed(entrant, place) == "bot.py is gone"


def test_what_a_client_wrote_into_its_folder_is_no_change(base: Path, place: Path) -> None:
    a_folder(base / "bot")
    entrant = freeze("bot", base)
    a_file(place / "__pycache__/bot.pyc")
    a_file(place / "learned.txt")
    assert changed(entrant, place) == ""


def test_a_copy_that_nobody_knew_of_is_replaced(base: Path, place: Path) -> None:
    """The run was stopped between the copy and the store."""
    a_folder(base / "bot")
    a_file(base / "bot/old")
    freeze("bot", base)
    (base / "bot/old").unlink()
    entrant = freeze("bot", base)
    assert tree(place) == set(entrant.files) == {"client.toml", "bot.py"}


def test_a_copy_that_fails_leaves_nothing(base: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_folder(base / "bot")

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left on device"):
        freeze("bot", base)
    assert list(place.parent.iterdir()) == []


def freeze_until(step: int, base: Path) -> int:
    """The exit status of a process that is killed at this step of its work on the disk."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of a fork beside threads; the child needs none of them
        child = os.fork()
    if child:
        return os.waitpid(child, 0)[1]
    steps = itertools.count(1)

    def counted(function: Callable[..., object]) -> Callable[..., object]:
        def call(*args: object, **options: object) -> object:
            if next(steps) == step:
                os.kill(os.getpid(), signal.SIGKILL)
            return function(*args, **options)

        return call

    for name in ("fsync", "mkdir", "rename", "chmod", "open", "rmdir", "unlink"):
        setattr(os, name, counted(getattr(os, name)))
    try:
        freeze("bot", base)
        os._exit(0)
    finally:
        os._exit(1)


def test_a_kill_at_any_step_leaves_no_half_entrant(base: Path, place: Path) -> None:
    """A copy is wholly there or not at all, and the next one is whole whatever was left."""
    a_folder(base / "bot")
    a_file(base / "bot/deep/data")
    whole = {"client.toml", "bot.py", "deep/data"}
    was_there = set()
    for step in range(1, 100):
        status = freeze_until(step, base)
        was_there.add(place.is_dir())
        assert not place.exists() or tree(place) == whole
        if not status:
            break
        assert status == signal.SIGKILL
    assert was_there == {True, False}
    assert [path.name for path in place.parent.iterdir()] == ["1"]


# What cannot be frozen


def a_pipe(bot: Path) -> None:
    os.mkfifo(bot / "odd")


def a_link_to_nothing(bot: Path) -> None:
    (bot / "odd").symlink_to("nowhere")


def a_circle(bot: Path) -> None:
    (bot / "lib").mkdir()
    (bot / "lib/odd").symlink_to("..")


def a_word_outside(bot: Path) -> None:
    a_file(bot.parent / "other.py")
    (bot / "client.toml").write_text('run = ["{python}", "../other.py"]')


def a_program_outside(bot: Path) -> None:
    a_file(bot.parent / "run", mode=0o755)
    (bot / "client.toml").write_text('run = ["../run", "bot.py"]')


@pytest.mark.parametrize(
    ("spoil", "client", "expected"),
    [
        (a_pipe, "bot", "bob: {bot}/odd is neither a file nor a folder; remove it"),
        (a_link_to_nothing, "bot", "bob: {bot}/odd is a link to nothing; remove it"),
        (a_circle, "bot", "bob: {bot}/lib/odd is a link to a folder that it lies in; remove it"),
        (a_word_outside, "bot", "bob: run: ../other.py lies outside of the client's folder; move it there"),
        (a_program_outside, "bot", "bob: run: ../run lies outside of the client's folder; move it there"),
        (None, "python3 -m bot .", "bob: {base} holds the tournament too; put the client in a folder of its own"),
        (None, "nobot", "bob: nobot: there is no folder, file or command 'nobot'"),
    ],
)
def test_what_cannot_be_frozen_is_said_in_a_line(
    base: Path, place: Path, spoil: object, client: str, expected: str
) -> None:
    bot = a_folder(base / "bot")
    if callable(spoil):
        spoil(bot)
    with pytest.raises(Mistake) as refused:
        freeze(client, base)
    assert str(refused.value) == expected.format(bot=bot, base=base)
    assert not place.exists()


def test_a_socket_is_refused(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(a_folder(base / "bot"))  # the name of a socket is short
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("odd")
        with pytest.raises(Mistake, match=r"/bot/odd is neither a file nor a folder; remove it$"):
            freeze("bot", base)


def test_the_folder_of_the_tournament_cannot_enter_itself(base: Path) -> None:
    a_folder(base)
    with pytest.raises(Mistake, match=r"holds the tournament too; put the client in a folder of its own$"):
        freeze(".", base)


def test_a_name_in_braces_that_means_nothing_stays_as_it_is(base: Path, place: Path) -> None:
    a_folder(base / "bot", 'run = ["{python}", "{}", "{x}"]')
    assert player(freeze("bot", base), place, "Bob").command == (sys.executable, "{}", "{x}")


def test_version_and_name_of_the_store_do_not_change_the_player(base: Path, place: Path) -> None:
    a_folder(base / "bot")
    entrant = freeze("bot", base)
    assert player(replace(entrant, version=2), place, "Bob") == player(entrant, place, "Bob")
