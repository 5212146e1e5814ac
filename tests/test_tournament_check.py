"""The dry run of a tournament: it finds what is wrong with a client before a tournament does, and begins nothing."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from statistics import mean

import pytest
from arena import PYTHON, ROGUES, open_descriptors
from click.testing import CliRunner, Result

from referee.cli.tournament.check import command
from referee.formats.field import Field
from referee.formats.known import FORMATS
from referee.tournament.check import Trial, forecast, tried
from referee.tournament.file import parsed
from referee.tournament.setup import Setup

GOOD = 'good = "@python/random"'
HEAD = """
game = "tricks"
format = "round-robin"
[options.tricks]
target = 30
[limits]
time = 0.4
first_time = 5.0
bad_cards = 2
[entrants]
"""


def rogue(name: str, *arguments: object) -> str:
    """An entrant by the name of a hostile program."""
    words = " ".join([*PYTHON, str(ROGUES / f"{name}.py"), *map(str, arguments)])
    return f'{name} = {{ client = "{words}", choices = true }}'


def cup(folder: Path, *entrants: str, head: str = HEAD) -> Path:
    path = folder / "cup.toml"
    path.write_text("\n".join([head.strip(), *entrants, ""]))
    return path


def setup_of(path: Path) -> Setup:
    return parsed(path.read_text(), path)


def check(path: Path, *words: str) -> Result:
    return CliRunner().invoke(command, [str(path), *words])


def trial_of(folder: Path, entrant: str, **limits: float) -> Trial:
    setup = setup_of(cup(folder, GOOD, entrant))
    shorter = {"tricks": replace(setup.limits["tricks"], **limits)}  # type: ignore[arg-type]
    (_, trial) = tried(replace(setup, limits=shorter), lambda _: None)
    return trial


def test_clients_without_a_fault_are_told_to_be_ok_and_the_whole_is_counted(tmp_path: Path) -> None:
    path = cup(tmp_path, GOOD, rogue("honest"))
    done = check(path, "--workers", "3")
    assert done.exit_code == 0, done.output
    headings, *rows = done.stdout.splitlines()
    assert headings.split() == ["game", "entrant", "answers", "mean", "slowest"]
    assert [(row.split()[:2], row.split()[-1]) for row in rows[:2]] == [
        (["tricks", "good"], "ok"),
        (["tricks", "honest"], "ok"),
    ]
    assert rows[3].startswith("round-robin: 40 matches, about ")
    assert rows[3].endswith(" s with 3 workers")


def test_nothing_of_the_tournament_begins_and_nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (temporary := tmp_path / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    (folder := tmp_path / "here").mkdir()
    path = cup(folder, GOOD, rogue("exits_at_start"))
    text, descriptors = path.read_text(), open_descriptors()
    assert check(path).exit_code == 1
    assert [file.name for file in folder.iterdir()] == ["cup.toml"]
    assert path.read_text() == text
    assert list(temporary.iterdir()) == []
    assert open_descriptors() == descriptors


@pytest.mark.parametrize(
    ("entrant", "faults"),
    [
        (rogue("says", b"nonsense\n".hex()), ["bad cards: 1 garbled"]),
        (rogue("exits_at_start"), ["bad cards: 2 gone", "retired: bad cards"]),
        (rogue("stays"), ["did not leave when its input was closed"]),
        (rogue("exits_with_1"), []),
    ],
    ids=["lies", "crashes", "stays", "exits with 1"],
)
def test_what_is_wrong_with_a_client_is_found(tmp_path: Path, entrant: str, faults: list[str]) -> None:
    assert trial_of(tmp_path, entrant).faults == faults


def test_a_client_that_hangs_is_found_and_what_was_waited_for_it_counts(tmp_path: Path) -> None:
    trial = trial_of(tmp_path, rogue("silent"), first_time=0.3)
    assert trial.faults == ["bad cards: 2 silent", "retired: bad cards"]
    assert trial.standing
    assert trial.standing.micros >= 600_000
    assert trial.waited > 0.5


def test_the_first_reason_is_told_to_the_author_in_paths_of_the_client(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text('raise ValueError("no such luck")\n')
    done = check(cup(tmp_path, GOOD, f'crashes = "{sys.executable} bot.py"'))
    assert done.exit_code == 1
    told = done.stdout.split("\n\n")[1]
    assert told.startswith(
        "tricks: crashes's first bad card (gone) was in hand 1: asked for 'card', it wrote nothing.\n"
    )
    assert "\n    crashes, in hand 1: exited with code 1\n" in told
    assert "ValueError: no such luck" in told
    assert "referee-check-" not in told


def test_a_client_that_does_not_start_keeps_no_other_from_being_checked(tmp_path: Path) -> None:
    (bot := tmp_path / "bot").write_text("#!/no/such/interpreter\n")
    bot.chmod(0o755)
    done = check(cup(tmp_path, 'broken = "./bot"', GOOD))
    assert done.exit_code == 1
    assert [line.split()[-1] for line in done.stdout.splitlines()[1:3]] == ["start", "ok"]
    why = "tricks: broken: cannot run ./bot broken: its first line names /no/such/interpreter, which is not there"
    assert why in done.stdout.splitlines()
    assert "at least" in done.stdout


def test_every_game_is_tried_with_each_client(tmp_path: Path) -> None:
    head = HEAD.replace('"tricks"', '["tricks", "dalmuti"]')
    trials = tried(setup_of(cup(tmp_path, GOOD, rogue("honest"), head=head)), lambda _: None, seconds=0)
    assert [(trial.entrant, trial.game) for trial in trials] == [
        (name, game) for name in ("good", "honest") for game in ("tricks", "dalmuti")
    ]
    assert not any(trial.faults for trial in trials)


def test_a_long_match_is_cut_off_after_the_hand_in_which_its_time_is_over(tmp_path: Path) -> None:
    setup = setup_of(cup(tmp_path, GOOD, GOOD.replace("good", "fine"), head=HEAD.replace("30", "100000")))
    heard: list[Trial] = []
    trials = tried(setup, heard.append, seconds=0)
    assert heard == trials
    for trial in trials:
        assert trial.cut
        assert trial.standing
        assert trial.standing.answers == 13
        assert trial.faults == []
    assert forecast(setup, trials).at_least


def test_what_was_found_is_told_as_json(tmp_path: Path) -> None:
    done = check(cup(tmp_path, GOOD, rogue("exits_at_start")), "--json", "--workers", "2")
    told = json.loads(done.stdout)
    assert done.exit_code == 1
    assert [trial["faults"] for trial in told["trials"]] == [[], ["bad cards: 2 gone", "retired: bad cards"]]
    assert told["trials"][1]["standing"]["first_bad_card"]["kind"] == "gone"
    assert (told["matches"], told["workers"], told["at_least"]) == (40, 2, False)
    assert told["seconds"] == pytest.approx(told["matches"] * told["seconds_of_a_match"] / 2)


def test_a_file_that_does_not_hold_is_refused_before_anything_starts(tmp_path: Path) -> None:
    done = check(cup(tmp_path, GOOD, 'gone = "./no-such-bot"'))
    assert str(done.exception).startswith(f"{tmp_path}/cup.toml:")
    assert done.stdout == ""


def test_the_house_is_no_entrant(tmp_path: Path) -> None:
    done = check(cup(tmp_path, GOOD, 'base = "@house"'))
    what = "entrants.base: house players fill empty seats by themselves; as an entrant take @python/random"
    assert str(done.exception) == f"{tmp_path}/cup.toml:11: {what}"


def some_setup(folder: Path, names: str, **changes: object) -> Setup:
    setup = setup_of(cup(folder, *(GOOD.replace("good", name) for name in names)))
    return replace(setup, **changes)  # type: ignore[arg-type]


def trials(**waited: float) -> list[Trial]:
    return [Trial(name, "tricks", waited=seconds, own=0.5) for name, seconds in waited.items()]


def test_a_match_takes_what_is_waited_for_at_a_table_and_the_referees_work_once(tmp_path: Path) -> None:
    setup = some_setup(tmp_path, "abcde")
    waits = {"a": 1.0, "b": 2.0, "c": 3.0, "d": 4.0, "e": 5.0}
    expected = forecast(setup, trials(**waits))
    assert expected.seconds == pytest.approx(0.5 + 4 * mean(waits.values()))
    assert expected.matches
    assert expected.seconds_in_all(2) == pytest.approx(expected.matches * expected.seconds / 2)


def test_house_players_take_no_time_at_a_table(tmp_path: Path) -> None:
    assert forecast(some_setup(tmp_path, "ab"), trials(a=1.0, b=2.0)).seconds == pytest.approx(3.5)


def test_who_plays_more_often_counts_more(tmp_path: Path) -> None:
    waits = {"a": 100.0} | dict.fromkeys("bcdefgh", 1.0)
    gauntlet = some_setup(tmp_path, "abcdefgh", format="gauntlet", challengers=("a",))
    assert forecast(gauntlet, trials(**waits)).seconds == pytest.approx(103.5)


def test_a_tournament_without_end_has_no_time_in_all(tmp_path: Path) -> None:
    path = cup(tmp_path, GOOD, rogue("honest"), head=HEAD.replace('"round-robin"', '"ladder"\nrounds = 0'))
    setup = setup_of(path)
    assert FORMATS["ladder"].size(Field(("good", "honest"), 4, 0, 1, 0)) == 0
    expected = forecast(setup, trials(good=1.0, honest=2.0))
    assert (expected.matches, expected.seconds_in_all(2)) == (None, None)
    done = check(path)
    assert done.stdout.splitlines()[-2].startswith("ladder: matches without end, about ")
