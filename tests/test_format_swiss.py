"""Swiss: neighbours in the standing meet, meetings are not repeated without need, house players go round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from waves import field, judged, met, names, outcome, played, seated, spread

from referee.formats.field import Outcome, Table
from referee.formats.known import FORMATS

SWISS = FORMATS["swiss"]


def ranking(n: int, seats: int, results: Sequence[Sequence[Outcome]]) -> list[list[str]]:
    assert SWISS.ranking is not None
    return SWISS.ranking(field(n, seats, 9), results)


def house_met(tables: Iterable[Table], seats: int) -> Counter[str]:
    return Counter(name for table in tables for name in table for _ in range(seats - len(table)))


def by_chance(numbers: list[int]) -> list[int] | None:
    """Points, or a table that is annulled."""
    return numbers if numbers[0] != 3 else None


@pytest.mark.parametrize("seats", [2, 4, 5, 8])
@pytest.mark.parametrize("n", [2, 3, 5, 8, 9, 13, 16, 17, 25])
def test_everybody_plays_once_in_each_round_at_tables_of_nearly_equal_size(n: int, seats: int) -> None:
    one = played(SWISS, n, seats, 5)
    assert len(one.waves) == 5
    for tables in one.waves:
        assert seated(tables) == dict.fromkeys(names(n), 1)
        sizes = [len(table) for table in tables]
        assert max(sizes) <= seats
        assert max(sizes) - min(sizes) <= 1
        assert len(tables) == -(-n // seats)
    assert SWISS.size(field(n, seats, 5)) == sum(map(len, one.waves))


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 20), st.sampled_from([2, 4, 5, 8]), st.randoms(use_true_random=False))
def test_whatever_the_results_everybody_plays_and_house_players_go_round(n: int, seats: int, chance: Random) -> None:
    one = played(SWISS, n, seats, 7, lambda table, _: [chance.randint(0, 3) for _ in table])
    for upto in range(1, 8):
        so_far = [table for wave in one.waves[:upto] for table in wave]
        assert seated(so_far) == dict.fromkeys(names(n), upto)
        assert spread(house_met(so_far, seats), names(n)) <= 1


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 20), st.sampled_from([2, 4, 8]), st.randoms(use_true_random=False))
def test_tables_that_came_to_nothing_stop_nobody(n: int, seats: int, chance: Random) -> None:
    one = played(SWISS, n, seats, 6, lambda table, _: by_chance([chance.randint(0, 3) for _ in table]))
    for wave in one.waves:
        assert seated(wave) == dict.fromkeys(names(n), 1)
    assert sorted(name for group in ranking(n, seats, one.results) for name in group) == sorted(names(n))


def test_the_first_round_is_by_the_order_of_entry() -> None:
    assert SWISS.tables(field(8, 4, 3), []) == [names(8)[:4], names(8)[4:]]


def test_winners_meet_winners() -> None:
    first = SWISS.tables(field(16, 4, 3), [])
    results = [judged(first, lambda table, _: [3, 2, 1, 0], 1, 4)]
    second = SWISS.tables(field(16, 4, 3, wave=2), results)
    assert set(second[0]) == {table[0] for table in first}
    assert set(second[-1]) == {table[3] for table in first}


def test_meetings_are_not_repeated_as_long_as_there_are_others_near() -> None:
    one = played(SWISS, 24, 2, 5)
    assert max(met(table for wave in one.waves for table in wave).values()) == 1
    four = played(SWISS, 24, 4, 4)
    again = met(table for wave in four.waves for table in wave)
    assert max(again.values()) <= 2
    assert sum(count > 1 for count in again.values()) <= len(again) // 8


def test_the_better_stand_higher_at_the_end() -> None:
    one = played(SWISS, 16, 4, 6)
    groups = ranking(16, 4, one.results)
    place = {name: number for number, group in enumerate(groups) for name in group}
    assert groups[0] == ["e1"]
    assert all(place[better] < place[worse] for better in names(16)[:4] for worse in names(16)[-4:])


def test_equal_sums_share_a_place() -> None:
    results = [judged([names(4)], lambda table, _: [2, 1, 1, 0], 1, 4)]
    assert ranking(4, 4, results) == [["e1"], ["e2", "e3"], ["e4"]]


def test_who_comes_in_later_starts_in_the_middle() -> None:
    """With what the others had in the mean in each round."""
    results = [judged([names(4)], lambda table, _: [3, 2, 1, 0], 1, 4)]
    assert ranking(5, 4, results) == [["e1"], ["e2"], ["e5"], ["e3"], ["e4"]]


def test_who_comes_in_later_meets_no_more_house_players_than_others() -> None:
    tables: list[Table] = [("e1", "e2", "e3"), ("e4", "e5")]
    results = [[outcome(table, [0] * len(table), 3) for table in tables]]
    later = replace(field(5, 3, 9, wave=2), entrants=("e1", "e2", "e3", "e4", "new"))
    with_house = {name for table in SWISS.tables(later, results) if len(table) < 3 for name in table}
    assert with_house == {"e2", "e3"}


def test_who_left_is_not_seated() -> None:
    one = played(SWISS, 9, 4, 2)
    fewer = replace(field(9, 4, 3, wave=3), entrants=names(8))
    assert seated(SWISS.tables(fewer, one.results)) == dict.fromkeys(names(8), 1)


def test_it_ends_after_its_rounds_or_with_one_entrant() -> None:
    assert SWISS.tables(field(6, 4, 2, wave=3), []) == []
    assert SWISS.tables(field(1, 4, 2), []) == []


def test_what_cannot_be_played_is_refused_by_its_key() -> None:
    assert SWISS.refusal(field(1, 4, 1)).startswith("[entrants]: ")
    assert SWISS.refusal(field(4, 4, 0)).startswith("rounds: ")
    assert SWISS.refusal(field(4, 4, 1)) == ""


def test_later_results_do_not_change_an_earlier_wave() -> None:
    one = played(SWISS, 13, 4, 5)
    assert [SWISS.tables(field(13, 4, 5, wave), one.results) for wave in range(1, 6)] == one.waves


def test_sums_are_exact() -> None:
    thirds = [[outcome(names(3), [0, 0, 0], 3)]] * 3
    assert thirds[0][0].beaten == (Fraction(1),) * 3
    assert ranking(3, 3, thirds) == [list(names(3))]
