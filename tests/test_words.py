"""The declared words: writer and reader are inverse, and nothing else is read."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import game
from referee.cards import PACK, RANKS, SUITS
from referee.common import start_hand
from referee.games import hill_cards, kings_piles
from referee.games.dalmuti_sets import DECK
from referee.lines import BadLine
from referee.words import Field, Info, Kind, Query, Vocabulary

VALUES: dict[str, st.SearchStrategy[Any]] = {
    "name": st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,31}", fullmatch=True),
    "number": st.integers(-(10**6), 10**6),
    "card": st.sampled_from(PACK),
    "cards": st.lists(st.sampled_from(PACK), max_size=13).map(tuple),
    "text": st.text(st.characters(exclude_categories=("Cc", "Cs"), exclude_characters="|"), min_size=1, max_size=64),
}
VALUES |= {
    "card of dalmuti": st.sampled_from(DECK),
    "cards of dalmuti": st.lists(st.sampled_from(DECK), min_size=1, max_size=16).map(tuple),
}
VALUES |= {
    "card of kings": st.sampled_from(kings_piles.PACK),
    "cards of kings": st.lists(st.sampled_from(kings_piles.PACK), max_size=20).map(tuple),
    "suit of a player": st.tuples(VALUES["name"], st.sampled_from(kings_piles.SUITS)),
    "house pile": st.integers(1, 3),
    "pile": st.sampled_from(("king", "1", "2", "3")),
    "order": st.permutations("123").map(" ".join),
}
VALUES |= {
    "card of hill": st.sampled_from(hill_cards.FACES),
    "cards of hill": st.lists(st.sampled_from(hill_cards.FACES), min_size=1, max_size=20).map(tuple),
    "card of hill or none": st.sampled_from((*hill_cards.FACES, "none")),
    "play of hill": st.lists(st.sampled_from(hill_cards.FACES), min_size=1, max_size=2).map(" ".join),
    "rank": st.sampled_from(RANKS),
    "suit": st.sampled_from(SUITS),
    "level": st.tuples(VALUES["name"], st.sampled_from(RANKS)),
}
VALUES["score"] = st.tuples(VALUES["name"], VALUES["number"])


def values_of(word: Info) -> st.SearchStrategy[tuple[Any, ...]]:
    kinds = [VALUES[field.kind.name] for field in word.fields]
    if not word.repeat:
        return st.tuples(*kinds)
    return st.tuples(*kinds[:-1], st.lists(kinds[-1], min_size=1, max_size=8).map(tuple))


INFOS = [(one, word) for one in game.names() for word in game.find(one).vocabulary.words if isinstance(word, Info)]
QUERIES = [(one, word) for one in game.names() for word in game.find(one).vocabulary.words if isinstance(word, Query)]


@pytest.mark.parametrize(("name", "word"), INFOS, ids=lambda value: getattr(value, "key", value))
@given(data=st.data())
@settings(max_examples=25)
def test_what_an_info_says_is_read_back_by_the_words_of_its_game(name: str, word: Info, data: st.DataObject) -> None:
    values = data.draw(values_of(word))
    assert game.find(name).vocabulary.read(word(*values).line) == (word, values)


@pytest.mark.parametrize(("name", "word"), QUERIES, ids=lambda value: getattr(value, "key", value))
def test_a_question_is_read_back(name: str, word: Query) -> None:
    assert game.find(name).vocabulary.read(word.line) == (word, ())


@pytest.mark.parametrize(
    "line",
    [
        b"|INFO|no such word|END|",
        b"|INFO|played|Ann|END|",
        b"|INFO|played|Ann|6H|7H|END|",
        b"|INFO|played|Ann|6X|END|",
        b"|INFO|played||6H|END|",
        b"|INFO|start hand|one|END|",
        b"|INFO|start hand|01|END|",
        b"|INFO|cards|6H  7H|END|",
        b"|INFO|cards||END|",
        b"|INFO|end game|Ann|END|",
        b"|QUERY|card|6H|END|",
        b"|RESPONSE|card|6H|END|",
    ],
)
def test_a_line_that_no_word_fits_is_refused(line: bytes) -> None:
    with pytest.raises(BadLine):
        game.find("tricks").vocabulary.read(line)


def test_cards_in_an_answer_may_stand_in_any_order_where_the_question_says_so() -> None:
    text = Kind("text", ".+", "text")
    any_order = Query("play", Field("set", text), meaning="", unordered=True)
    fixed = Query("play", Field("set", text), meaning="")
    legal = ["5 5 13", "5 13 13"]
    assert any_order.choose("13 5 5", legal) == "5 5 13"
    assert any_order.choose("13 13 5", legal) == "5 13 13"
    assert any_order.choose("13 5", legal) is None
    assert any_order.choose("13  5 5", legal) is None
    assert fixed.choose("13 5 5", legal) is None
    assert fixed.choose("5 5 13", legal) == "5 5 13"


def test_a_private_word_goes_to_those_named_and_a_public_one_to_all() -> None:
    assert start_hand(3).to is None
    assert start_hand(3).privately("Ann", "Bob").to == ("Ann", "Bob")
    assert start_hand(3).privately("Ann").line == start_hand(3).line == b"|INFO|start hand|3|END|\n"


def test_a_vocabulary_knows_the_words_that_every_game_has() -> None:
    vocabulary: Vocabulary = game.find("tricks").vocabulary
    assert vocabulary.read(b"|INFO|bad card|Hank|floober|END|\n")[1] == ("Hank", "floober")
    assert vocabulary.read(b"|INFO|choices|6H|7H|END|\n")[1] == (("6H", "7H"),)
