"""Knockout: the better half of each table goes on, until one table is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from waves import field, judged, names, played, seated

from referee.formats.field import Outcome
from referee.formats.known import FORMATS

KNOCKOUT = FORMATS["knockout"]


def ranking(n: int, seats: int, results: Sequence[Sequence[Outcome]]) -> list[list[str]]:
    assert KNOCKOUT.ranking is not None
    return KNOCKOUT.ranking(field(n, seats, 0), results)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 8])
@pytest.mark.parametrize("n", [*range(2, 26), 64, 300])
def test_it_ends_in_one_table_with_as_many_tables_as_were_told(n: int, seats: int) -> None:
    one = played(KNOCKOUT, n, seats, 0)
    assert len(one.waves[-1]) == 1
    assert sum(map(len, one.waves)) == KNOCKOUT.size(field(n, seats, 0))
    assert ranking(n, seats, one.results)[0] == ["e1"]


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 40), st.sampled_from([2, 4, 5, 8]), st.randoms(use_true_random=False))
def test_nobody_plays_twice_in_a_wave_nor_comes_back(n: int, seats: int, chance: Random) -> None:
    one = played(KNOCKOUT, n, seats, 0, lambda table, _: [chance.randint(0, 3) for _ in table])
    still_in = set(names(n))
    for tables in one.waves:
        now = seated(tables)
        assert set(now) <= still_in
        assert set(now.values()) == {1}
        sizes = [len(table) for table in tables]
        assert max(sizes) <= seats
        assert max(sizes) - min(sizes) <= 1
        still_in = set(now)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 40), st.sampled_from([2, 4, 5, 8]), st.randoms(use_true_random=False))
def test_it_ends_although_tables_come_to_nothing(n: int, seats: int, chance: Random) -> None:
    def judge(table: Sequence[str], wave: int) -> list[int] | None:
        return [chance.randint(0, 3) for _ in table] if chance.randint(0, 2) else None

    one = played(KNOCKOUT, n, seats, 0, judge)
    assert len(one.waves[-1]) == 1
    assert sum(map(len, one.waves)) <= KNOCKOUT.size(field(n, seats, 0))
    assert sorted(name for group in ranking(n, seats, one.results) for name in group) == sorted(names(n))


def test_seeds_are_dealt_like_a_snake() -> None:
    snake = [("e1", "e6", "e7"), ("e2", "e5", "e8"), ("e3", "e4", "e9", "e10")]
    assert KNOCKOUT.tables(field(10, 4, 0), []) == snake


def test_the_better_half_of_each_table_goes_on() -> None:
    results = [judged(KNOCKOUT.tables(field(8, 4, 0), []), lambda table, _: [0, 1, 2, 3], 1, 4)]
    assert KNOCKOUT.tables(field(8, 4, 0, wave=2), results) == [("e5", "e6", "e7", "e8")]


def test_a_table_with_house_players_sends_as_many() -> None:
    results = [judged(KNOCKOUT.tables(field(6, 4, 0), []), lambda table, _: [2, 1, 0], 1, 4)]
    assert KNOCKOUT.tables(field(6, 4, 0, wave=2), results) == [("e1", "e2", "e3", "e4")]


def test_a_tie_at_the_cut_goes_to_the_better_one_before_then_to_the_first_that_entered() -> None:
    first = judged(KNOCKOUT.tables(field(16, 4, 0), []), lambda table, _: [2, 3, 1, 0], 1, 4)
    second = judged(KNOCKOUT.tables(field(16, 4, 0, wave=2), [first]), lambda table, _: [0] * 4, 2, 4)
    [final] = KNOCKOUT.tables(field(16, 4, 0, wave=3), [first, second])
    assert set(final) == {"e5", "e6", "e7", "e8"}
    tied = judged(KNOCKOUT.tables(field(8, 4, 0), []), lambda table, _: [0] * 4, 1, 4)
    assert KNOCKOUT.tables(field(8, 4, 0, wave=2), [tied]) == [("e1", "e2", "e3", "e4")]


def test_of_a_table_that_came_to_nothing_the_first_that_entered_go_on() -> None:
    first, second = KNOCKOUT.tables(field(8, 4, 0), [])
    results = [judged([second], lambda table, _: [0, 1, 2, 3], 1, 4)]
    [final] = KNOCKOUT.tables(field(8, 4, 0, wave=2), results)
    assert set(final) == {first[0], first[1], second[2], second[3]}


def test_who_withdraws_is_not_in_later_waves_and_nobody_comes_back_for_it() -> None:
    results = [judged(KNOCKOUT.tables(field(8, 4, 0), []), lambda table, _: [3, 2, 1, 0], 1, 4)]
    fewer = replace(field(8, 4, 0, wave=2), entrants=names(8)[1:])
    assert KNOCKOUT.tables(fewer, results) == [("e2", "e3", "e4")]


def test_places_are_by_how_far_one_came_and_then_by_the_last_wave() -> None:
    one = played(KNOCKOUT, 8, 4, 0)
    assert one.waves == [[("e1", "e4", "e5", "e8"), ("e2", "e3", "e6", "e7")], [("e1", "e2", "e3", "e4")]]
    assert ranking(8, 4, one.results) == [["e1"], ["e2"], ["e3"], ["e4"], ["e5", "e6"], ["e7", "e8"]]


def test_nobody_goes_on_in_the_standings_from_a_table_that_still_plays() -> None:
    first, _ = KNOCKOUT.tables(field(8, 4, 0), [])
    half_played = [judged([first], lambda table, _: [3, 2, 1, 0], 1, 4)]
    assert ranking(8, 4, half_played) == [["e1"], ["e4"], ["e5"], ["e2", "e3", "e6", "e7", "e8"]]


def test_before_the_first_results_all_share_the_first_place() -> None:
    assert ranking(5, 4, []) == [list(names(5))]


def test_rounds_do_not_matter_and_nobody_may_come_in_later() -> None:
    assert KNOCKOUT.refusal(field(5, 4, 0)) == ""
    assert KNOCKOUT.refusal(field(1, 4, 0)).startswith("[entrants]: ")
    assert not KNOCKOUT.takes_additions


def test_later_results_do_not_change_an_earlier_wave() -> None:
    one = played(KNOCKOUT, 30, 4, 0)
    assert [KNOCKOUT.tables(field(30, 4, 0, wave), one.results) for wave in range(1, len(one.waves) + 1)] == one.waves
