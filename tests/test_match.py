"""The one loop: how answers are judged, what everybody is told, when a player is retired."""

from __future__ import annotations

from pathlib import Path

import pytest
from fakes import FOUR, FakeTable, first_legal, plan, played, random_player

from referee.cards import follow
from referee.chance import draw
from referee.log import Transcript
from referee.match import Fault, Match, Reply
from referee.result import Record, Retirement, result
from referee.steps import Ask, Chance
from referee.verify import verify


def bad_cards(table: FakeTable) -> list[str]:
    return [line.removeprefix("|INFO|bad card|").removesuffix("|END|") for line in table.lines("bad card")]


@pytest.mark.parametrize(
    ("answer", "said", "kind"),
    [
        ("floober", "floober", "illegal"),
        ("6H|7H", "6H/7H", "illegal"),
        ("x" * 70, "x" * 64, "illegal"),
        ("é" * 70, "é" * 64, "illegal"),
        ("(silent)", "(garbled)", "garbled"),
        ("(", "(garbled)", "garbled"),
        ("", "(garbled)", "garbled"),
        (b"hello", "(garbled)", "garbled"),
        (b"", "(garbled)", "garbled"),
        (b"|RESPONSE|play|6H|END|", "(garbled)", "garbled"),
        (b"\xff", "(garbled)", "garbled"),
        (Fault.SILENT, "(silent)", "silent"),
        (Fault.GONE, "(gone)", "gone"),
        (Reply(b"x" * 4096, 5, Fault.OVERLONG), "(garbled)", "overlong"),
        (Reply(b"x" * 99, 0, Fault.FLOOD), "(garbled)", "flood"),
        (Reply(b"|RESPONSE|card|6H|END|", 0, Fault.UNASKED), "6H", "unasked"),
        (Reply(b"hello", 0, Fault.UNASKED), "(garbled)", "unasked"),
        (Reply(b"|RESPONSE|card|6H|END|", 9, Fault.SILENT), "(silent)", "silent"),
    ],
)
def test_everybody_is_told_what_was_said(answer: str | bytes | Fault | Reply, said: str, kind: str) -> None:
    table = FakeTable(Cat=lambda ask: answer if not bad_cards(table) else first_legal(ask))
    match, _ = played(plan(), table)
    assert bad_cards(table) == [f"Cat|{said}"]
    assert match.records["Cat"].bad_cards == {kind: 1}
    assert all(to == "*" for to, line in table.sent if b"|bad card|" in line)


@pytest.mark.parametrize("fault", [Fault.SILENT, Fault.GONE, Fault.OVERLONG, Fault.FLOOD])
def test_a_program_that_was_ended_is_started_again_before_the_next_hand_and_told_what_stands(fault: Fault) -> None:
    table = FakeTable(Cat=lambda ask: fault if not bad_cards(table) else first_legal(ask))
    played(plan(), table)
    assert table.program_changes == [("end", "Cat"), ("start", "Cat")]
    lines = [(to, line.decode()) for to, line in table.sent]
    again = lines.index(("Cat", "|INFO|start game|Ann|Bob|Cat|Dan|END|\n"))
    assert lines[again + 1] == ("*", "|INFO|start hand|2|END|\n")


@pytest.mark.parametrize("answer", ["floober", b"hello", Fault.UNASKED])
def test_a_program_that_only_said_something_wrong_goes_on(answer: str | bytes | Fault) -> None:
    table = FakeTable(Cat=lambda ask: answer if not bad_cards(table) else first_legal(ask))
    played(plan(), table)
    assert table.program_changes == []


@pytest.mark.parametrize("limit", [1, 3, 10])
def test_after_so_many_bad_cards_a_player_is_retired_and_a_house_player_plays_its_cards(limit: int) -> None:
    table = FakeTable(Bob=lambda _: "floober")
    match, log = played(plan(bad_cards=limit), table)
    assert len(bad_cards(table)) == limit
    assert table.program_changes == [("end", "Bob")]
    assert max(match.scores.values()) == 30
    assert b". Bob retired bad cards\n" in log


def test_the_house_player_draws_from_the_legal_answers_sorted_as_text_by_seat_and_number() -> None:
    table = FakeTable(Ann=lambda _: "floober")
    _, log = played(plan(bad_cards=1), table)
    lines = log.decode().splitlines()
    house = [line.split(" ")[1:] for line in lines if line.startswith("~ house/")]
    assert [draw[:3] for draw in house] == [["house/1", "0", str(n)] for n in range(1, len(house) + 1)]
    before = lines[: lines.index("~ " + " ".join(house[0]))]
    hand = next(line.split("|")[3].split(" ") for line in reversed(before) if line.startswith("> Ann |INFO|cards|"))
    assert "> * |INFO|played|Bob|7S|END|" in before[-9:], "spades are led"
    legal = tuple(sorted(follow(hand, "S")))
    assert house[0][3] == draw("7", Chance("house/1", legal, 0, 1, take=1))[0]


def test_a_player_whose_time_is_up_is_retired_without_a_bad_card_and_the_house_answers_its_question() -> None:
    def out_of_time(_: Ask) -> Reply:
        return Reply(b"|RESP", 2_000_000, Fault.TIME)

    table = FakeTable(Dan=out_of_time)
    match, log = played(plan(), table)
    assert bad_cards(table) == []
    assert [(gone.player, gone.why, gone.score) for gone in match.retirements] == [("Dan", "time", 0)]
    assert b"! Dan time 2000000 |RESP\n. Dan retired time\n~ house/4 0 1 " in log


def test_a_retired_player_has_the_score_that_it_had_and_what_the_house_wins_for_it_does_not_count() -> None:
    table = FakeTable(random_player(5), Bob=lambda _: "floober")
    match, _ = played(plan(bad_cards=2), table)
    outcome = result(match.scores, match.records, match.retirements, low_wins=False)
    bob = outcome.standings[1]
    assert (bob.score, bob.place, bob.retired) == (-200, 4, "bad cards")
    assert match.scores["Bob"] > -200


def test_a_match_may_be_cut_off_between_two_hands_and_has_a_result_so_far(tmp_path: Path) -> None:
    table, log = FakeTable(), Transcript(lambda _: None)
    log.header(plan())
    match = Match(plan(), table, log)
    match.enough = lambda: match.hand == 2
    outcome = match.play()
    assert len(table.lines("start hand")) == len(table.lines("end hand")) == 2
    assert [one.score for one in outcome.standings] == list(match.scores.values())
    (tmp_path / "m.log").write_bytes(log.take())
    assert verify(tmp_path / "m.log").cut


def test_the_first_hand_of_a_match_is_played_in_any_case() -> None:
    match = Match(plan(), table := FakeTable(), Transcript(lambda _: None))
    match.enough = lambda: True
    match.play()
    assert len(table.lines("end hand")) == 1


def test_nobody_is_told_of_a_retirement() -> None:
    table = FakeTable(Bob=lambda _: "floober")
    played(plan(bad_cards=1), table)
    assert not [line for line in table.lines() if "retired" in line]


def records() -> dict[str, Record]:
    return {name: Record() for name in FOUR}


def places(scores: list[int], retired: tuple[str, ...] = (), *, low_wins: bool = False) -> list[int]:
    retirements = [Retirement(name, "time", 0) for name in retired]
    outcome = result(dict(zip(FOUR, scores, strict=True)), records(), retirements, low_wins=low_wins)
    return [standing.place for standing in outcome.standings]


def test_the_highest_score_wins_or_the_lowest_and_equal_scores_share_a_place() -> None:
    assert places([10, 30, 20, 5]) == [3, 1, 2, 4]
    assert places([10, 30, 20, 5], low_wins=True) == [2, 4, 3, 1]
    assert places([10, 30, 30, 5]) == [3, 1, 1, 4]
    assert places([7, 7, 7, 7]) == [1, 1, 1, 1]


def test_retired_players_come_last_whatever_their_score_and_the_first_of_them_last_of_all() -> None:
    assert places([10, 30, 20, 5], ("Bob",)) == [2, 4, 1, 3]
    assert places([10, 30, 20, 5], ("Bob", "Dan")) == [2, 4, 1, 3]
    assert places([10, 30, 20, 5], ("Dan", "Cat", "Bob", "Ann")) == [1, 2, 3, 4]


def test_choices_are_sent_to_those_who_asked_for_them_right_before_each_question() -> None:
    table = FakeTable()
    played(plan(choices=("Ann", "Cat"), target=10), table)
    sent = [(to, line) for to, line in table.sent if to != "*"]
    before = {to: sent[n - 1] for n, (to, line) in enumerate(sent) if line == b"|QUERY|card|END|\n"}
    assert before["Ann"][0] == "Ann"
    assert before["Ann"][1].startswith(b"|INFO|choices|")
    assert not [to for to, line in sent if to in ("Bob", "Dan") and b"|choices|" in line]


def test_choices_are_exactly_the_legal_answers() -> None:
    table = FakeTable()
    played(plan(choices=FOUR, target=10), table)
    menus = [tuple(line.split("|")[3:-2]) for line in table.lines("choices")]
    assert menus == [legal for _, _, legal in table.asked]


def test_the_first_bad_card_of_a_player_is_kept_for_its_author() -> None:
    table = FakeTable(Cat=lambda ask: b"hel\x00lo" if len(table.lines("start hand")) == 2 else first_legal(ask))
    match, _ = played(plan(bad_cards=1), table)
    first = match.records["Cat"].first_bad_card
    assert first is not None
    assert (first.kind, first.hand, first.question, first.line) == ("garbled", 2, "card", "hel\\x00lo")
    assert first.legal
