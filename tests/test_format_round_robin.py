"""Round-robin: all tables where rounds suffice, else pairs as even as can be held; and what a gauntlet makes of it."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import combinations
from math import comb, gcd, lcm

import pytest
from waves import field, met, names, pairs, rounds_of, seated, spread

from referee.formats.balance import design
from referee.formats.field import Table
from referee.formats.known import FORMATS

ROUND_ROBIN = FORMATS["round-robin"]
SIZES = [(n, seats) for seats in (4, 5, 8) for n in range(2, 26)]
SAMPLE = [(2, 4), (5, 4), (6, 4), (8, 4), (10, 4), (13, 4), (16, 4), (6, 5), (10, 5), (16, 5), (9, 8), (12, 8), (23, 8)]
EVERY_SIZE = [
    pytest.param(n, seats, marks=() if (n, seats) in SAMPLE else pytest.mark.full, id=f"{n} at tables of {seats}")
    for n, seats in SIZES
]
LISTED = [(n, seats) for n, seats in SIZES if n > seats and comb(n, seats) <= 20_000]
EVERY_LISTED = [
    pytest.param(n, seats, marks=() if comb(n, seats) <= 500 else pytest.mark.full, id=f"{n} at tables of {seats}")
    for n, seats in LISTED
]


def needed(n: int, seats: int) -> int:
    """Rounds in which all tables are played once."""
    return comb(n, seats) * gcd(n, seats) // n


@pytest.mark.parametrize(("n", "seats"), EVERY_SIZE)
def test_every_round_has_every_entrant_equally_often(n: int, seats: int) -> None:
    for tables in rounds_of("round-robin", n, seats, 5):
        assert all(len(set(table)) == len(table) == min(n, seats) for table in tables)
        often = 1 if n <= seats else seats // gcd(n, seats)
        assert seated(tables) == dict.fromkeys(names(n), often)
        assert len(tables) == (1 if n <= seats else lcm(n, seats) // seats)


@pytest.mark.parametrize(("n", "seats"), EVERY_SIZE)
def test_after_any_table_entrants_sat_about_equally_often(n: int, seats: int) -> None:
    """As far as tables of one round can be laid side by side, which depends on how they overlap."""
    tables = [table for tables in rounds_of("round-robin", n, seats, 3) for table in tables]
    bound = {1: 1, 2: 2}.get(1 if n <= seats else seats // gcd(n, seats), 4)
    assert all(spread(seated(tables[:upto]), names(n)) <= bound for upto in range(len(tables)))


@pytest.mark.parametrize(("n", "seats"), EVERY_SIZE)
def test_pairs_meet_evenly_after_every_round_of_a_short_tournament(n: int, seats: int) -> None:
    """The larger the table, the more two entrants cannot help to meet; worst where a round is two halves of all."""
    bound = 6 if n == 2 * seats else 4 if seats == 8 else 3
    so_far: list[Table] = []
    for tables in rounds_of("round-robin", n, seats, 10):
        so_far += tables
        assert spread(met(so_far), pairs(names(n))) <= bound


@pytest.mark.parametrize(("n", "seats"), EVERY_LISTED)
def test_every_table_is_played_once_before_any_is_played_twice(n: int, seats: int) -> None:
    rounds = needed(n, seats)
    plan = [design(n, seats, 2 * rounds).round(number) for number in range(2 * rounds)]
    for half in (plan[:rounds], plan[rounds:]):
        assert sorted(table for tables in half for table in tables) == list(combinations(range(n), seats))


@pytest.mark.parametrize(("n", "seats"), EVERY_LISTED)
def test_when_all_tables_were_played_all_pairs_met_equally_often(n: int, seats: int) -> None:
    tables = [table for tables in rounds_of("round-robin", n, seats, needed(n, seats)) for table in tables]
    assert met(tables) == dict.fromkeys(pairs(names(n)), comb(n - 2, seats - 2))


@pytest.mark.parametrize(("n", "seats"), [(7, 4), (13, 4), (21, 5)])
def test_a_perfect_round_is_found_where_a_circle_has_one(n: int, seats: int) -> None:
    [tables] = rounds_of("round-robin", n, seats, 1)
    assert spread(met(tables), pairs(names(n))) == 0


@pytest.mark.parametrize("n", [18, 97, 100, 150])
def test_pairs_stay_even_in_a_long_tournament_of_many(n: int) -> None:
    so_far: list[Table] = []
    for tables in rounds_of("round-robin", n, 4, 60):
        so_far += tables
    assert spread(met(so_far), pairs(names(n))) <= 2


def test_waves_may_be_asked_for_in_any_order() -> None:
    for n in (6, 12, 13, 40, 97):
        in_order = rounds_of("round-robin", n, 4, 9)
        design.cache_clear()
        backwards = [ROUND_ROBIN.tables(field(n, 4, 9, wave), []) for wave in range(9, 0, -1)]
        assert backwards[::-1] == in_order


def test_the_design_starts_afresh_when_entrants_change() -> None:
    changed = replace(field(8, 4, 10, wave=5), since=0)
    assert ROUND_ROBIN.tables(changed, []) == ROUND_ROBIN.tables(field(8, 4, 6, wave=1), [])


def test_it_ends_after_its_rounds() -> None:
    assert ROUND_ROBIN.tables(field(6, 4, 3, 3), [])
    assert ROUND_ROBIN.tables(field(6, 4, 3, 4), []) == []


@pytest.mark.parametrize(("n", "seats"), SIZES)
def test_its_size_is_told_beforehand(n: int, seats: int) -> None:
    assert ROUND_ROBIN.size(field(n, seats, 3)) == sum(map(len, rounds_of("round-robin", n, seats, 3)))


def test_a_plan_of_a_million_matches_starts_at_once() -> None:
    began = time.process_time()
    assert ROUND_ROBIN.size(field(100, 4, 10_000)) == 250_000  # tables, in four rotations each
    assert ROUND_ROBIN.tables(field(100, 4, 10_000), [])
    assert time.process_time() - began < 1


@pytest.mark.full
def test_a_thousand_rounds_of_a_hundred_take_some_milliseconds_each() -> None:
    plan = design.__wrapped__(100, 4, 1000)
    began = time.process_time()
    for number in range(1000):
        plan.round(number)
    assert time.process_time() - began < 20
    so_far = [table for number in range(1000) for table in plan.round(number)]
    pairs_met = met(tuple(map(str, table)) for table in so_far)
    assert spread(pairs_met, pairs(map(str, range(100)))) <= 2


def test_what_cannot_be_played_is_refused_by_its_key() -> None:
    assert ROUND_ROBIN.refusal(field(1, 4, 1)) == "[entrants]: at least two are needed"
    assert ROUND_ROBIN.refusal(field(4, 4, 0)) == "rounds: at least 1 is needed"
    assert ROUND_ROBIN.refusal(field(2, 8, 1)) == ""


# The gauntlet: the same designs, of the field alone.

GAUNTLET = FORMATS["gauntlet"]


def gauntlet(n: int, seats: int, rounds: int, challengers: int) -> list[list[Table]]:
    return [list(one) for one in rounds_of("gauntlet", n, seats, rounds, challengers=names(challengers))]


@pytest.mark.parametrize("challengers", [1, 3])
@pytest.mark.parametrize(("n", "seats"), [one for one in SAMPLE if one[0] > 3])
def test_every_challenger_meets_the_same_tables_of_the_field(n: int, seats: int, challengers: int) -> None:
    for tables in gauntlet(n, seats, 4, challengers):
        those = {name: [set(table) - {name} for table in tables if name in table] for name in names(challengers)}
        assert all(others == those["e1"] for others in those.values())
        assert all(len(set(table) & set(names(challengers))) == 1 for table in tables)
        others = names(n)[challengers:]
        assert spread(seated(tables), others) == 0
        assert all(len(table) == min(seats, len(others) + 1) for table in tables)


def test_pairs_of_the_field_meet_evenly_too() -> None:
    tables = [table for tables in gauntlet(14, 5, 6, 1) for table in tables]
    assert spread(met(tables), pairs(names(14)[1:])) <= 2


def test_challengers_take_turns_so_that_stopping_early_is_fair() -> None:
    tables = [table for tables in gauntlet(11, 4, 3, 3) for table in tables]
    for upto in range(len(tables)):
        assert spread(seated(tables[:upto]), names(3)) <= 1


def test_a_gauntlet_ends_after_its_rounds_or_without_challengers() -> None:
    assert GAUNTLET.tables(field(6, 4, 2, 3, ["e1"]), []) == []
    assert GAUNTLET.tables(field(6, 4, 2, 1, ["gone"]), []) == []


@pytest.mark.parametrize(("n", "seats"), [(2, 4), (5, 4), (10, 4), (13, 5), (23, 8), (6, 2)])
def test_the_size_of_a_gauntlet_is_told_beforehand(n: int, seats: int) -> None:
    assert GAUNTLET.size(field(n, seats, 3, 1, ["e1"])) == sum(map(len, gauntlet(n, seats, 3, 1)))


def test_a_gauntlet_that_cannot_be_played_is_refused_by_its_key() -> None:
    assert GAUNTLET.refusal(field(4, 4, 1)).startswith("challengers: a gauntlet needs at least one")
    assert GAUNTLET.refusal(field(4, 4, 1, 1, ["e1", "zoe"])).startswith("challengers: 'zoe' is none of the entrants")
    assert GAUNTLET.refusal(field(2, 4, 1, 1, ["e1", "e2"])).startswith("challengers: some entrants must be none")
    assert GAUNTLET.refusal(field(4, 4, 0, 1, ["e1"])).startswith("rounds: ")
    assert GAUNTLET.refusal(field(4, 4, 1, 1, ["e1"])) == ""
