"""What is told of a tournament: at a glance, in full, as Markdown, CSV and JSON, and harmless whatever stands in it."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from stored import Simulation, entrant, finished, new_store, placed, setup, simulated, standing

from referee.tournament.listing import faults, matches
from referee.tournament.records import Finished, Wave
from referee.tournament.standings import Standings, standings
from referee.tournament.store import Store, now
from referee.tournament.told import faults as told_faults
from referee.tournament.told import lists, sheet
from referee.tournament.told.full import full
from referee.tournament.told.glance import glance
from referee.tournament.told.grid import Grid, as_csv, as_markdown, as_text, grid
from referee.tournament.told.page import Strong, markdown, text
from referee.tournament.told.words import roughly

FOUR = ("Ann", "Bob", "Cat", "Dan")
CRASH = ("exited with code 1", "stderr: boom")
EVIL = "=1+1|*x*\x1b[31m\n`<b>"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = new_store(tmp_path, *FOUR)
    yield store
    store.close()


def seen(store: Store, **more: object) -> str:
    return text(glance(standings(store, setup(), **more)))  # type: ignore[arg-type]


def as_sheet(found: Standings) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(as_csv(sheet.COLUMNS, list(sheet.rows(found))))))


# at a glance


def test_before_anything_was_played_it_says_so(store: Store) -> None:
    assert seen(store, total=12).splitlines()[:3] == [
        "tricks, round-robin: 0 of 12 matches",
        "",
        "Nothing was played yet.",
    ]


def test_one_match_is_told_as_it_is(store: Store) -> None:
    store.record([placed(1, Ann=1, Bob=2, Cat=3, Dan=4)])
    assert re.sub(r"\d{4}", "NNNN", seen(store)).splitlines()[:8] == [
        "tricks, round-robin: 1 match",
        "",
        "Ann leads, but is not surely better than Bob.",
        "",
        "place  entrant  matches  mean place  rating  from the next",
        "   1   Ann            1        1.00    NNNN  ?",
        "   2   Bob            1        2.00    NNNN  ?",
        "   3   Cat            1        3.00    NNNN  ?",
    ]


def test_a_sure_winner_is_told_with_how_much_it_is_ahead(tmp_path: Path) -> None:
    store = simulated(tmp_path, 400, entrants=4, step=1.0)
    store.set_facts(finished="2026-12-02T00:00:00.000+00:00")
    verdict = seen(store).splitlines()[2]
    assert re.fullmatch(
        r"bot-a won, surely before bot-b: by 0\.\d\d places \(0\.\d\d to 0\.\d\d at 95 %\)\.", verdict
    ), verdict
    store.close()


def test_an_unsure_leader_is_told_with_how_many_matches_would_tell(tmp_path: Path) -> None:
    store = simulated(tmp_path, 400, entrants=4, step=0.1, seed=2)
    verdict = " ".join(seen(store).split("\n\n")[1].split())
    assert re.fullmatch(
        r"bot-\w leads, but is not surely better than bot-\w; about \d+ more matches of each would tell\.", verdict
    ), verdict
    store.close()


def test_signs_in_the_last_column_are_explained_where_they_stand(tmp_path: Path) -> None:
    one = simulated(tmp_path, 4, entrants=4)  # a single deal
    assert "; ?: nothing can be said, since " in seen(one).replace("\n  ", " ")
    one.record(Simulation({f"bot-{letter}": -n for n, letter in enumerate("abcd")}, seed=2).matches(400, first=5))
    assert "?:" not in seen(one)
    shown = seen(one, ranking=[["bot-b"], ["bot-a"], ["bot-c"], ["bot-d"]])
    assert "; behind: surely the worse one" in shown.replace("\n  ", " ")
    one.close()


def test_who_shares_the_first_place_is_told_together(store: Store) -> None:
    store.record([placed(1, Ann=1, Bob=1, Cat=1, Dan=4)])
    shown = seen(store)
    assert "Ann, Bob and Cat share first place." in shown
    assert [line[:11].strip() for line in shown.splitlines() if "=" in line] == ["1=  Ann", "1=  Bob", "1=  Cat"]


def test_the_winner_of_rounds_whose_mean_place_is_worse_is_not_called_sure(tmp_path: Path) -> None:
    store = simulated(tmp_path, 400, entrants=4, step=1.0)
    shown = seen(store, ranking=[["bot-b"], ["bot-a"], ["bot-c"], ["bot-d"]])
    assert "bot-b leads, but is not surely better than bot-a." in shown
    assert "the order is that of the round-robin\n" in shown
    assert re.search(r"bot-b .* behind\n", shown)
    store.close()


def gauntlet(store: Store, *challengers: str) -> str:
    store.record([placed(1, Ann=1, Bob=2, Cat=3), placed(2, Ann=1, Bob=2, Dan=3), placed(3, Ann=1, Dan=2, Bob=3)])
    return text(glance(standings(store, setup(format="gauntlet", challengers=challengers))))


def test_a_gauntlet_tells_of_its_challengers_first(store: Store) -> None:
    shown = gauntlet(store, "Cat", "Dan")
    assert "Of the challengers, Dan leads, but is not surely better than Cat" in shown
    assert "the order of the challengers is by mean place" in shown
    assert re.findall(r"^ +(\d?) +(\w+) .*?(met)?$", shown.split("\n\n")[2], re.MULTILINE) == [
        ("1", "Dan", ""),
        ("2", "Cat", ""),
        ("", "Ann", "met"),
        ("", "Bob", "met"),
    ]


def test_the_only_challenger_of_a_gauntlet_is_told_without_having_won(store: Store) -> None:
    store.set_facts(finished="2026-12-02T00:00:00.000+00:00")
    shown = gauntlet(store, "Dan")
    assert re.search(r"\n\nThe challenger Dan: mean place 2\.50 \(.* at 95 %\)\.\n\n", shown)
    assert "won" not in shown


def test_who_has_no_place_is_listed_with_the_reason(store: Store) -> None:
    store.record([placed(1, Ann=1, Bob=2, house=3, Cat=4)])
    store.enter([entrant("Bob", 2)], "update")
    store.withdraw("Cat", "")
    shown = seen(store)
    assert re.search(r"^ +Bob v1 .* replaced$", shown, re.MULTILINE)
    assert re.search(r"^ +Cat .* withdrawn$", shown, re.MULTILINE)
    assert re.search(r"^ +house ", shown, re.MULTILINE)


def test_annulled_and_dropped_matches_are_counted_apart(store: Store) -> None:
    store.record([placed(n, Ann=1, Bob=2, Cat=3, Dan=4) for n in (1, 2, 3)])
    store.annul(2, "")
    store.drop([placed(4, Ann=1).fixture])
    assert "tricks, round-robin: 2 of 4 matches, 1 annulled, 1 dropped\n" in seen(store, total=4)


def test_practice_is_named(store: Store) -> None:
    assert "practice: the seed was given by hand" not in seen(store)
    store.set_facts(practice="1")
    assert "practice: the seed was given by hand" in seen(store)


def test_bad_cards_and_retirements_are_told_below_the_table(store: Store) -> None:
    bad = standing("Ann", 2, bad={"garbled": 2, "illegal": 1}, retired="bad cards")
    store.record([finished(1, bad, standing("Bob", 1))])
    assert "\nbad cards: Ann 3\nretired: Ann 1\n" in seen(store)


def test_the_first_screen_fits_80_columns(tmp_path: Path) -> None:
    store = simulated(tmp_path, 200)
    assert max(map(len, seen(store).splitlines())) <= 80
    store.close()


def test_several_games_are_told_over_all_first(store: Store) -> None:
    store.record([placed(1, Ann=1, Bob=2)])
    shown = text(glance(standings(store, setup("tricks", "hearts"))))
    assert re.findall("== (.*) ==", shown) == ["over all games", "tricks", "hearts"]
    assert "opponents beaten" in shown
    assert shown.count("from the next: ") == 1


# in full


@pytest.fixture
def played_store(tmp_path: Path) -> Iterator[Store]:
    store = simulated(tmp_path, 240, entrants=4, step=0.5)
    yield store
    store.close()


def test_in_full_there_are_scores_seats_pairs_neighbours_faults_times_and_the_seeds_hash(played_store: Store) -> None:
    shown = text(full(standings(played_store, setup())))
    for wanted in (
        "mean score",
        "first places by seat",
        "all together came first: seat 1",
        "duplicate play: ",
        "how often a row came before a column",
        "neighbours",
        "mean time",
        f"seed's hash: {'5e' * 32}",
    ):
        assert wanted in shown, wanted


DATE = r"\d{4}-\d\d-\d\d \d\d:\d\d UTC"


def decided(shown: str) -> list[str]:
    """The lines of a text that tell of decisions, without their dates."""
    return re.findall(rf"^{DATE}: (.*)$", shown.replace("\n  ", " "), re.MULTILINE)


def test_decisions_of_people_stand_below_the_table_with_date_and_reason(store: Store) -> None:
    store.record([placed(1, Ann=1, Bob=2)])
    store.withdraw("Cat", "asked to leave")
    store.annul(1, "both looked")
    store.enter([entrant("Ann", 2)], "update", "a bug")
    store.begin_wave(Wave(2, 2, 2), 7)
    store.enter([entrant("Eve")], "enter")
    store.change_rounds(9)
    wanted = [
        "Cat was withdrawn: asked to leave",
        "match 1 was annulled: both looked",
        "Ann came with a new version: a bug",
        "Eve entered later",
        "there are 9 rounds",
    ]
    found = standings(store, setup())
    assert decided(text(glance(found))) == decided(text(full(found))) == wanted
    assert all(re.search(rf"^{DATE.replace('-', '.+')}: {one}$", markdown(glance(found)), re.M) for one in wanted)


def test_who_entered_before_the_first_wave_is_no_news(tmp_path: Path) -> None:
    store = Store(tmp_path / "results.sqlite", create=True)
    store.enter([entrant("Ann")], "enter")
    assert decided(seen(store)) == []
    store.begin_wave(Wave(1, 1, 1), 1)
    assert decided(seen(store)) == []
    store.close()


def test_a_decision_after_the_end_says_so(store: Store) -> None:
    store.record([placed(1, Ann=1, Bob=2)])
    store.annul(1, "both looked")
    store.set_facts(finished=now())
    store.sql.execute("update event set at = '2020-01-01T00:00:00.000+00:00'")
    store.withdraw("Ann", "cheated")
    store.sql.execute("update event set at = '2999-01-01T00:00:00.000+00:00' where kind = 'withdraw'")
    assert decided(seen(store)) == [
        "match 1 was annulled: both looked",
        "Ann was withdrawn, after the end of the tournament: cheated",
    ]


def test_of_many_decisions_the_first_are_told_at_a_glance_and_all_in_full(store: Store) -> None:
    store.record([placed(n, Ann=1, Bob=2) for n in range(1, 12)])
    for match in range(1, 11):
        store.annul(match, "")
    found = standings(store, setup())
    assert len(decided(text(glance(found)))) == 8
    assert text(glance(found)).endswith("\n2 more decisions: --full\n")
    assert len(decided(text(full(found)))) == 10


def test_of_how_many_more_matches_are_needed_two_digits_are_told() -> None:
    assert [roughly(number) for number in (7, 95, 1032, 123_456, 2 * 10**6)] == [
        "7",
        "95",
        "1000",
        "120000",
        "over a million",
    ]


# the forms agree


def test_csv_has_a_row_for_each_entrant_and_the_numbers_of_the_json(played_store: Store) -> None:
    found = standings(played_store, setup())
    rows, data = as_sheet(found), found.as_dict()["tables"][0]["lines"]
    assert [row["entrant"] for row in rows] == [line["name"] for line in data]
    for row, line in zip(rows, data, strict=True):
        assert int(row["place"]) == line["place"]
        assert float(row["mean_place"]) == pytest.approx(line["mean_place"]["value"], abs=1e-6)
        assert float(row["rating_high"]) == pytest.approx(line["rating"]["high"], abs=1e-6)


def test_text_and_markdown_have_the_numbers_of_the_json(played_store: Store) -> None:
    found = standings(played_store, setup())
    plain, marked = text(glance(found)), markdown(glance(found))
    for line in found.tables[0].lines:
        assert line.mean_place
        assert line.rating
        cells = [str(line.place), line.name, str(line.matches), f"{line.mean_place.value:.2f}"]
        assert re.search(r"\s+".join(map(re.escape, cells)), plain)
        assert re.search(r" +\| +".join(re.escape(cell) for cell in cells), marked)


def test_without_intervals_csv_leaves_their_cells_empty(store: Store) -> None:
    store.record([placed(1, Ann=1, Bob=2)])
    ann = as_sheet(standings(store, setup()))[0]
    assert (ann["mean_place"], ann["mean_place_low"], ann["mean_place_high"]) == ("1.0", "", "")


# single matches and faults


def test_a_match_is_listed_with_its_seats_places_and_state(store: Store) -> None:
    store.record([placed(1, Ann=1, Bob=2, Cat=2, house=4), placed(2, Bob=1, Ann=2)])
    store.annul(2, "")
    store.drop([placed(3, Ann=1).fixture])
    shown = text([lists.match_table(matches(store))]).splitlines()
    assert shown[1:] == [
        "    1      1  tricks  Ann 1  Bob 2=  Cat 2=  house 4     0.50",
        "    2      2  tricks  Bob 1  Ann 2                       0.50  annulled",
        "    3      3  tricks                                           dropped",
    ]


def test_matches_of_one_entrant_are_listed_alone(store: Store) -> None:
    store.record([placed(1, Ann=1, Bob=2), placed(2, Cat=1, Dan=2)])
    assert [one.match for one in matches(store, "Cat")] == [2]


def test_a_fault_is_listed_with_what_was_asked_and_written(store: Store) -> None:
    bad = standing("Ann", 2, bad={"garbled": 2}, retired="bad cards")
    store.record([finished(7, bad, standing("Bob", 1), notes=[("Ann", "in hand 1: exited with code 3")])])
    store.add_void(8, "cannot fork")
    shown = text([told_faults.listing(faults(store))]).splitlines()
    assert shown[1:] == [
        "    7  tricks  Ann      2 garbled           first in hand 1: asked for card, wrote '9Z'",
        "    7  tricks  Ann      retired: bad cards",
        "    7  tricks  Ann      noted               in hand 1: exited with code 3",
        "    8                   void                cannot fork",
    ]


def crashing(number: int, times: int) -> Finished:
    notes = [("Ann", f"in hand {hand}: {text}") for hand in range(2, 2 + times) for text in CRASH]
    return finished(
        number, standing("Ann", 2, bad={"gone": times}, retired="bad cards"), standing("Bob", 1), notes=notes
    )


def test_faults_begin_with_a_summary_by_entrant_the_worst_first(store: Store) -> None:
    bad = standing("Bob", 2, bad={"garbled": 1, "illegal": 2})
    store.record([finished(1, standing("Ann", 1), bad), crashing(2, 3), crashing(3, 4)])
    store.add_void(8, "cannot fork")
    assert text(told_faults.page(list(faults(store)))).splitlines()[:5] == [
        "entrant  bad cards             retired  odd exits  in matches",
        "Ann      7 gone                      2          7           2",
        "Bob      1 garbled, 2 illegal                               1",
        "",
        "1 start of a match came to nothing, by no player's fault",
    ]


def test_faults_say_that_annulled_matches_are_among_them(store: Store) -> None:
    store.record([crashing(2, 3)])
    assert "annulled" not in text(told_faults.page(list(faults(store))))
    store.annul(2, "")
    assert "\nmatches that were annulled later are among them\n" in text(told_faults.page(list(faults(store))))


def test_versions_of_an_entrant_have_faults_of_their_own(store: Store) -> None:
    bad = standing("Ann", 2, bad={"garbled": 1})
    store.record([finished(1, bad, standing("Bob", 1)), finished(2, bad, standing("Bob", 1), versions={"Ann": 2})])
    shown = text([told_faults.summary(faults(store))]).splitlines()
    assert [line.split()[:2] for line in shown[1:]] == [["Ann", "1"], ["Ann", "2"]]


def test_what_was_noted_again_and_again_in_a_match_is_listed_once_and_in_csv_each_time(store: Store) -> None:
    store.record([crashing(7, 12), crashing(8, 1)])
    found = list(faults(store))
    noted = [row[4] for row in told_faults.listing(found).rows if row[3] == "noted"]
    assert noted == [
        "exited with code 1, 12 times, first in hand 2",
        "stderr: boom, 12 times, first in hand 2",
        "in hand 2: exited with code 1",
        "in hand 2: stderr: boom",
    ]
    assert sum(row[5] == "note" for row in told_faults.rows(found)) == 26


def test_csv_of_matches_has_a_row_for_each_seat(store: Store) -> None:
    store.record([finished(1, standing("Ann", 2, bad={"garbled": 1}), standing("Bob", 1))])
    rows = list(csv.DictReader(io.StringIO(as_csv(lists.MATCH_COLUMNS, list(lists.match_rows(matches(store)))))))
    assert [(row["match"], row["seat"], row["entrant"], row["place"], row["bad_cards"]) for row in rows] == [
        ("1", "1", "Ann", "2", "1 garbled"),
        ("1", "2", "Bob", "1", ""),
    ]


# nothing that stands in it does anything


def evil_table() -> Grid:
    return grid(EVIL, "a|b", [(EVIL, "1")], "b")


def test_control_characters_do_not_reach_the_terminal() -> None:
    shown = "\n".join(as_text(evil_table())) + text([EVIL, Strong(EVIL), evil_table()])
    assert "\x1b" not in shown
    assert "\\x1b[31m\\x0a" in shown


def test_what_is_markdown_is_shown_as_it_was_written() -> None:
    *_, row = as_markdown(evil_table())
    assert row == r"| =1+1\|\*x\*\\x1b\[31m\\x0a\`\<b\> | 1 |"
    assert r"\*x\*" in markdown([EVIL])


def test_a_text_in_csv_stands_in_one_cell_and_is_no_formula() -> None:
    (row,) = csv.reader(io.StringIO(as_csv(["a", "b", "c"], [[EVIL, 'say "a", "b"', -3]]).split("\n", 1)[1]))
    assert row == ["'=1+1|*x*\\x1b[31m\\x0a`<b>", 'say "a", "b"', "-3"]


def test_colour_is_only_where_it_is_asked_for(store: Store) -> None:
    found = glance(standings(store, setup()))
    assert "\x1b" not in text(found)
    assert "\x1b[1mNothing was played yet.\x1b[0m" in text(found, colours=True)


def test_a_reason_with_specials_is_harmless_in_every_form(store: Store) -> None:
    store.withdraw("Ann", EVIL)
    parts = full(standings(store, setup()))
    assert "\x1b" not in text(parts) + markdown(parts)
    (line,) = [line for line in markdown(parts).splitlines() if "Ann was withdrawn" in line]
    assert line.endswith(r"Ann was withdrawn: =1+1\|\*x\*\\x1b\[31m\\x0a\`\<b\>")
