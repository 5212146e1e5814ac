"""From a table to orders of its seats: all rotations, all orders, or one by turns."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from waves import names, rounds_of

from referee.tournament.seating import Seats, filled, seatings


def seats_had(orders: list[tuple[str, ...]]) -> Counter[tuple[str, int]]:
    return Counter((name, seat) for order in orders for seat, name in enumerate(order))


def most_uneven(orders: list[tuple[str, ...]]) -> int:
    """How far the seats of any entrant are apart."""
    had, size = seats_had(orders), len(orders[0])
    players = {name for order in orders for name in order if not name.startswith("house")}
    return max(max(c) - min(c) for c in ([had[name, seat] for seat in range(size)] for name in players))


def test_house_players_fill_a_table() -> None:
    assert filled(("a", "b"), 2) == ("a", "b")
    assert filled(("a", "b"), 3) == ("a", "b", "house")
    assert filled(("a",), 4) == ("a", "house", "house-2", "house-3")


@pytest.mark.parametrize("seats", range(2, 9))
def test_in_rotations_everybody_has_each_seat_once(seats: int) -> None:
    orders = seatings(names(seats), "rotations")
    assert len(orders) == seats
    assert set(seats_had(orders).values()) == {1}


@pytest.mark.parametrize("seats", range(2, 9))
def test_in_rotations_everybody_keeps_who_sits_to_the_left(seats: int) -> None:
    left = {(order[k], order[(k + 1) % seats]) for order in seatings(names(seats), "rotations") for k in range(seats)}
    assert len(left) == seats


def test_all_orders_are_each_there_once() -> None:
    assert seatings(names(4), "orders") == list(permutations(names(4)))


def test_one_order_is_the_one_that_is_given() -> None:
    assert seatings(("b", "a"), "one") == [("b", "a")]


@pytest.mark.parametrize(("n", "seats"), [(4, 4), (6, 4), (13, 4), (16, 4), (10, 5), (7, 6), (12, 8), (8, 8)])
def test_in_one_order_a_table_everybody_has_all_seats_equally_often(n: int, seats: int) -> None:
    """For all tables so far, at any time."""
    one_by_one = Seats()
    orders: list[tuple[str, ...]] = []
    for tables in rounds_of("round-robin", n, seats, 12):
        orders += [one_by_one.seated(table) for table in tables]
        assert most_uneven(orders) <= 2
    assert all(len(set(order)) == seats for order in orders)


@given(st.lists(st.permutations(names(9)), min_size=1, max_size=60), st.sampled_from([2, 4, 5, 8]))
def test_seats_stay_even_whoever_meets(drawn: list[list[str]], seats: int) -> None:
    one_by_one = Seats()
    orders = [one_by_one.seated(tuple(order[:seats])) for order in drawn]
    assert [sorted(order) for order in orders] == [sorted(order[:seats]) for order in drawn]
    assert most_uneven(orders) <= 3


def test_house_players_take_the_seats_that_are_left() -> None:
    one_by_one = Seats()
    orders = [one_by_one.seated(filled(("a", "b"), 5)) for _ in range(40)]
    assert {seats_had(orders)["a", seat] for seat in range(5)} == {8}
    assert most_uneven(orders) == 0


def test_the_same_tables_come_to_the_same_seats() -> None:
    tables = [table for tables in rounds_of("round-robin", 9, 4, 5) for table in tables]
    one, other = Seats(), Seats()
    assert [one.seated(table) for table in tables] == [other.seated(table) for table in tables]
