"""Ladder: without end, where the ranking is least decided, and nobody starves."""

from __future__ import annotations

import time
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from waves import Played, field, judged, met, names, played, seated

from referee.formats import ladder
from referee.formats.known import FORMATS

LADDER = FORMATS["ladder"]


@pytest.mark.parametrize("seats", [2, 4, 5, 8])
@pytest.mark.parametrize("n", [2, 3, 4, 5, 7, 8, 9, 12, 13, 16, 25, 60])
def test_tables_are_full_and_nobody_is_at_two_in_a_wave(n: int, seats: int) -> None:
    for tables in played(LADDER, n, seats, 0, most=10).waves:
        assert all(len(table) == min(n, seats) for table in tables)
        assert set(seated(tables).values()) == {1}
        assert n / (2 * seats) <= len(tables) <= max(1, n / seats)


@settings(max_examples=50, deadline=None)
@given(st.integers(2, 20), st.sampled_from([2, 4, 5, 8]), st.randoms(use_true_random=False))
def test_nobody_sits_out_two_waves_in_a_row(n: int, seats: int, chance: Random) -> None:
    one = played(LADDER, n, seats, 0, lambda table, _: [chance.randint(0, 3) for _ in table], most=12)
    assert_nobody_starves(one, n)


@pytest.mark.full
@pytest.mark.parametrize("seats", [2, 4, 5, 8])
@pytest.mark.parametrize("n", range(2, 26))
def test_nobody_starves_in_a_long_run(n: int, seats: int) -> None:
    assert_nobody_starves(played(LADDER, n, seats, 0, most=100), n)


def assert_nobody_starves(one: Played, n: int) -> None:
    for before, after in zip(one.waves, one.waves[1:], strict=False):
        assert set(seated(before)) | set(seated(after)) == set(names(n))
    counts = seated(table for wave in one.waves for table in wave)
    assert min(counts[name] for name in names(n)) >= len(one.waves) // 2


def test_who_comes_in_plays_at_once() -> None:
    one = played(LADDER, 12, 4, 0, most=6)
    more = replace(field(12, 4, 0, wave=7), entrants=(*names(12), "new", "newer"))
    assert {"new", "newer"} <= set(seated(LADDER.tables(more, one.results)))


def test_when_many_come_in_at_once_who_waited_longest_plays_first() -> None:
    one = played(LADDER, 6, 4, 0, most=3)
    entrants = (*names(6), *(f"new{k}" for k in range(6)))
    results, waited = list(one.results), dict.fromkeys(entrants, 0)
    for wave in range(4, 12):
        tables = LADDER.tables(replace(field(6, 4, 0, wave=wave), entrants=entrants), results)
        for name in entrants:
            waited[name] = 0 if name in seated(tables) else waited[name] + 1
        assert max(waited.values()) <= 2
        results.append(judged(tables, lambda table, _: [0] * len(table), wave, 4))


def test_neighbours_meet_more_often_than_others() -> None:
    one = played(LADDER, 20, 4, 0, most=60)
    often = met(table for wave in one.waves for table in wave)
    near = [often[frozenset((f"e{k}", f"e{k + 1}"))] for k in range(1, 20)]
    far = [often[frozenset((f"e{k}", f"e{k + 10}"))] for k in range(1, 11)]
    assert sum(near) / len(near) > 3 * sum(far) / len(far)
    assert min(near) > 0


def test_two_whose_order_is_open_play_more_than_those_that_stand_apart() -> None:
    """e1 to e4 beat each other by turns; the others win and lose as they are named."""
    chance = Random(1)

    def judge(table: tuple[str, ...], wave: int) -> list[int]:
        return [-chance.randint(1, 4) if int(name[1:]) <= 4 else -100 * int(name[1:]) for name in table]

    one = played(LADDER, 12, 2, 0, judge, most=120)
    counts = seated(table for wave in one.waves for table in wave)
    assert sum(counts[name] for name in names(4)) / 4 > sum(counts[name] for name in names(12)[4:]) / 8


def test_an_upset_moves_a_rating_more_than_what_was_expected() -> None:
    past = ladder._Past(2)
    results = played(LADDER, 2, 2, 0, most=5).results
    for wave in results:
        past.add(tuple(wave))
    assert past.rating["e1"] > 1500 > past.rating["e2"]
    gains = dict(past._gains(results[0][0]))
    upset = dict(past._gains(replace(results[0][0], beaten=results[0][0].beaten[::-1])))
    assert abs(upset["e2"]) > abs(gains["e1"])
    assert gains["e1"] == -gains["e2"]


@pytest.mark.parametrize("n", [5, 13])
def test_waves_may_be_asked_for_in_any_order(n: int) -> None:
    one = played(LADDER, n, 4, 0, most=12)
    backwards = [LADDER.tables(field(n, 4, 0, wave), one.results) for wave in range(12, 0, -1)]
    assert backwards[::-1] == one.waves


def test_an_annulled_table_changes_what_follows_as_if_it_had_never_been_known() -> None:
    one = played(LADDER, 13, 4, 0, most=8)
    changed = [one.results[0][1:], *one.results[1:]]
    after = LADDER.tables(field(13, 4, 0, wave=9), changed)
    ladder._kept.clear()
    assert LADDER.tables(field(13, 4, 0, wave=9), changed) == after


def test_it_goes_on_without_end_or_for_its_rounds() -> None:
    assert LADDER.size(field(9, 4, 0)) == 0
    assert LADDER.tables(field(9, 4, 0, wave=1000), [[]] * 999)
    assert LADDER.tables(field(9, 4, 3, wave=4), [[]] * 3) == []
    assert LADDER.size(field(13, 4, 5)) == sum(map(len, played(LADDER, 13, 4, 5).waves))


def test_one_entrant_is_refused() -> None:
    assert LADDER.refusal(field(1, 4, 0)).startswith("[entrants]: ")
    assert LADDER.tables(field(1, 4, 0), []) == []
    assert LADDER.refusal(field(2, 4, 0)) == ""


def test_a_wave_of_three_hundred_is_there_at_once() -> None:
    one = played(LADDER, 300, 4, 0, most=2)
    began = time.process_time()
    LADDER.tables(field(300, 4, 0, wave=3), one.results)
    assert time.process_time() - began < 2
