"""Cores of their own: matches at the same time never share one, and a match that gets none runs anywhere."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import pytest

from referee.seats import cores
from referee.seats.cores import matches_at_once, on_cores


class Machine:
    """One with so many cores, whatever the one is that the tests run on."""

    def __init__(self, folder: Path, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self.here = set(range(count))
        for core in self.here:
            (folder / f"cpu{core}").mkdir()
        monkeypatch.setattr(cores, "FOLDER", f"{folder}/cpu{{}}")
        monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(self.here), raising=False)
        monkeypatch.setattr(os, "sched_setaffinity", self.move, raising=False)

    def move(self, _: int, where: Iterable[int]) -> None:
        self.here = set(where)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path, 5, monkeypatch)


def test_a_match_moves_to_as_many_cores_as_it_wants_and_back(machine: Machine) -> None:
    for count, wanted in ((1, {4}), (3, {4, 3, 2})):
        with on_cores(count) as taken:
            assert set(taken) == machine.here == wanted
        assert machine.here == {0, 1, 2, 3, 4}


def test_matches_at_the_same_time_have_different_cores(machine: Machine) -> None:
    every = set(machine.here)
    with on_cores(2) as one:
        machine.here = every  # another process begins on all cores
        with on_cores(2) as other:
            assert (one, other) == ((4, 3), (2, 1))


def test_who_finds_too_few_free_cores_takes_none_and_leaves_them_to_others(machine: Machine) -> None:
    every = set(machine.here)
    with on_cores(3):
        machine.here = every
        with on_cores(3) as too_many:
            assert too_many == ()
            assert machine.here == every
            with on_cores(2) as enough:
                assert enough == (1, 0)


def test_cores_are_free_again_after_a_match_that_failed(machine: Machine) -> None:
    with pytest.raises(ZeroDivisionError), on_cores(4):
        raise ZeroDivisionError
    with on_cores(4) as taken:
        assert taken == (4, 3, 2, 1)


@pytest.mark.parametrize("count", [5, 6])
def test_who_wants_every_core_is_not_moved(machine: Machine, count: int) -> None:
    with on_cores(count) as taken:
        assert taken == ()
        assert machine.here == {0, 1, 2, 3, 4}


def test_where_the_system_cannot_move_processes_nothing_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_setaffinity", raising=False)
    with on_cores() as taken:
        assert taken == ()


def test_there_is_room_for_as_many_matches_as_have_their_cores_and_always_for_one(machine: Machine) -> None:
    assert [matches_at_once(count) for count in (1, 2, 3, 5, 6)] == [5, 2, 1, 1, 1]
    with on_cores(2):
        assert matches_at_once() == 2
