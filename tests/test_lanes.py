"""The lanes: jobs go in, reports come out, and a worker that dies costs only what it was playing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from arena import until

from referee.disk import UNFINISHED
from referee.log import read_log
from referee.plan import Limits, Plan, Player
from referee.tournament.lanes import Done, Lanes
from referee.tournament.worker import Job, Report, digest_of, work

HONEST = Path(__file__).parent / "rogues" / "honest.py"


def house_job(number: int = 1, log: Path | None = None, seed: str = "7") -> Job:
    players = tuple(Player(name, (), "") for name in ("house", "house-2", "house-3", "house-4"))
    return Job(Plan("tricks", {"target": 20}, players, seed, True, Limits()), log, number)


def hanging_job(folder: Path, number: int = 1) -> Job:
    """A match whose first player waits for a newline that nobody sends."""
    waits = Player("waits", ("/bin/sh", "-c", "echo $$ > pid; read line < gate"), str(folder))
    job = house_job(number)
    plan = Plan("tricks", {"target": 20}, (waits, *job.plan.players[1:]), "7", True, Limits(first_time=60))
    return Job(plan, None, number)


def all_done(lanes: Lanes) -> list[Done]:
    found: list[Done] = []
    while lanes.playing:
        found += lanes.done(10)
    return found


class InTurn(Executor):
    """Does each job where it is submitted."""

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        future: Future[Report] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    os.mkfifo(tmp_path / "gate")
    yield tmp_path


def test_a_job_comes_back_with_its_report() -> None:
    with Lanes(1) as lanes:
        lanes.submit(house_job(3))
        ((job, report),) = all_done(lanes)
    assert job.number == 3
    assert report
    assert report.result
    assert max(standing.score for standing in report.result.standings) == 20


@pytest.mark.parametrize("make", [InTurn, lambda: ThreadPoolExecutor(2)], ids=["in turn", "threads"])
def test_any_executor_will_do_and_gives_the_same(make: type[Executor]) -> None:
    jobs = [house_job(number, seed=str(number)) for number in range(1, 6)]
    with Lanes(1, make, width=5) as lanes:
        for job in jobs:
            lanes.submit(job)
        found = {job.number: report for job, report in all_done(lanes)}
    for job in jobs:
        here, there = work(job), found[job.number]
        assert there
        assert there.result == here.result


def test_a_lane_takes_as_many_jobs_as_it_is_wide_and_of_short_ones_one_more() -> None:
    with Lanes(2, InTurn) as lanes:
        assert fill(lanes) == 2
        while lanes.playing:
            lanes.done(10)
        for _ in range(8):  # the mean follows what the matches take
            lanes.submit(house_job())
            lanes.done(10)
        assert fill(lanes) == 4


def fill(lanes: Lanes) -> int:
    while lanes.has_room():
        lanes.submit(house_job())
    return lanes.playing


def test_a_killed_worker_costs_only_its_own_job(folder: Path) -> None:
    with Lanes(2) as lanes:
        lanes.submit(hanging_job(folder, 1))
        lanes.submit(house_job(2))
        until(lambda: (folder / "pid").exists() and (folder / "pid").read_text())
        worker = parent_of(int((folder / "pid").read_text()))
        os.kill(worker, signal.SIGKILL)
        found = {job.number: report for job, report in all_done(lanes)}
        assert found[1] is None
        assert found[2] is not None
        lanes.submit(house_job(1))
        ((_, again),) = all_done(lanes)
        assert again


def test_stopping_at_once_ends_the_programs_too(folder: Path) -> None:
    with pytest.raises(KeyboardInterrupt), Lanes(1) as lanes:
        lanes.submit(hanging_job(folder))
        until(lambda: (folder / "pid").exists() and (folder / "pid").read_text())
        raise KeyboardInterrupt
    assert not Path(f"/proc/{(folder / 'pid').read_text().strip()}").exists()


def test_workers_and_their_programs_end_when_the_runner_is_killed(folder: Path) -> None:
    script = f"""
        from pathlib import Path
        from test_lanes import Lanes, hanging_job
        if __name__ == "__main__":
            with Lanes(1) as lanes:
                lanes.submit(hanging_job(Path({str(folder)!r})))
                lanes.done(60)
    """
    (folder / "runner.py").write_text(textwrap.dedent(script))
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    runner = subprocess.Popen([sys.executable, folder / "runner.py"], env=environment)
    until(lambda: (folder / "pid").exists() and (folder / "pid").read_text())
    program = int((folder / "pid").read_text())
    worker = parent_of(program)
    runner.kill()
    runner.wait()
    until(lambda: not is_alive(worker) and not is_alive(program))


def parent_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_log_has_its_name_only_when_it_is_whole(tmp_path: Path) -> None:
    report = work(house_job(log=tmp_path / "000001.log.gz"))
    assert report.result
    assert [path.name for path in tmp_path.iterdir()] == ["000001.log.gz"]
    assert not read_log(tmp_path / "000001.log.gz").cut


def test_a_void_match_leaves_no_log_under_its_name(tmp_path: Path) -> None:
    job = house_job(log=tmp_path / "000001.log.gz")
    nobody = Player("nobody", ("/no/such/program",), "/")
    plan = Plan("tricks", {"target": 20}, (nobody, *job.plan.players[1:]), "7", True, Limits())
    report = work(Job(plan, job.log))
    assert report.result is None
    assert "/no/such/program" in report.cause
    assert not report.hopeless
    assert not (tmp_path / "000001.log.gz").exists()


def test_a_full_disk_is_hopeless(tmp_path: Path) -> None:
    (tmp_path / f"{UNFINISHED}000001.log.gz").symlink_to("/dev/full")
    report = work(house_job(log=tmp_path / "000001.log.gz"))
    assert (report.result, report.hopeless) == (None, True)
    assert "No space left" in report.cause


def test_the_digest_covers_what_was_said_and_not_how_long_it_took(tmp_path: Path) -> None:
    honest = Player("honest", (sys.executable, "-I", "-S", str(HONEST)), str(tmp_path), choices=True)
    digests = set()
    for log in (tmp_path / "000001.log.gz", tmp_path / "000002.log.gz"):
        job = house_job(log=log)
        plan = Plan("tricks", {"target": 20}, (honest, *job.plan.players[1:]), "7", True, Limits())
        digests.add(work(Job(plan, log)).digest)
        digests.add(digest_of(read_log(log)))
    assert len(digests) == 1
    other = house_job(log=tmp_path / "000003.log.gz", seed="8")
    assert work(other).digest not in digests


def test_what_a_program_wrote_to_stderr_is_kept_beside_the_log(tmp_path: Path) -> None:
    shouts = Player("shouts", ("/bin/sh", "-c", "echo look here >&2"), str(tmp_path))
    job = house_job()
    plan = Plan("tricks", {"target": 20}, (shouts, *job.plan.players[1:]), "7", True, Limits(bad_cards=1))
    work(Job(plan, tmp_path / "000001.log.gz"))
    kept = subprocess.run(["zcat", tmp_path / "000001.shouts.stderr.gz"], capture_output=True, check=True)
    assert kept.stdout == b"look here\n"
    assert not list(tmp_path.glob(f"{UNFINISHED}*"))
