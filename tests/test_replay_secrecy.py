"""Nothing that a seat was not told changes anything in what is replayed as that seat."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from fakes import FOUR, FakeTable, plan, played, random_player
from hypothesis import given, settings
from hypothesis import strategies as st
from replays import before_question, says, sent_to, story_of, text_of

from referee.cards import PACK, SUITS
from referee.chance import draw
from referee.match import Fault
from referee.replay.reader import Reader
from referee.replay.stops import Kind
from referee.steps import Chance

CARD = re.compile(r"\b[2-9TJQKA][SCHD]\b")


@contextmanager
def dealt(deck: tuple[str, ...]) -> Iterator[None]:
    """Every deal is this one."""
    with patch("referee.match.draw", lambda _seed, chance: deck if chance.what == "deal" else draw("7", chance)):
        yield


def with_other_cards(deck: tuple[str, ...], seat: int, played_cards: set[str], seed: int) -> tuple[str, ...]:
    """Another deal in which the other seats hold as many cards of each suit, so that what was played stays legal."""
    cards = list(deck)
    for suit in SUITS:
        hidden = [n for n, card in enumerate(deck) if card[1] == suit and n % 4 != seat and card not in played_cards]
        moved = [deck[place] for place in hidden]
        random.Random(seed).shuffle(moved)
        for place, card in zip(hidden, moved, strict=True):
            cards[place] = card
    return tuple(cards)


def screens(log: bytes, seat: str) -> list[object]:
    """All that a person sees that goes through a match play by play."""
    reader = Reader(story_of(log), seat)
    seen: list[object] = []
    for _ in range(len(reader.knowledge.stops)):
        seen.append((reader.table(), reader.rows(20), reader.status()))
        reader.step(1, Kind.PLAY)
    return seen


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), seat=st.integers(0, 3), plays=st.integers(1, 30))
def test_other_cards_times_and_seeds_that_a_seat_cannot_know_leave_its_replay_as_it_is(
    seed: int, seat: int, plays: int
) -> None:
    name = FOUR[seat]
    deck = draw(str(seed), Chance("deal", PACK))
    with dealt(deck):
        one = before_question(played(plan(seed="1"), FakeTable(random_player(seed)))[1], plays)
        answers = re.findall(r"\|RESPONSE\|card\|(..)\|", one.decode())
        seen_as = text_of(one, name), sent_to(one, name), screens(one, name)
        all_of_it = text_of(one)
    with dealt(with_other_cards(deck, seat, set(answers), seed)):
        table = FakeTable(says(answers))
        other = before_question(played(plan(seed="2"), table)[1], plays)
        other = re.sub(rb"^(< (?!%b)\S+) 1000 " % name.encode(), rb"\1 2345 ", other, flags=re.MULTILINE)
        assert (text_of(other, name), sent_to(other, name), screens(other, name)) == seen_as
        assert text_of(other) != all_of_it


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), name=st.sampled_from(FOUR))
def test_no_card_of_another_player_is_seen_before_it_was_played(seed: int, name: str) -> None:
    text = text_of(played(plan(seed=str(seed)), FakeTable(random_player(seed)))[1], name)
    for hand in text.split("== hand")[1:]:
        rows = hand.splitlines()
        known = set(CARD.findall(next(row for row in rows if row.startswith(f"  {name} "))))
        assert len(known) == 13
        for row in rows:
            known |= set(CARD.findall(row)) if re.match(r"    \w+ +played ", row) else set()
            assert set(CARD.findall(row)) <= known, row


def test_what_another_player_really_wrote_is_not_told() -> None:
    logs = [
        played(plan(target=1), FakeTable(Bob=says([line])))[1] for line in (b"rubbish", b"|RESPONSE|tarock|2S|END|")
    ]
    first, second = (text_of(log, "Ann") for log in logs)
    assert first == second
    assert "Bob  bad card  (garbled)" in first


def test_what_became_of_another_player_is_not_told() -> None:
    text = text_of(played(plan(target=1, bad_cards=1), FakeTable(Bob=says(["9Z"])))[1], "Ann")
    assert "retired" not in text
    assert "house" not in text


def test_a_program_that_was_ended_hears_nothing_until_it_is_started_again() -> None:
    lines = sent_to(played(plan(target=1), FakeTable(Ann=says([Fault.SILENT])))[1], "Ann")
    asked = lines.index("|QUERY|card|END|")
    assert lines[asked + 1 : asked + 3] == ["|INFO|start game|Ann|Bob|Cat|Dan|END|", "|INFO|start hand|2|END|"]


def test_the_notes_on_others_are_not_shown() -> None:
    log = played(plan(target=1), FakeTable())[1]
    noted = log.replace(b"\n= ", b"\n# Bob exited with code 3\n# Ann exited with code 4\n= ")
    assert text_of(noted, "Ann").endswith("\n\nAnn exited with code 4")


def test_a_reader_that_may_know_one_seat_cannot_switch_to_another() -> None:
    reader = Reader(story_of(played(plan(target=1), FakeTable())[1]), "Ann")
    reader.next_seat()
    assert reader.knowledge.seat == "Ann"
    assert reader.message == "shown is only what Ann knew"
