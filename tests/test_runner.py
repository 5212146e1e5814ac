"""The runner: every match of the plan counts exactly once, whatever stops it and in whatever order they end."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import stat
import tarfile
from collections import Counter
from concurrent.futures import BrokenExecutor
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from conftest import sample
from tournaments import ALL_FORMATS, Quiet, a_file, digest_of_run, run, simulated

from referee.errors import Mistake, Stuck
from referee.seats.program import CannotStart
from referee.tournament.home import Home
from referee.tournament.secret import Unannounced, published
from referee.tournament.store import Store
from referee.tournament.worker import Job, Report

SIX = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")


def rows(path: Path, query: str) -> list[tuple[Any, ...]]:
    store = Store(Home.of(path).store)
    found = list(store.rows(query))
    store.sql.close()
    return found


@pytest.mark.parametrize("format_", ALL_FORMATS)
def test_every_match_of_the_plan_counts_once(tmp_path: Path, format_: str) -> None:
    path = a_file(tmp_path, SIX, format=format_, rounds=3)
    watcher = Quiet()
    assert run(path, watcher=watcher)
    numbers = sorted(watcher.numbers)
    assert numbers == list(range(1, len(numbers) + 1))
    assert watcher.total in (len(numbers), None)
    assert rows(path, "select count(*) from match") == [(len(numbers),)]
    assert set(rows(path, "select count(*) from seat group by match")) == {(4,)}


@pytest.mark.parametrize("format_", sample(ALL_FORMATS, 2))
def test_the_digest_is_the_same_with_1_2_and_8_workers(tmp_path: Path, format_: str) -> None:
    digests = set()
    for workers in (1, 2, 8):
        folder = tmp_path / str(workers)
        folder.mkdir()
        path = a_file(folder, SIX, format=format_, rounds=3)
        assert run(path, workers=workers)
        digests.add(digest_of_run(path))
    assert len(digests) == 1


@pytest.mark.parametrize("format_", sample(ALL_FORMATS, 2))
def test_stopped_and_gone_on_is_the_same_as_uninterrupted(tmp_path: Path, format_: str) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    whole.mkdir()
    parts.mkdir()
    assert run(a_file(whole, SIX, format=format_, rounds=3, deals=2), workers=2)
    path = a_file(parts, SIX, format=format_, rounds=3, deals=2)
    stops = 0
    while not run(path, workers=2, stop_after=5):
        stops += 1
    assert stops >= 2
    assert digest_of_run(path) == digest_of_run(whole / "cup.toml")


def test_a_runner_that_dies_after_any_match_is_gone_on_with(tmp_path: Path) -> None:
    class Dies(Exception):
        pass

    def die(_done: int) -> None:
        raise Dies

    path = a_file(tmp_path, SIX, rounds=1)
    whole = tmp_path / "whole"
    whole.mkdir()
    run(a_file(whole, SIX, rounds=1))
    for _ in range(100):
        try:
            if run(path, watcher=Quiet(die)):
                break
        except Dies:
            continue
    assert digest_of_run(path) == digest_of_run(whole / "cup.toml")


def test_no_more_than_is_under_way_is_played_after_a_stop(tmp_path: Path) -> None:
    path, watcher = a_file(tmp_path, SIX, rounds=5), Quiet()
    assert not run(path, watcher=watcher, stop_after=4)
    assert 4 <= len(watcher.numbers) <= 4 + 3


class Failing:
    """Simulates matches, of which some fail at first."""

    def __init__(self, failures: dict[int, list[Report | BaseException]]) -> None:
        self.failures = failures
        self.starts: Counter[int] = Counter()

    def __call__(self, job: Job) -> Report:
        self.starts[job.number] += 1
        left = self.failures.get(job.number)
        if not left:
            return simulated(job)
        failure = left.pop(0)
        if isinstance(failure, BaseException):
            raise failure
        return failure


VOID = Report(None, cause="cannot start Ann: Too many open files")


def test_a_void_match_is_played_again(tmp_path: Path) -> None:
    path, watcher, do = a_file(tmp_path), Quiet(), Failing({3: [VOID]})
    assert run(path, do, watcher=watcher)
    assert watcher.voids == [(3, VOID.cause)]
    assert do.starts[3] == 2
    assert rows(path, "select match, cause from void") == [(3, VOID.cause)]


def test_a_match_that_is_void_twice_in_a_row_stops_the_tournament_with_the_reason(tmp_path: Path) -> None:
    path = a_file(tmp_path)
    with pytest.raises(Stuck, match="match 3 was void 2 times in a row: cannot start Ann: Too many open files"):
        run(path, Failing({3: [VOID, VOID]}))
    assert run(path)
    assert rows(path, "select count(*), count(distinct number) from match") == [(40, 40)]


def test_a_full_disk_stops_it_at_once_and_says_what_to_do(tmp_path: Path) -> None:
    path = a_file(tmp_path)
    full = Report(None, cause="000003.log.gz: No space left on device", hopeless=True, full=True)
    with pytest.raises(Stuck, match=r"No space left on device; all matches .* kept; free space, then run the same"):
        run(path, Failing({3: [full]}))
    assert run(path)


def test_a_match_whose_worker_died_is_played_again(tmp_path: Path) -> None:
    path, watcher, do = a_file(tmp_path), Quiet(), Failing({3: [BrokenExecutor()] * 3, 5: [BrokenExecutor()]})
    assert run(path, do, watcher=watcher)
    assert {number for number, _ in watcher.voids} >= {3, 5}
    assert sorted(watcher.numbers) == list(range(1, 41))


def test_workers_that_die_again_and_again_stop_it(tmp_path: Path) -> None:
    with pytest.raises(Stuck, match=r"workers died .* in between; at their tables always sat: [A-E]"):
        run(a_file(tmp_path), Failing({number: [BrokenExecutor()] * 99 for number in range(1, 41)}))


def test_a_bug_in_the_referee_is_not_hidden(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        run(a_file(tmp_path), Failing({2: [ZeroDivisionError()]}))


def test_who_only_looks_is_no_runner_and_keeps_none_out(tmp_path: Path) -> None:
    path = a_file(tmp_path)
    run(path, stop_after=1)
    descriptor = os.open(Home.of(path).folder, os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_SH)
    assert not Home.of(path).is_running()
    Timer(0.03, os.close, (descriptor,)).start()
    assert run(path)


def test_a_second_runner_is_refused(tmp_path: Path) -> None:
    path = a_file(tmp_path)
    run(path, stop_after=1)
    home = Home.of(path)
    with home.locked():
        assert home.is_running()
        with pytest.raises(Mistake, match="another runner is at work on this tournament"):
            run(path)
    assert not home.is_running()


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"format": "swiss"}, 'format was "round-robin" when it began, and is "swiss" now'),
        ({"seed": "8"}, 'seed was "7" when it began, and is "8" now'),
        ({"deals": 2}, "deals was 1 when it began, and is 2 now"),
        ({"seatings": "one"}, 'seatings was "rotations" when it began, and is "one" now'),
        ({"cores": 2}, "cores was 1 when it began, and is 2 now"),
        ({"names": SIX[:4]}, "Eve is gone from the entrants"),
    ],
)
def test_going_on_with_something_else_is_refused_and_the_difference_named(
    tmp_path: Path, change: dict[str, Any], named: str
) -> None:
    run(a_file(tmp_path), stop_after=1)
    with pytest.raises(Mistake, match=re.escape(named)):
        run(a_file(tmp_path, **change))


def test_going_on_with_other_options_limits_or_clients_is_refused(tmp_path: Path) -> None:
    path = a_file(tmp_path)
    run(path, stop_after=1)
    text = path.read_text()
    changes = {
        "target = 5": ("target = 6", 'options was .*"target": 5.* is .*"target": 6'),
        "[entrants]": ("[limits]\ntime = 1\n[entrants]", "limits was .* when it began"),
        "Ann = { client = '": ("Ann = { client = 'env ", "Ann's client was .* is .* now; run `update` for it"),
        "choices = true": ("choices = false", "Ann's choices was true when it entered, and is false now"),
    }
    for old, (new, named) in changes.items():
        path.write_text(text.replace(old, new, 1))
        with pytest.raises(Mistake, match=named):
            run(path)
    path.write_text(text)
    assert run(path)


def test_going_on_with_another_version_of_the_referee_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = a_file(tmp_path)
    run(path, stop_after=1)
    monkeypatch.setattr("referee.tournament.opening.__version__", "99")
    with pytest.raises(Mistake, match=r"begun by referee .*, and this is 99"):
        run(path)


def test_rounds_may_be_raised_which_is_recorded(tmp_path: Path) -> None:
    run(a_file(tmp_path, rounds=2), stop_after=1)
    path = a_file(tmp_path, rounds=3)
    assert run(path)
    assert rows(path, "select count(*) from match") == [(60,)]
    assert rows(path, "select rounds, wave from event where kind = 'rounds'") == [(3, 2)]


@pytest.mark.parametrize("names", [SIX, SIX[:4]], ids=["six", "four"])
def test_what_was_planned_before_rounds_were_raised_stays_as_it_was(tmp_path: Path, names: tuple[str, ...]) -> None:
    run(a_file(tmp_path, names, rounds=4), stop_after=6)
    path = a_file(tmp_path, names, rounds=9)
    while not run(path, stop_after=15):
        pass
    assert rows(path, "select count(*), count(distinct wave) from match")[0][1] == 9


def test_rounds_cannot_be_lowered_so_that_nobody_ends_it_when_it_suits(tmp_path: Path) -> None:
    run(a_file(tmp_path, rounds=4), stop_after=30)
    with pytest.raises(Mistake, match="rounds was 4, and 2 have begun; it can be 4 or more, not 3"):
        run(a_file(tmp_path, rounds=3))
    assert run(a_file(tmp_path, rounds=4))


def test_a_ladder_ends_when_it_is_given_rounds_that_were_played(tmp_path: Path) -> None:
    run(a_file(tmp_path, SIX, format="ladder", rounds=0), stop_after=20)
    ((begun,),) = rows(tmp_path / "cup.toml", "select max(number) from wave")
    with pytest.raises(Mistake, match=f"it can be {begun} or more, not 1"):
        run(a_file(tmp_path, SIX, format="ladder", rounds=1))
    assert run(a_file(tmp_path, SIX, format="ladder", rounds=begun))


def test_a_finished_tournament_keeps_its_file(tmp_path: Path) -> None:
    path = a_file(tmp_path)
    assert run(path)
    kept = (Home.of(path).folder / "tournament.toml").read_text()
    assert run(a_file(tmp_path, rounds=9))
    assert (Home.of(path).folder / "tournament.toml").read_text() == kept


def test_too_few_entrants_do_not_end_it_while_rounds_are_left(tmp_path: Path) -> None:
    path = a_file(tmp_path, ("Ann", "Bob"), rounds=4)
    run(path, stop_after=1)
    store = Store(Home.of(path).store)
    store.withdraw("Bob", "")
    store.close()
    path.write_text(path.read_text().replace("Bob = ", "# Bob = "))
    with pytest.raises(Mistake, match=r"at least two are needed|fewer than 2 entrants are left"):
        run(path)
    assert rows(path, "select value from fact where name = 'seed'") == []


def test_a_changed_copy_of_a_client_is_put_right_before_it_plays(tmp_path: Path) -> None:
    path = a_file(tmp_path)
    run(path, stop_after=1)
    copy = next(Home.of(path).frozen("Ann", 1).rglob("*.py"))
    before = copy.read_bytes()
    copy.write_text("# changed")
    assert run(path, stop_after=1) is False
    assert copy.read_bytes() == before
    copy.unlink()
    assert run(path)
    assert copy.read_bytes() == before


def test_a_copy_that_cannot_be_put_right_is_refused(tmp_path: Path) -> None:
    path = a_file(tmp_path)
    run(path, stop_after=1)
    home = Home.of(path)
    copy = next(home.frozen("Ann", 1).rglob("*.py"))
    copy.write_text("# changed")
    home.kept("Bob", 1).replace(home.kept("Ann", 1))
    with tarfile.open(home.kept("Ann", 1), "w") as archive:
        archive.add(home.frozen("Ann", 1), arcname=".")
    with pytest.raises(Mistake, match=r"honest.py was changed since Ann entered; put it back"):
        run(path)


def test_a_client_that_changes_its_own_files_does_not_stop_the_tournament(tmp_path: Path) -> None:
    def learn(job: Job) -> Report:
        if job.plan.players[0].name == "Ann":
            next(Path(job.plan.players[0].folder).rglob("honest.py")).write_text("# learnt")
        return simulated(job)

    path = a_file(tmp_path)
    assert run(path, learn)
    ((text, count),) = rows(path, "select distinct text, count(*) from note where entrant = 'Ann'")
    assert re.fullmatch(r"after the match: .*honest.py was changed in its folder, and was put back", text)
    assert count > 0


def test_a_folder_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    path = a_file(tmp_path)
    (tmp_path / "cup").mkdir()
    (tmp_path / "cup" / "bot.py").write_text("")
    with pytest.raises(Mistake, match=r"cup: is there already and holds bot.py, so it is no tournament's"):
        run(path)
    assert [one.name for one in (tmp_path / "cup").iterdir()] == ["bot.py"]


def test_a_run_that_is_over_plays_nothing_more(tmp_path: Path) -> None:
    path, watcher = a_file(tmp_path), Quiet()
    assert run(path)
    assert run(path, watcher=watcher)
    assert watcher.numbers == []


def test_a_client_that_does_not_start_is_told_before_anything_is_played(tmp_path: Path) -> None:
    (tmp_path / "mybot").write_text("#!/no/such/interpreter\n")
    (tmp_path / "mybot").chmod(0o755)
    path = a_file(tmp_path)
    path.write_text(path.read_text() + "mybot = './mybot'\n")
    with pytest.raises(CannotStart, match="/no/such/interpreter, which is not there"):
        run(path)
    path.write_text(path.read_text().replace("mybot = './mybot'\n", ""))
    assert run(path)


class Deciding:
    """Somebody who decides something while the tournament is played."""

    def __init__(self, path: Path, after: int, decide: str, *words: Any) -> None:
        self.path, self.after, self.decide, self.words = path, after, decide, words

    def __call__(self, done: int) -> None:
        if self.after and done >= self.after:
            self.after = 0
            store = Store(Home.of(self.path).store)
            getattr(store, self.decide)(*self.words)
            store.sql.close()


def test_who_is_withdrawn_plays_no_match_that_has_not_begun(tmp_path: Path) -> None:
    path = a_file(tmp_path, rounds=3)
    withdraw = Deciding(path, 3, "withdraw", "Bob", "its author asked")
    assert run(path, watcher=Quiet(withdraw))
    ((last,),) = rows(path, "select max(match) from seat where entrant = 'Bob'")
    ((dropped,),) = rows(path, "select count(*) from match where state = 'dropped'")
    assert last <= 3 + 4
    assert dropped >= 16 - last
    assert rows(path, "select count(*) from seat where match > 20 and entrant = 'Cat'") == [(8,)]
    withdrawn = rows(path, "select kind, entrant, because, wave from event where kind != 'enter'")
    assert withdrawn == [("withdraw", "Bob", "its author asked", 2)]


def test_an_annulled_match_does_not_count_for_what_is_planned_after_it(tmp_path: Path) -> None:
    path = a_file(tmp_path, SIX, format="swiss", rounds=3)
    annul = Deciding(path, 3, "annul", 1, "two of them worked together")
    assert run(path, watcher=Quiet(annul))
    assert rows(path, "select kind, match, wave from event where kind = 'annul'") == [("annul", 1, 2)]
    before = digest_of_run(path)
    assert run(path)
    assert digest_of_run(path) == before


def test_an_entrant_may_come_in_later(tmp_path: Path) -> None:
    run(a_file(tmp_path, SIX, rounds=4), stop_after=5)
    path = a_file(tmp_path, (*SIX, "Gil"), rounds=4)
    assert run(path)
    assert rows(path, "select count(*) > 0 from seat where entrant = 'Gil'") == [(1,)]
    assert rows(path, "select wave from event where entrant = 'Gil'") == [(2,)]


def test_nobody_comes_into_a_knockout_that_has_begun(tmp_path: Path) -> None:
    run(a_file(tmp_path, SIX, format="knockout"), stop_after=1)
    with pytest.raises(Mistake, match="Gil cannot enter a knockout that has begun"):
        run(a_file(tmp_path, (*SIX, "Gil"), format="knockout"))


def test_the_seed_is_256_random_bits_that_nobody_else_can_read(tmp_path: Path) -> None:
    path = a_file(tmp_path, seed=None)
    run(path, stop_after=1)
    home = Home.of(path)
    seed = home.seed.read_text()
    assert re.fullmatch("[0-9a-f]{64}", seed)
    assert stat.S_IMODE(home.seed.stat().st_mode) == 0o600
    assert stat.S_IMODE(home.folder.stat().st_mode) == 0o700


def test_the_hash_of_the_seed_is_told_before_the_first_match_and_the_seed_after_the_last(tmp_path: Path) -> None:
    path = a_file(tmp_path, seed=None)
    run(path, stop_after=1)
    seed = Home.of(path).seed.read_text()
    assert rows(path, "select value from fact where name = 'seed_hash'") == [(published(seed),)]
    assert rows(path, "select value from fact where name = 'seed'") == []
    assert run(path)
    assert rows(path, "select value from fact where name = 'seed'") == [(seed,)]


def test_a_lost_seed_is_named(tmp_path: Path) -> None:
    path = a_file(tmp_path, seed=None)
    run(path, stop_after=1)
    Home.of(path).seed.unlink()
    with pytest.raises(Mistake, match="the seed of the tournament is gone"):
        run(path)


def test_a_beacon_is_given_after_the_hash_was_told(tmp_path: Path) -> None:
    path = a_file(tmp_path, seed=None, beacon="the lottery of Sunday")
    with pytest.raises(Unannounced, match="when the lottery of Sunday is known, run again with --beacon VALUE"):
        run(path)
    assert rows(path, "select count(*) from match") == [(0,)]
    assert run(path, beacon="3 17 22", stop_after=1) is False
    with pytest.raises(Mistake, match="--beacon: the value was '3 17 22' when the first match was played"):
        run(path, beacon="4 18 23")
    assert run(path)


def test_an_empty_beacon_is_none(tmp_path: Path) -> None:
    path = a_file(tmp_path, seed=None, beacon="the lottery of Sunday")
    with pytest.raises(Unannounced):
        run(path)
    with pytest.raises(Mistake, match="--beacon: the value is empty"):
        run(path, beacon=" ")


def test_a_beacon_that_comes_before_the_hash_is_not_taken(tmp_path: Path) -> None:
    path = a_file(tmp_path, seed=None, beacon="the lottery of Sunday")
    with pytest.raises(Unannounced, match="publish this hash"):
        run(path, beacon="3 17 22")
    assert rows(path, "select count(*) from match") == [(0,)]


def test_the_folder_keeps_the_file_that_was_played(tmp_path: Path) -> None:
    path = a_file(tmp_path)
    assert run(path)
    assert (Home.of(path).folder / "tournament.toml").read_text() == path.read_text()
    path.unlink()
    moved = tmp_path / "elsewhere"
    shutil.move(tmp_path / "cup", moved)
    assert Home.of(moved).store.is_file()


def test_what_a_killed_runner_left_half_done_is_cleared(tmp_path: Path) -> None:
    path = a_file(tmp_path)
    run(path, stop_after=1)
    half = Home.of(path).matches / ".unfinished.000009.log.gz"
    half.write_bytes(b"half")
    assert run(path)
    assert not half.exists()
