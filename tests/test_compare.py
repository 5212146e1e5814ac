"""Is my new bot better? Both versions at every seat of every deal, and a verdict that no number of workers changes."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import pexpect
import pytest
from arena import until

from referee.chance import client_seed
from referee.cli import group
from referee.errors import Mistake, Void
from referee.plan import Limits, Player
from referee.result import Result, Standing
from referee.tournament.compared import Progress
from referee.tournament.comparison import CANDIDATE, Block, Comparison, Contest, played
from referee.tournament.lanes import Done, Lanes
from referee.tournament.worker import Job, Report
from referee.verify import verify

REFEREE = (sys.executable, "-m", "referee")
NEW, OLD = Player("new", ("./new",), "/"), Player("old", ("./old",), "/")
FIELD = tuple(Player(name, ("./bot",), "/") for name in ("Ann", "Bob", "Cat"))


def contest(**changes: Any) -> Contest:
    given = Contest("tricks", {"target": 20}, 4, NEW, OLD, FIELD, "7", True, Limits())
    return replace(given, **changes)


# The matches.


def test_a_block_has_one_deal_and_every_seat_once_for_each_version() -> None:
    plans = contest().plans(1)
    assert len({plan.seed for plan in plans}) == 1
    assert [plan.names.index(CANDIDATE) for plan in plans] == [0, 0, 1, 1, 2, 2, 3, 3]
    at_seat = [plan.players[plan.names.index(CANDIDATE)].command for plan in plans]
    assert at_seat == [NEW.command, OLD.command] * 4


def test_the_others_sit_in_the_same_order_for_both_versions_and_at_every_seat() -> None:
    plans = contest().plans(1)
    others = {tuple(name for name in plan.names if name != CANDIDATE) for plan in plans}
    assert len(others) == 1
    assert set(*others) == {"Ann", "Bob", "Cat"}


def test_nothing_at_the_table_tells_which_version_plays() -> None:
    new, old = contest().plans(1)[:2]
    assert new.names == old.names
    assert client_seed(new.seed, CANDIDATE) == client_seed(old.seed, CANDIDATE)
    assert replace(new, players=()) == replace(old, players=())


def test_every_block_has_a_deal_of_its_own_that_follows_from_the_seed() -> None:
    assert len({contest().plans(block)[0].seed for block in range(1, 101)}) == 100
    assert contest().plans(5) == contest().plans(5)
    assert contest().plans(5)[0].seed != contest(seed="8").plans(5)[0].seed


def test_of_a_larger_field_all_play_about_as_often_and_never_one_twice_at_a_table() -> None:
    field = tuple(Player(f"bot{n}", ("./bot",), "/") for n in range(7))
    tables = [contest(field=field).plans(block)[0].names for block in range(1, 701)]
    assert all(len(set(names)) == 4 for names in tables)
    played = Counter(name for names in tables for name in names[1:])
    assert set(played) == {player.name for player in field}
    assert all(abs(count - 300) < 60 for count in played.values())  # four standard deviations


# What they come to.


def standing(player: str, place: int, **more: Any) -> Standing:
    given = {"score": 0, "bad_cards": {}, "first_bad_card": None, "answers": 1, "micros": 1, "slowest_micros": 1}
    return Standing(place=place, player=player, **{"retired": "", **given, **more})


def result_of(plan_names: tuple[str, ...], own_place: int, sharing: int = 1, **more: Any) -> Result:
    """The candidate shares its place with the next of the others; those keep the places that are left."""
    left = [place for place in range(1, 5) if not own_place <= place < own_place + sharing]
    places = [own_place] * (sharing - 1) + left
    others = iter(places)
    return Result(
        tuple(
            standing(name, own_place, **more) if name == CANDIDATE else standing(name, next(others))
            for name in plan_names
        )
    )


class FakeLanes(Lanes):
    """Plays `width` matches at once; they end in any order, as `answer` says."""

    def __init__(self, width: int = 1, chance: int = 0) -> None:
        self._room = width
        self._chance = random.Random(chance)
        self.under_way: list[Job] = []
        self.asked: list[int] = []

    def has_room(self) -> bool:
        return len(self.under_way) < self._room

    def submit(self, job: Job) -> None:
        self.under_way.append(job)
        self.asked.append(job.number)

    def done(self, seconds: float) -> list[Done]:
        job = self.under_way.pop(self._chance.randrange(len(self.under_way)))
        return [(job, self.answer(job))]

    def answer(self, job: Job) -> Report | None:
        """By the deal alone; the new version is better at every third deal."""
        new = job.plan.players[job.plan.names.index(CANDIDATE)].command == NEW.command
        deal = int(job.plan.seed, 16)
        place = 1 if new and deal % 3 else 1 + deal % 4
        return Report(result_of(job.plan.names, place))


def blocks(lanes: Lanes, most: int = 30) -> list[Block]:
    return list(played(contest(), lanes, most))


@pytest.mark.parametrize("width", [2, 8, 20])
def test_blocks_come_in_their_order_whichever_match_ends_first(width: int) -> None:
    assert blocks(FakeLanes(width, chance=3)) == blocks(FakeLanes(1))


def test_of_a_block_the_mean_over_its_seats_counts() -> None:
    class One(FakeLanes):
        def answer(self, job: Job) -> Report:
            places = {1: 1, 2: 4, 3: 2, 4: 2, 5: 2, 6: 1, 7: 3, 8: 3}  # new and old in turn
            return Report(result_of(job.plan.names, places[job.number]))

    (block,) = blocks(One(), 1)
    assert [pair.improvement for pair in block.pairs] == [3, 0, -1, 0]
    assert block.improvement == 0.5


def test_a_shared_place_is_the_mean_of_the_places_that_it_covers() -> None:
    class Shared(FakeLanes):
        def answer(self, job: Job) -> Report:
            return Report(result_of(job.plan.names, 2, sharing=3 if job.number % 2 else 1))

    (block,) = blocks(Shared(), 1)
    assert {(pair.new_place, pair.old_place) for pair in block.pairs} == {(3.0, 2.0)}


def test_faults_of_both_versions_are_counted_apart() -> None:
    class Faulty(FakeLanes):
        def answer(self, job: Job) -> Report:
            if job.number % 2 == 0:
                return Report(result_of(job.plan.names, 1))
            return Report(result_of(job.plan.names, 4, bad_cards={"gone": 2, "illegal": 1}, retired="bad cards"))

    comparison = Comparison(contest(), 0.2)
    for block in blocks(Faulty(), 2):
        comparison.add(block)
    assert comparison.faults("new").bad_cards == {"gone": 16, "illegal": 8}
    assert comparison.faults("new").retirements == {"bad cards": 8}
    assert comparison.faults("old").bad_cards == {}
    assert [(block.number, seat) for block, seat in comparison.worst][:5] == [(1, 0), (1, 1), (1, 2), (1, 3), (2, 0)]


# What may go wrong.


class Voids(FakeLanes):
    """The third match is void so many times."""

    def __init__(self, times: int, *, hopeless: bool = False) -> None:
        super().__init__(4)
        self.times = times
        self.hopeless = hopeless

    def answer(self, job: Job) -> Report | None:
        if job.number == 3 and self.times:
            self.times -= 1
            return Report(None, cause="the disk is full", hopeless=self.hopeless)
        return super().answer(job)


def test_a_void_match_is_played_again_once() -> None:
    lanes = Voids(1)
    assert blocks(lanes, 2) == blocks(FakeLanes(), 2)
    assert lanes.asked.count(3) == 2


def test_twice_void_ends_the_comparison_with_the_reason() -> None:
    lanes = Voids(2)
    with pytest.raises(Void, match="the disk is full"):
        blocks(lanes, 2)
    assert lanes.asked.count(3) == 2


def test_what_cannot_get_better_is_not_tried_again() -> None:
    lanes = Voids(1, hopeless=True)
    with pytest.raises(Void, match="the disk is full"):
        blocks(lanes, 2)
    assert lanes.asked.count(3) == 1


def test_a_void_match_matters_only_when_its_turn_comes() -> None:
    """Else the verdict would depend on how far ahead the workers were."""

    class LastBlockVoid(FakeLanes):
        def answer(self, job: Job) -> Report | None:
            return Report(None, cause="gone") if job.number > 8 else super().answer(job)

    found = played(contest(), LastBlockVoid(20), 2)
    assert next(found).number == 1
    with pytest.raises(Void, match="gone"):
        next(found)


def test_a_killed_worker_costs_its_matches_a_new_start() -> None:
    class Killed(FakeLanes):
        def answer(self, job: Job) -> Report | None:
            return None if self.asked.count(job.number) < 4 and job.number == 5 else super().answer(job)

    lanes = Killed(3)
    assert blocks(lanes, 3) == blocks(FakeLanes(), 3)
    assert lanes.asked.count(5) == 4


def test_workers_that_are_always_killed_end_the_comparison() -> None:
    class Doomed(FakeLanes):
        def answer(self, job: Job) -> Report | None:
            return None

    with pytest.raises(Void, match="10 workers in a row were killed"):
        blocks(Doomed())


# The command. House players need no program, and one that leaves at once is last of all: so these matches are short.

WORSE = "sh -c exit"
SHORT = ("--against", "@house", "--game", "tricks", "-o", "target=5", "--max-bad-cards", "1", "--seed", "7")


def compare(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [*REFEREE, "compare", *words]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False)


def test_a_better_client_is_told_by_text_and_exit_code(tmp_path: Path) -> None:
    done = compare("@house", WORSE, *SHORT, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "tricks, target 5, seed 7 (given, so for practice)"
    assert lines[1] == "@house (new) or sh -c exit (old) against house-2 house-3 house-4"
    assert lines[2].startswith("Better: mean improvement +1.")
    assert "retired" in lines[4].partition("of old")[2]
    assert "5%" in lines[5]
    assert "better by 0.2 places" in lines[6]


def test_the_same_client_twice_is_not_better(tmp_path: Path) -> None:
    done = compare("@house", "@house", *SHORT, "--margin", "1.5", cwd=tmp_path)
    assert done.returncode == 1
    assert "Not better by 1.5 places: mean improvement 0.00 places" in done.stdout


def test_at_the_limit_it_is_undecided(tmp_path: Path) -> None:
    done = compare("@house", WORSE, *SHORT, "--max-matches", "23", cwd=tmp_path)
    assert done.returncode == 3
    assert "Undecided: " in done.stdout
    assert "16 matches in 2 blocks" in done.stdout


def test_a_program_reads_it_as_json_and_one_or_two_workers_say_the_same(tmp_path: Path) -> None:
    one, two = (compare("@house", WORSE, *SHORT, "--json", "--workers", n, cwd=tmp_path) for n in "12")
    assert one.stdout == two.stdout
    told = json.loads(one.stdout)
    assert told["verdict"] == "better"
    assert told["improvement"]["low"] >= 0
    assert (told["margin"], told["false_better"], told["false_not_better"]) == (0.2, 0.05, 0.05)
    assert told["matches"] == 8 * told["blocks"] == 8 * len(told["places"])
    assert told["old"]["client"] == WORSE
    assert told["old"]["retirements"] == {"bad cards": told["matches"] // 2}
    assert told["new"]["bad_cards"] == {}
    assert told["seed"] == "7"
    assert told["seed_given"]


def test_logs_are_kept_of_the_matches_that_count_and_the_worst_are_named(tmp_path: Path) -> None:
    done = compare(WORSE, "@house", *SHORT, "--logs", "logs", cwd=tmp_path)
    assert done.returncode == 1
    logs = sorted((tmp_path / "logs").iterdir())
    assert f"{len(logs)} matches" in done.stdout
    assert [log.name for log in logs[:2]] == ["block-00001-seat-1-new.log.gz", "block-00001-seat-1-old.log.gz"]
    assert verify(logs[0]).plan.players[0].name == CANDIDATE
    assert done.stdout.count("look at  logs/block-") == 3


def test_a_client_that_starts_no_more_voids_its_match_twice_and_the_reason_is_told(tmp_path: Path) -> None:
    (tmp_path / "once.sh").write_text('#!/bin/sh\nrm -f "$PWD/once.sh"\n')
    (tmp_path / "once.sh").chmod(0o755)
    done = compare("./once.sh", "@house", *SHORT, cwd=tmp_path)
    assert done.returncode == 3
    assert "Undecided: mean improvement nothing known yet" in done.stdout
    assert "referee: the match is void, no player is to blame: " in done.stderr
    assert "once.sh" in done.stderr


@pytest.mark.full
@pytest.mark.parametrize(
    ("old", "code", "most_blocks"), [("@python/random", 0, 20), ("@python/hearts", 1, 70)], ids=["random", "itself"]
)
def test_the_bundled_client_for_hearts_is_better_than_chance_and_not_than_itself(
    tmp_path: Path, old: str, code: int, most_blocks: int
) -> None:
    words = ("--against", "@python/random", "--game", "hearts", "-o", "target=50", "--seed", "7", "--json")
    done = compare("@python/hearts", old, *words, cwd=tmp_path)
    assert done.returncode == code, done.stderr
    told = json.loads(done.stdout)
    assert told["blocks"] <= most_blocks
    assert (told["improvement"]["value"] == 0) == (code == 1)
    assert told["new"]["bad_cards"] == {}


def test_when_it_is_stopped_it_tells_what_is_known_so_far(tmp_path: Path) -> None:
    words = [*REFEREE, "compare", "@house", "@house", *SHORT, "--margin", "0.001", "--logs", "logs", "--workers", "1"]
    running = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path)
    until((tmp_path / "logs" / "block-00003-seat-1-new.log.gz").exists)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate()
    assert running.returncode == 128 + signal.SIGINT
    assert "Undecided: mean improvement 0.00 places" in out
    assert err == "referee: stopped by SIGINT\n"


def test_on_a_terminal_a_line_tells_how_far_it_is(tmp_path: Path) -> None:
    words = ["-m", "referee", "compare", "@house", "@house", *SHORT, "--max-matches", "160"]
    child = pexpect.spawn(sys.executable, words, cwd=tmp_path, encoding="utf-8", dimensions=(24, 100), timeout=30)
    child.expect("0 matches in 0 blocks: nothing known yet")
    child.expect(r"Undecided: .*160 matches in 20 blocks")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 3


def test_elsewhere_a_line_is_written_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    comparison = Comparison(contest(), 0.2)
    progress = Progress(comparison)
    for block in blocks(FakeLanes(), 2):
        comparison.add(block)
        progress.show()
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("referee.tournament.compared.EVERY", 0)
    progress.show()
    progress.clear()
    assert capsys.readouterr().err.startswith("16 matches in 2 blocks: ")


def test_its_help_ends_with_an_example(tmp_path: Path) -> None:
    done = compare("--help", cwd=tmp_path)
    assert done.returncode == 0
    assert "Example:  referee compare ./mybot ./old/mybot --against @python/hearts" in done.stdout


def test_after_against_stand_all_others_until_the_next_option() -> None:
    command = group.get_command(click.Context(group), "compare")
    assert command
    for words in (
        ["./a", "./b", "--against", "x", "y", "z", "--game", "tricks"],
        ["--against", "x", "y", "z", "--game", "tricks", "./a", "./b"],
        ["./a", "--against", "x", "--game", "tricks", "./b", "--against", "y", "z"],
    ):
        known = command.make_context("compare", list(words)).params
        assert (known["new"], known["old"], known["against"]) == ("./a", "./b", ("x", "y", "z")), words


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["@house", "--against", "@house", "--game", "tricks"], "Missing argument 'OLD'"),
        (["@house", "@house", "--game", "tricks"], "Missing option '--against'"),
        (["@house", "@house", "--against", "@house"], "Missing option '--game'"),
        (["@house", "@house", "--against", "@house", "--game", "bridge"], "there is no game 'bridge'"),
        (["@house", "no-such-bot", *SHORT], "there is no folder, file or command 'no-such-bot'"),
        (["@house", "./dir", *SHORT], "the folder has no client.toml"),
        (["x=@house", "x=@house", *SHORT], "two players are named 'x'"),
        (["@house", "@house", *SHORT, "--against", "candidate=@house"], "'candidate' is the name of NEW and OLD"),
        (["@house", "@house", *SHORT, "--margin", "0"], "--margin: expected more than 0 and less than 3 places, not 0"),
        (["@house", "@house", *SHORT, "--margin", "nan"], "--margin: expected more than 0"),
        (["@house", "@house", *SHORT, "--max-matches", "7"], "--max-matches: a block has 8 matches"),
        (["@house", "@house", *SHORT, "--seats", "5"], "tricks is played by 4 players, not 5"),
        (["@house", "@house", *SHORT, "--seed", "a b"], "a seed has 1 to 64 letters and digits"),
        (["@house", "@house", *SHORT, "-o", "aim=3"], "tricks has no option 'aim'"),
        (["@house", "@house", *SHORT, "--bank", "0"], "bank is a number of seconds"),
        (["@house", "@house", *SHORT, "--workers", "0"], "0 is not in the range"),
        (["@house", "@house", *SHORT, "--logs", "no/such"], "--logs: no/such is no folder that can be written to"),
        (["@house", "@house", *SHORT, "--logs", "."], "--logs: . is not empty"),
    ],
)
def test_wrong_use_is_told_before_anything_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "dir").mkdir()
    with pytest.raises((Mistake, click.ClickException)) as caught:
        group.main(["compare", *words], prog_name="referee", standalone_mode=False)
    error = caught.value
    assert message in (error.format_message() if isinstance(error, click.ClickException) else str(error))
    assert list(tmp_path.iterdir()) == [tmp_path / "dir"]


def test_a_client_that_does_not_start_is_named_before_any_match(tmp_path: Path) -> None:
    (tmp_path / "bot").write_text("no program\n")
    (tmp_path / "bot").chmod(0o755)
    done = compare("@house", "./bot", *SHORT, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("referee: bot: cannot run ")
