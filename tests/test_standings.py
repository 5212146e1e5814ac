"""The standings as a value: what counts, what decides the places, and who is told without one."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from stored import entrant, finished, new_store, placed, setup, simulated, standing

from referee.tournament.reading import unchanged
from referee.tournament.standings import Line, Standings, Table, standings
from referee.tournament.store import Store

FOUR = ("Ann", "Bob", "Cat", "Dan")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = new_store(tmp_path, *FOUR)
    yield store
    store.close()


def table(store: Store, **more: Any) -> Table:
    """The only one there is."""
    (found,) = standings(store, setup(), **more).tables
    return found


def line(store: Store, name: str) -> Line:
    return next(line for line in table(store).lines if line.name == name)


def places(of: Table) -> dict[str, int | None]:
    return {line.name: line.place for line in of.lines}


def mean_place(store: Store, name: str) -> float:
    estimate = line(store, name).mean_place
    assert estimate
    return estimate.value


# places


def test_the_best_mean_place_is_first(store: Store) -> None:
    store.record([placed(1, Ann=3, Bob=1, Cat=2, Dan=4), placed(2, Ann=2, Bob=1, Cat=3, Dan=4)])
    assert places(table(store)) == {"Bob": 1, "Ann": 2, "Cat": 2, "Dan": 4}


def test_equal_mean_places_share_a_place_and_the_next_is_left_out(store: Store) -> None:
    store.record([placed(1, Ann=1, Bob=2, Cat=3, Dan=4), placed(2, Ann=2, Bob=1, Cat=3, Dan=4)])
    assert [(line.name, line.place, line.shared) for line in table(store).lines] == [
        ("Ann", 1, True),
        ("Bob", 1, True),
        ("Cat", 3, False),
        ("Dan", 4, False),
    ]


def test_a_shared_place_of_a_match_is_the_mean_of_the_places_that_it_covers(store: Store) -> None:
    store.record([placed(1, Ann=1, Bob=2, Cat=2, Dan=2)])
    assert [mean_place(store, name) for name in FOUR] == [1, 3, 3, 3]


def test_the_share_of_opponents_beaten_counts_ties_half(store: Store) -> None:
    store.record([placed(1, Ann=1, Bob=1, Cat=3, Dan=4)])
    shares = {one.name: one.beaten.value for one in table(store).lines if one.beaten}
    assert shares == pytest.approx({"Ann": 2.5 / 3, "Bob": 2.5 / 3, "Cat": 1 / 3, "Dan": 0})


def test_the_order_of_the_format_decides_where_it_has_one(store: Store) -> None:
    store.record([placed(1, Ann=1, Bob=2, Cat=3, Dan=4)])
    found = table(store, ranking=[["Dan"], ["Ann", "Cat"], ["Bob"]])
    assert places(found) == {"Dan": 1, "Ann": 2, "Cat": 2, "Bob": 4}
    assert found.order == "round-robin"
    assert [(gap.upper, gap.lower) for gap in found.gaps] == [("Dan", "Ann"), ("Ann", "Cat"), ("Cat", "Bob")]


def test_ratings_decide_where_the_format_says_so(store: Store) -> None:
    store.record([placed(1, Ann=2, Bob=1, Cat=3, Dan=4)])
    found = table(store, by_rating=True)
    assert found.order == found.measure == "rating"
    ratings = [line.rating.value for line in found.placed if line.rating]
    assert ratings == sorted(ratings, reverse=True)
    assert found.lines[0].name == "Bob"


def test_a_gauntlet_ranks_the_challengers_and_lists_below_whom_they_met(store: Store) -> None:
    store.record([placed(1, Ann=1, Bob=2, Cat=3), placed(2, Ann=1, Bob=2, Dan=3)])
    store.record([placed(3, Ann=1, Dan=2, Bob=3)])
    found = standings(store, setup(format="gauntlet", challengers=("Cat", "Dan"))).tables[0]
    assert [(line.name, line.place, line.state) for line in found.lines] == [
        ("Dan", 1, "plays"),
        ("Cat", 2, "plays"),
        ("Ann", None, "met"),
        ("Bob", None, "met"),
    ]
    assert [(gap.upper, gap.lower) for gap in found.gaps] == [("Dan", "Cat")]


# what counts


def test_before_anything_was_played_entrants_are_listed_without_a_place(store: Store) -> None:
    found = table(store)
    assert places(found) == dict.fromkeys(FOUR)
    assert (found.matches, found.gaps, found.meetings, found.seats) == (0, (), (), ())


def test_one_match_gives_places_and_no_intervals(store: Store) -> None:
    store.record([placed(1, Ann=1, Bob=2, Cat=3, Dan=4)])
    assert places(table(store)) == {"Ann": 1, "Bob": 2, "Cat": 3, "Dan": 4}
    first = line(store, "Ann").mean_place
    assert first
    assert (first.value, first.low, first.high) == (1, None, None)


def test_an_annulled_match_does_not_count_from_that_moment_on(store: Store) -> None:
    store.record([placed(1, Ann=1, Bob=2, Cat=3, Dan=4), placed(2, Dan=1, Ann=2, Bob=3, Cat=4)])
    store.annul(1, "Ann looked into Bob's cards")
    found = standings(store, setup())
    assert places(found.tables[0]) == {"Dan": 1, "Ann": 2, "Bob": 3, "Cat": 4}
    assert (found.head.played, found.head.annulled) == (1, 1)
    assert found.tables[0].matches == 1


def test_bad_cards_and_times_of_an_annulled_match_do_not_count_either(store: Store) -> None:
    bad = standing("Ann", 4, bad={"garbled": 3}, retired="bad cards", slowest_micros=10**6)
    store.record([finished(1, bad, standing("Bob", 1)), placed(2, Ann=1, Bob=2)])
    store.annul(1, "the referee's machine slept")
    ann = line(store, "Ann")
    assert (ann.bad_cards, ann.retired, ann.slowest_ms) == ({}, {}, 2)


def test_a_dropped_match_does_not_count(store: Store) -> None:
    store.record([placed(1, Ann=1, Bob=2, Cat=3, Dan=4)])
    store.drop([placed(2, Ann=4, Bob=3, Cat=2, Dan=1).fixture])
    head = standings(store, setup()).head
    assert (head.played, head.dropped) == (1, 1)
    assert mean_place(store, "Ann") == 1


def test_who_has_left_stands_below_without_a_place_and_the_matches_still_count(store: Store) -> None:
    store.record([placed(1, Ann=1, Bob=2, Cat=3, Dan=4)])
    before = mean_place(store, "Bob")
    store.withdraw("Ann", "asked to")
    found = table(store)
    assert places(found) == {"Bob": 1, "Cat": 2, "Dan": 3, "Ann": None}
    assert found.lines[-1].state == "withdrawn"
    assert mean_place(store, "Bob") == before


def test_a_replaced_version_has_numbers_of_its_own_and_no_place(store: Store) -> None:
    store.record([placed(1, Ann=4, Bob=1, Cat=2, Dan=3)])
    store.enter([entrant("Ann", 2)], "update", "a bug")
    more = [standing(name, place) for place, name in enumerate(FOUR, start=1)]
    store.record([finished(2, *more, versions={"Ann": 2})])
    assert places(table(store)) == {"Ann": 1, "Bob": 2, "Cat": 3, "Dan": 4, "Ann v1": None}
    assert (mean_place(store, "Ann"), mean_place(store, "Ann v1")) == (1, 4)
    old = line(store, "Ann v1")
    assert (old.entrant, old.version, old.state, old.matches) == ("Ann", 1, "replaced", 1)


def test_a_new_version_that_has_not_played_has_no_place_yet(store: Store) -> None:
    store.record([placed(1, Ann=1, Bob=2, Cat=3, Dan=4)])
    store.enter([entrant("Ann", 2)], "update")
    found = table(store)
    assert (found.lines[0].name, found.lines[0].place) == ("Bob", 1)
    assert places(found)["Ann"] is places(found)["Ann v1"] is None


def test_house_players_are_one_competitor_that_counts_and_has_no_place(store: Store) -> None:
    store.record([placed(1, house=1, Ann=2, house_2=3, Bob=4), placed(2, Ann=1, Bob=2, Cat=3, house=4)])
    house = line(store, "house")
    assert (house.place, house.state, house.matches) == (None, "house", 2)
    assert mean_place(store, "house") == pytest.approx(8 / 3)
    assert places(table(store)) == {"Ann": 1, "Bob": 2, "Cat": 2, "Dan": None, "house": None}


def test_where_the_house_never_played_it_is_not_listed(store: Store) -> None:
    store.record([placed(1, Ann=1, Bob=2, Cat=3, Dan=4)])
    assert "house" not in places(table(store))


# what is told beside the places


def test_faults_are_counted_by_kind_and_retirements_by_reason(store: Store) -> None:
    bad = [standing("Ann", 4, bad={"illegal": 1, "garbled": 2}, retired="bad cards"), standing("Bob", 1)]
    store.record([finished(1, *bad), finished(2, standing("Ann", 2, bad={"garbled": 1}), standing("Bob", 1))])
    ann = line(store, "Ann")
    assert ann.bad_cards == {"garbled": 3, "illegal": 1}
    assert ann.retired == {"bad cards": 1}
    assert line(store, "Bob").bad_cards == {}


def test_times_are_the_mean_of_all_answers_and_the_slowest_one(store: Store) -> None:
    quick = standing("Ann", 1, answers=30, micros=30_000, slowest_micros=1500)
    slow = standing("Ann", 1, answers=10, micros=90_000, slowest_micros=9000)
    store.record([finished(1, quick, standing("Bob", 2)), finished(2, slow, standing("Bob", 2))])
    ann = line(store, "Ann")
    assert (ann.mean_ms, ann.slowest_ms) == (3, 9)


def test_a_player_that_never_answered_has_no_time(store: Store) -> None:
    silent = standing("Ann", 2, answers=0, micros=0, slowest_micros=0)
    store.record([finished(1, silent, standing("Bob", 1))])
    assert line(store, "Ann").mean_ms is None


def test_wins_are_counted_by_seat_and_shared_ones_in_part(store: Store) -> None:
    store.record([placed(1, Ann=1, Bob=1, Cat=3, Dan=4), placed(2, Bob=1, Ann=2, Cat=3, Dan=4)])
    assert [(seat.won, seat.played) for seat in line(store, "Ann").seats] == [(0.5, 1), (0, 1), (0, 0), (0, 0)]
    assert [(seat.won, seat.played) for seat in table(store).seats] == [(1.5, 2), (0.5, 2), (0, 2), (0, 2)]


def test_each_pair_is_told_from_both_sides(store: Store) -> None:
    store.record([placed(n, Ann=1, Bob=2, Cat=3, Dan=4) for n in range(1, 4)])
    shares = {(one.one, one.other): one.share.value for one in table(store).meetings}
    assert len(shares) == 12
    assert (shares["Ann", "Dan"], shares["Dan", "Ann"]) == (1, 0)


def test_matches_and_blocks_are_counted_apart(store: Store) -> None:
    store.record([placed(1, Ann=1, Bob=2)])
    store.record([finished(n, standing("Bob", 1), standing("Ann", 2), block=2) for n in (2, 3)])
    ann = line(store, "Ann")
    assert (ann.matches, ann.blocks) == (3, 2)


def test_neighbours_of_clearly_different_strength_are_apart_and_the_matrix_agrees(tmp_path: Path) -> None:
    store = simulated(tmp_path, 800, entrants=4, step=0.5)
    found = table(store)
    assert [line.name for line in found.lines] == ["bot-a", "bot-b", "bot-c", "bot-d"]
    assert found.gaps[0].apart
    assert all(one.share.low > 0.5 for one in found.meetings if (one.one, one.other) == ("bot-a", "bot-d"))  # type: ignore[operator]
    store.close()


def test_duplicate_play_of_lucky_deals_makes_the_spread_smaller(tmp_path: Path) -> None:
    store = simulated(tmp_path, 800, entrants=4, luck=3.0)
    spread = table(store).duplicates
    assert spread is not None
    assert spread < 1
    store.close()


# several games


@pytest.fixture
def two_games(store: Store) -> Standings:
    store.record([placed(1, Ann=1, Bob=2, Cat=3, Dan=4)])
    store.record([finished(2, *(standing(name, n) for n, name in enumerate(FOUR[::-1], start=1)), game="hearts")])
    store.record([finished(3, *(standing(name, n) for n, name in enumerate(FOUR, start=1)), game="hearts", block=3)])
    return standings(store, setup("tricks", "hearts"))


def test_several_games_have_a_table_each_and_one_over_all_first(two_games: Standings) -> None:
    assert [(one.game, one.matches) for one in two_games.tables] == [("", 3), ("tricks", 1), ("hearts", 2)]


def test_over_all_the_mean_share_of_opponents_beaten_decides(two_games: Standings) -> None:
    found = two_games.tables[0]
    assert found.order == "opponents beaten"
    assert places(found) == {"Ann": 1, "Bob": 2, "Cat": 3, "Dan": 4}
    assert [line.beaten.value for line in found.lines if line.beaten] == pytest.approx([2 / 3, 5 / 9, 4 / 9, 1 / 3])
    assert found.lines[0].mean_place is None


def test_faults_over_all_are_those_of_all_games(store: Store) -> None:
    for number, game in ((1, "tricks"), (2, "hearts")):
        bad = standing("Ann", 2, bad={"garbled": number}, slowest_micros=number * 1000)
        store.record([finished(number, bad, standing("Bob", 1), game=game)])
    found = standings(store, setup("tricks", "hearts"))
    ann = [next(line for line in one.lines if line.name == "Ann") for one in found.tables]
    assert [one.bad_cards for one in ann] == [{"garbled": 3}, {"garbled": 1}, {"garbled": 2}]
    assert ann[0].slowest_ms == 2


def test_a_game_that_was_not_played_yet_has_an_empty_table(store: Store) -> None:
    store.record([placed(1, Ann=1, Bob=2, Cat=3, Dan=4)])
    found = standings(store, setup("tricks", "hearts"))
    assert [one.matches for one in found.tables] == [1, 1, 0]


# the head


def test_the_seed_is_told_only_when_the_tournament_is_over(store: Store) -> None:
    store.set_facts(seed="5eed")
    assert standings(store, setup()).head.seed == ""
    store.set_facts(finished="2026-12-02T00:00:00.000+00:00")
    assert standings(store, setup()).head.seed == "5eed"


def test_events_and_starts_that_came_to_nothing_are_told(store: Store) -> None:
    store.annul(7, "the power failed")
    store.add_void(3, "cannot fork")
    head = standings(store, setup()).head
    assert [(event.kind, event.match, event.because) for event in head.events[4:]] == [("annul", 7, "the power failed")]
    assert [(void.match, void.cause) for void in head.voids] == [(3, "cannot fork")]


def test_all_of_it_is_plain_data(store: Store) -> None:
    store.record([placed(1, Ann=1, house=2, Bob=3, Cat=4)])
    data = standings(store, setup("tricks", "hearts")).as_dict()
    assert json.loads(json.dumps(data, allow_nan=False))["tables"][1]["lines"][0]["name"] == "Ann"


def test_what_is_written_meanwhile_is_not_seen_in_part(store: Store) -> None:
    store.record([placed(1, Ann=1, Bob=2)])
    reader = Store(store.path)
    with unchanged(reader):
        assert list(reader.rows("select count(*) from match")) == [(1,)]
        store.record([placed(2, Ann=1, Bob=2)])
        assert list(reader.rows("select count(*) from match")) == [(1,)]
    assert list(reader.rows("select count(*) from match")) == [(2,)]
    reader.sql.close()


@pytest.mark.full
def test_a_hundred_thousand_matches_are_told_in_little_memory(tmp_path: Path) -> None:
    store = simulated(tmp_path, 100_000, entrants=12)
    store.close()
    assert store.path.stat().st_size < 200e6
    program = (
        "import sys; sys.path.insert(0, sys.argv[2]); from pathlib import Path; from stored import setup;"
        "from referee.tournament.store import Store; from referee.tournament.standings import standings;"
        "standings(Store(Path(sys.argv[1])), setup()); print(Path('/proc/self/status').read_text())"
    )
    words = [sys.executable, "-c", program, str(store.path), str(Path(__file__).parent)]
    done = subprocess.run(words, check=True, capture_output=True, text=True)
    peak = re.search(r"VmHWM:\s+(\d+) kB", done.stdout)  # of the program alone: its parent's is not in it
    assert peak
    assert int(peak[1]) < 200_000
