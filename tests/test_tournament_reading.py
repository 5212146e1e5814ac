"""The commands that read a tournament: standings, status, matches, faults and export, each in its forms."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from stored import finished, new_store, placed, standing
from tournaments import a_file
from tournaments import run as play

from referee.cli import group
from referee.errors import Mistake
from referee.tournament.home import Home
from referee.tournament.records import Event, Wave
from referee.tournament.store import Store

FOUR = ("Ann", "Bob", "Cat", "Dan")
COMMANDS = ("standings", "status", "matches", "faults")
FILE = """game = "{game}"
format = "{format}"
rounds = 4
[entrants]
Ann = "./Ann"
Bob = "./Bob"
Cat = "./Cat"
Dan = "./Dan"
"""


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    path = tmp_path / "cup.toml"
    path.write_text(FILE.format(game="tricks", format="round-robin"))
    return path


@pytest.fixture
def store(cup: Path) -> Iterator[Store]:
    Home.of(cup).make()
    (Home.of(cup).folder / "tournament.toml").symlink_to(cup)  # the copy in it follows what a test writes
    store = new_store(Home.of(cup).folder, *FOUR)
    yield store
    store.close()


@pytest.fixture
def played_store(store: Store) -> Store:
    bad = standing("Dan", 4, bad={"garbled": 2})
    first = finished(1, standing("Ann", 1), standing("Bob", 2), standing("Cat", 3), bad)
    store.record([first, placed(2, Bob=1, Ann=2, Cat=3, Dan=4), placed(3, Ann=1, Bob=2, Cat=3, Dan=4)])
    return store


def run(*words: object) -> Result:
    return CliRunner().invoke(group, ["tournament", *map(str, words)])


def told(*words: object) -> str:
    result = run(*words)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_tells_an_empty_tournament_in_every_form(cup: Path, store: Store, command: str) -> None:
    for form in ("--json", "--csv", "--markdown"):
        told(command, cup, form)
    text = told(command, cup)
    wanted = {"status": "stopped", "faults": "No faults so far."}.get(command, "Nothing was played yet.")
    assert wanted in text


@pytest.mark.parametrize("command", COMMANDS)
def test_two_forms_at_once_are_refused(cup: Path, store: Store, command: str) -> None:
    result = run(command, cup, "--json", "--markdown")
    assert result.exit_code == 2
    assert "--json and --markdown exclude each other" in result.output


@pytest.mark.parametrize("command", COMMANDS)
def test_the_folder_of_the_tournament_may_be_named_instead_of_its_file(
    cup: Path, played_store: Store, command: str
) -> None:
    assert told(command, Home.of(cup).folder, "--csv") == told(command, cup, "--csv")


@pytest.mark.parametrize("command", ["standings", "matches", "faults"])
def test_before_the_first_run_it_is_said_that_nothing_is_there(cup: Path, command: str) -> None:
    with pytest.raises(Mistake, match="nothing of this tournament was played yet"):
        CliRunner().invoke(group, ["tournament", command, str(cup)], catch_exceptions=False)


def test_no_colour_reaches_a_pipe(cup: Path, played_store: Store) -> None:
    for command in COMMANDS:
        assert "\x1b" not in told(command, cup)


# standings


def test_standings_name_the_leader_first(cup: Path, played_store: Store) -> None:
    shown = told("standings", cup).splitlines()
    assert shown[0] == "tricks, round-robin: 3 of 16 matches"
    assert shown[2].startswith("Ann leads, but is not surely better than Bob")


def test_standings_in_all_forms_have_the_same_order(cup: Path, played_store: Store) -> None:
    lines = json.loads(told("standings", cup, "--json"))["tables"][0]["lines"]
    names = [line["name"] for line in lines]
    assert names == list(FOUR)
    assert [row["entrant"] for row in csv.DictReader(told("standings", cup, "--csv").splitlines())] == names
    assert re.findall(r"^\| \d+=? +\| (\w+)", told("standings", cup, "--markdown"), re.MULTILINE) == names
    assert re.findall(r"^ +\d+=? +(\w+)", told("standings", cup), re.MULTILINE) == names


def test_standings_of_one_game_alone(cup: Path, played_store: Store) -> None:
    cup.write_text(cup.read_text().replace('"tricks"', '["tricks", "hearts"]'))
    data = json.loads(told("standings", cup, "--json", "--game", "tricks"))
    assert [table["game"] for table in data["tables"]] == ["tricks"]
    with pytest.raises(Mistake, match="--game chess: not of this tournament; it has: tricks, hearts"):
        CliRunner().invoke(group, ["tournament", "standings", str(cup), "--game", "chess"], catch_exceptions=False)


def test_the_rounds_of_a_swiss_decide_its_order_and_no_wave_is_begun_by_looking(cup: Path, store: Store) -> None:
    cup.write_text(FILE.format(game="tricks", format="swiss"))
    store.record([finished(n, *(standing(name, k) for k, name in enumerate(FOUR[::-1], 1)), block=1) for n in (1, 2)])
    table = json.loads(told("standings", cup, "--json"))["tables"][0]
    assert table["order"] == "swiss"
    assert [line["name"] for line in table["lines"]] == ["Dan", "Cat", "Bob", "Ann"]
    assert store.waves() == [Wave(1, 1, 1)]


def test_in_full_a_swiss_tells_the_sums_that_it_goes_by(cup: Path, store: Store) -> None:
    cup.write_text(FILE.format(game="tricks", format="swiss"))
    for wave in (1, 2):
        if wave > 1:
            store.begin_wave(Wave(2, 5, 2), 4)
        seats = [standing(name, place) for place, name in enumerate(FOUR, start=1)]
        store.record([finished(n, *seats, block=wave, wave=wave) for n in range(4 * wave - 3, 4 * wave + 1)])
    assert json.loads(told("standings", cup, "--json"))["sums"] == {"Ann": 6, "Bob": 4, "Cat": 2, "Dan": 0}
    shown = told("standings", cup, "--full")
    assert "beaten in all" in shown
    assert re.search(r"\nAnn +8 +2 +6\.00 ", shown)


def test_in_full_a_knockout_tells_wave_by_wave_who_met_and_who_went_on(tmp_path: Path) -> None:
    path = a_file(tmp_path, [f"bot-{k}" for k in range(1, 9)], format="knockout")
    assert not play(path, stop_after=6)
    stages = json.loads(told("standings", path, "--json"))["stages"]
    assert [(one["wave"], one["went_on"]) for one in stages] == [(1, []), (1, [])]
    while not play(path):
        pass
    stages = json.loads(told("standings", path, "--json"))["stages"]
    assert [one["wave"] for one in stages] == [1, 1, 2]
    for one in stages[:2]:
        best = sorted(one["beaten"], reverse=True)[:2]
        assert (
            sorted(dict(zip(one["entrants"], one["beaten"], strict=True))[name] for name in one["went_on"])
            == best[::-1]
        )
    assert sorted(stages[0]["went_on"] + stages[1]["went_on"]) == sorted(stages[2]["entrants"])
    shown = told("standings", path, "--full").split("== wave by wave ==\n\n")[1].splitlines()
    assert shown[0].split() == ["wave", "table,", "with", "opponents", "beaten", "a", "match", "went", "on"]
    assert re.fullmatch(r" +1  (bot-\d \d\.\d\d(, )?){4}  bot-\d, bot-\d", shown[1])
    assert re.fullmatch(r" +2  (bot-\d \d\.\d\d(, )?){4}", shown[3])


def test_ratings_decide_a_ladder(cup: Path, played_store: Store) -> None:
    cup.write_text(FILE.format(game="tricks", format="ladder"))
    table = json.loads(told("standings", cup, "--json"))["tables"][0]
    assert table["order"] == "rating"


# status


def state(cup: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads(told("status", cup, "--json"))
    return found


def test_before_the_first_run_status_tells_the_command_that_begins(tmp_path: Path) -> None:
    cup = tmp_path / "a cup.toml"
    cup.write_text(re.sub(r"\./\w+", "@python/random", FILE.format(game="tricks", format="round-robin")))
    wanted = ["not begun: nothing of this tournament was played yet", "", f"next: referee tournament run '{cup}'"]
    assert told("status", cup).splitlines() == wanted
    assert state(cup)["state"] == "not begun"
    Home.of(cup).make()
    Store(Home.of(cup).store, create=True).close()  # as by a run that was refused
    assert told("status", cup).splitlines() == wanted


def test_status_of_a_stopped_run_tells_the_command_to_go_on(cup: Path, played_store: Store) -> None:
    shown = told("status", cup)
    assert shown.startswith("stopped\n\ntricks, round-robin: 3 of 16 matches\n")
    assert shown.endswith(f"next: referee tournament run {cup}\n")
    assert f"seed's hash: {'5e' * 32}" in shown
    assert state(cup)["bad_cards"] == 2


def test_status_of_a_run_under_way_tells_rate_and_time_left(cup: Path, store: Store) -> None:
    store.record([placed(n, Ann=1, Bob=2, Cat=3, Dan=4) for n in (1, 2, 3, 4)])
    store.sql.execute("update match set at = '2026-12-01T12:00:0' || (2 * number) || '.000+00:00'")
    store.sql.execute("update match set at = '2026-12-01T09:00:00.000+00:00' where number = 1")  # by an earlier run
    with Home.of(cup).locked():
        found = state(cup)
        assert told("status", cup).startswith("running: 30.0 a minute, 24 s left\n")
    assert (found["state"], found["rate"], found["seconds_left"]) == ("running", 0.5, 24)
    assert state(cup)["state"] == "stopped"


def test_status_of_a_tournament_that_waits_for_its_beacon_says_what_to_do(cup: Path, store: Store) -> None:
    cup.write_text('beacon = "the lottery of Friday"\n' + cup.read_text())
    store.set_facts(awaits_beacon="2026-12-01T12:00:00.000+00:00")
    shown = told("status", cup)
    assert shown.startswith("waits for the beacon\n")
    assert f"when the lottery of Friday is known: referee tournament run {cup} --beacon VALUE" in " ".join(
        shown.split()
    )


def test_status_of_a_finished_tournament_tells_the_seed_and_how_to_verify(cup: Path, played_store: Store) -> None:
    played_store.set_facts(finished="2026-12-02T00:00:00.000+00:00", seed="5eed")
    shown = told("status", cup)
    assert shown.startswith("finished\n")
    assert "seed: 5eed" in shown
    assert f"next: referee verify {cup}" in shown


def test_status_tells_why_the_last_run_stopped(cup: Path, played_store: Store) -> None:
    assert "the last run stopped" not in told("status", cup)
    played_store.set_facts(stopped="match 4 was void 2 times in a row: cannot fork")
    assert told("status", cup).startswith(
        "stopped\n\nthe last run stopped: match 4 was void 2 times in a row: cannot fork\n"
    )
    with Home.of(cup).locked():
        assert state(cup)["stopped"] == ""


@pytest.mark.parametrize(("format_", "rounds", "wanted"), [("swiss", 20, "wave 2 of 20"), ("ladder", 0, "wave 2")])
def test_status_tells_how_many_waves_have_begun(
    cup: Path, store: Store, format_: str, rounds: int, wanted: str
) -> None:
    cup.write_text(FILE.format(game="tricks", format=format_).replace("rounds = 4", f"rounds = {rounds}"))
    store.begin_wave(Wave(2, 5, 2), 4)
    assert wanted in told("status", cup).splitlines()


def test_status_tells_of_void_starts_by_cause_with_their_matches(cup: Path, played_store: Store) -> None:
    for match, cause in ((4, "cannot fork"), (5, "no memory"), (4, "cannot fork"), (6, "cannot fork")):
        played_store.add_void(match, cause)
    shown = told("status", cup)
    assert re.search(r"\n +1  5 .*  no memory\n +3  4, 6 .*  cannot fork\n", shown)


def test_status_tells_of_decisions_and_who_plays(cup: Path, played_store: Store) -> None:
    played_store.withdraw("Dan", "asked to")
    shown = told("status", cup)
    assert "Dan was withdrawn: asked to\n" in shown
    assert "3 entrants: Ann, Bob, Cat\n" in shown


# matches, faults, export


def test_json_of_matches_is_a_line_for_each(cup: Path, played_store: Store) -> None:
    played_store.annul(2, "")
    lines = [json.loads(line) for line in told("matches", cup, "--json").splitlines()]
    assert [(one["match"], one["state"], len(one["seats"])) for one in lines] == [
        (1, "played", 4),
        (2, "annulled", 4),
        (3, "played", 4),
    ]


def test_matches_and_faults_of_one_entrant(cup: Path, played_store: Store) -> None:
    played_store.record([placed(4, Ann=1, Bob=2)])
    assert len(told("matches", cup, "--json", "--entrant", "Dan").splitlines()) == 3
    assert told("faults", cup, "--entrant", "Ann") == "No faults so far.\n"
    assert isinstance(run("matches", cup, "--entrant", "Eve").exception, Mistake)


def test_faults_name_the_match_to_replay(cup: Path, played_store: Store) -> None:
    shown = told("faults", cup)
    assert "first in hand 1: asked for card, wrote '9Z'" in shown
    assert f"referee replay {cup}#1" in shown.replace("'", "")


def test_a_reader_that_goes_away_is_no_fault_of_the_store(cup: Path, store: Store) -> None:
    store.record([placed(n, Ann=1, Bob=2, Cat=3, Dan=4) for n in range(1, 1500)])
    command = f"{sys.executable} -m referee tournament matches {cup} --json | head -n 1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["match"] == 1
    assert done.stderr == ""


def test_an_export_says_what_it_wrote_and_what_it_held_back(cup: Path, played_store: Store) -> None:
    folder = cup.parent / "share"
    assert told("export", cup, "--for", "Ann", "--to", folder).splitlines() == [
        f"{folder}: 0 matches of Ann",
        "held back until their deals are played from all seats: 3",
    ]
    assert isinstance(run("export", cup, "--for", "Eve").exception, Mistake)


def test_events_are_told_as_data_too(cup: Path, played_store: Store) -> None:
    played_store.annul(1, "both looked")
    event = json.loads(told("standings", cup, "--json"))["head"]["events"][-1]
    assert Event(**event).because == "both looked"
