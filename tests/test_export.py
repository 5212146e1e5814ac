"""An author's share of a tournament: all that the own client was told and wrote, and no secret of others."""

from __future__ import annotations

import csv
import gzip
import json
import re
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from fakes import FOUR, FakeTable, plan, played, random_player
from hypothesis import given, settings
from hypothesis import strategies as st
from replays import before_question, says, sent_to
from stored import finished, new_store, placed, setup, standing
from test_replay_secrecy import dealt, with_other_cards

from referee.cards import PACK
from referee.chance import draw
from referee.game import find
from referee.log import read_log
from referee.match import Fault
from referee.plan import checked_options
from referee.steps import Chance
from referee.tournament.export import export, share
from referee.tournament.home import Home
from referee.tournament.store import Store


def share_of(log: bytes, name: str) -> list[str]:
    with TemporaryDirectory() as folder:
        path = Path(folder, "m.log")
        path.write_bytes(log)
        return b"".join(share(read_log(path), 117, name)).decode().splitlines()


def sent(lines: list[str]) -> list[str]:
    return [line.removeprefix("> ") for line in lines if line.startswith("> ")]


@pytest.mark.parametrize("game", ["tricks", "hearts", "kings"])
def test_it_was_sent_what_a_replay_as_that_seat_shows(game: str) -> None:
    rough = says([b"rubbish", Fault.SILENT, "9Z", Fault.GONE])
    few = plan(game, bad_cards=3)
    few = replace(few, options=checked_options(find(game), few.options))
    _, log = played(few, FakeTable(random_player(1), Ann=rough, Bob=says([Fault.TIME])))
    for name in FOUR:
        assert sent(share_of(log, name)) == sent_to(log, name)


def test_its_answers_stand_there_with_times_and_faults() -> None:
    _, log = played(plan(), FakeTable(Bob=says([b"rubbish", Fault.SILENT])))
    lines = share_of(log, "Bob")
    assert lines.count("< 1000 rubbish") == 1
    assert "! silent 1000 " in lines
    assert ". ended" in lines
    answers = re.findall(rb"^< Bob .*", log, re.MULTILINE)
    assert sum(line.startswith("< ") for line in lines) == len(answers)


def test_the_result_is_its_own_row() -> None:
    _, log = played(plan(), FakeTable(Bob=says(["9Z"])))
    for name in FOUR:
        own = json.loads(share_of(log, name)[-1].removeprefix("= "))
        assert own["player"] == name
        assert (own["first_bad_card"] is None) == (name != "Bob")


def test_only_its_own_notes_are_there() -> None:
    log = played(plan(), FakeTable())[1].replace(b"\n= ", b"\n# Bob exited with code 3\n# Ann exited with code 4\n= ")
    assert [line for line in share_of(log, "Ann") if line.startswith("#")] == ["# exited with code 4"]


def test_no_seed_no_draw_and_no_command_or_folder_is_there() -> None:
    players = replace(plan(seed="5eed5eed"), players=tuple(
        replace(player, command=(f"run-{player.name}",), folder=f"/home/{player.name}") for player in plan().players
    ))  # fmt: skip
    text = "\n".join(share_of(played(players, FakeTable())[1], "Ann"))
    for secret in ("5eed5eed", "run-", "/home/", "\n~ "):
        assert secret not in text


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), seat=st.integers(0, 3), plays=st.integers(1, 30))
def test_other_cards_times_and_seeds_that_a_seat_cannot_know_leave_its_share_as_it_is(
    seed: int, seat: int, plays: int
) -> None:
    name = FOUR[seat]
    deck = draw(str(seed), Chance("deal", PACK))
    with dealt(deck):
        one = before_question(played(plan(seed="1"), FakeTable(random_player(seed)))[1], plays)
    answers = re.findall(r"\|RESPONSE\|card\|(..)\|", one.decode())
    with dealt(with_other_cards(deck, seat, set(answers), seed)):
        other = before_question(played(plan(seed="2"), FakeTable(says(answers)))[1], plays)
    other = re.sub(rb"^(< (?!%b)\S+) 1000 " % name.encode(), rb"\1 2345 ", other, flags=re.MULTILINE)
    assert share_of(other, name) == share_of(one, name)
    assert other != one


# a whole share


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path / "cup.toml", tmp_path / "cup")
    home.make()
    return home


@pytest.fixture
def store(home: Home) -> Iterator[Store]:
    store = new_store(home.folder, *FOUR)
    yield store
    store.close()


def add_match(home: Home, number: int, *stderr: str) -> None:
    home.log(number).write_bytes(gzip.compress(played(plan(seed=str(number), target=1), FakeTable())[1]))
    for name in stderr:
        home.stderr(number, name).write_bytes(gzip.compress(f"{name} thinks".encode()))


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_it_has_the_own_matches_stderr_and_results_and_no_others(home: Home, store: Store, tmp_path: Path) -> None:
    add_match(home, 1, "Ann", "Bob")
    add_match(home, 2, "Bob")
    store.record([placed(1, Ann=2, Bob=1, Cat=3, Dan=4), placed(2, Bob=1, Cat=2, Dan=3)])
    assert export(home, setup(seatings="one"), store, "Ann", tmp_path / "share") == (1, 0)
    assert names(tmp_path / "share") == [
        "000001.Ann.stderr.gz",
        "000001.lines.gz",
        "README.txt",
        "matches.csv",
    ]
    (row,) = csv.DictReader((tmp_path / "share" / "matches.csv").read_text().splitlines())
    assert (row["match"], row["entrant"], row["place"]) == ("1", "Ann", "2")
    lines = gzip.decompress((tmp_path / "share" / "000001.lines.gz").read_bytes()).splitlines()
    assert json.loads(lines[1])["you"] == "Ann"


def test_a_deal_that_others_still_have_to_play_is_held_back(home: Home, store: Store, tmp_path: Path) -> None:
    add_match(home, 1)
    add_match(home, 2)
    seats = [standing(name, place) for place, name in enumerate(FOUR, start=1)]
    store.record([finished(number, *seats, block=1) for number in (1, 2)])
    assert export(home, setup(), store, "Ann", tmp_path / "share") == (0, 2)
    assert "\n2 matches are held back" in (tmp_path / "share" / "README.txt").read_text()
    assert names(tmp_path / "share") == ["README.txt", "matches.csv"]


def test_of_a_finished_tournament_nothing_is_held_back(home: Home, store: Store, tmp_path: Path) -> None:
    add_match(home, 1)
    store.record([placed(1, Ann=1, Bob=2, Cat=3, Dan=4)])
    store.set_facts(finished="2026-12-02T00:00:00.000+00:00")
    assert export(home, setup(), store, "Ann", tmp_path / "share") == (1, 0)


def test_its_readme_says_how_to_give_a_program_what_was_sent(home: Home, store: Store, tmp_path: Path) -> None:
    add_match(home, 117)
    store.record([placed(117, Ann=1, Bob=2, Cat=3, Dan=4)])
    export(home, setup(seatings="one"), store, "Ann", folder := tmp_path / "share")
    text = (folder / "README.txt").read_text()
    assert "held back" not in text
    (command,) = re.findall(r"^    (.*) \| \./mybot Ann$", text, re.MULTILINE)
    done = subprocess.run(["sh", "-c", command], cwd=folder, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == sent_to(gzip.decompress(home.log(117).read_bytes()), "Ann")


def test_its_readme_names_every_mark_of_a_line(home: Home, store: Store, tmp_path: Path) -> None:
    rough = says([b"rubbish", Fault.SILENT, Fault.GONE])
    log = played(plan(), FakeTable(Ann=rough))[1].replace(b"\n= ", b"\n# Ann exited with code 3\n= ")
    marks = {line[0] for line in share_of(log, "Ann")[2:]}
    export(home, setup(), store, "Ann", tmp_path / "share")
    explained = re.findall(r"^([^\w\s]) ", (tmp_path / "share" / "README.txt").read_text(), re.MULTILINE)
    assert sorted(explained) == sorted(marks) == sorted("><!.#=")
