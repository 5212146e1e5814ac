"""The vectors in protocol/ are what protocol/README.md says: all is done again here, by its text alone."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from referee.resources import folder

README = (folder("protocol") / "README.md").read_text(encoding="utf-8")
VECTORS: dict[str, list[dict[str, Any]]] = json.loads((folder("protocol") / "vectors.json").read_text(encoding="utf-8"))


def of(name: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("vector", VECTORS[name])


def test_the_page_says_what_all_the_vectors_are() -> None:
    assert [name for name in VECTORS if f"`{name}`:" not in README] == []


# Lines: the grammar of the page, translated.


def regex(rule: str, rules: dict[str, str]) -> str:
    """The regular expression that a rule of the grammar stands for."""
    done, repeat, closing = "", "", []
    for token in re.findall(r'%s"[^"]*"|"[^"]*"|%x[0-9A-F]+(?:-[0-9A-F]+)?|[a-z]+|1?\*|[()\[\]/]', rules[rule]):
        if token in ("*", "1*"):
            repeat = "*" if token == "*" else "+"
        elif token in ("(", "["):
            closing.append(")" + (repeat if token == "(" else "?"))
            done, repeat = done + "(?:", ""
        elif token in (")", "]"):
            done += closing.pop()
        elif token == "/":
            done += "|"
        else:
            done, repeat = f"{done}(?:{_element(token, rules)}){repeat}", ""
    return done


def _element(token: str, rules: dict[str, str]) -> str:
    if '"' in token:
        return re.escape(token.split('"')[1])
    if token.startswith("%x"):
        return "[" + "-".join(re.escape(chr(int(number, 16))) for number in token[2:].split("-")) + "]"
    return regex(token, rules)


def grammar() -> re.Pattern[str]:
    block = re.search(r"```abnf\n(.*?)```", README, re.DOTALL)
    assert block
    rules = dict(re.split(r"\s+=\s+", line, maxsplit=1) for line in block[1].splitlines())
    return re.compile(regex("line", rules))


def parts(line: bytes) -> tuple[str, str, str | None] | None:
    """Type, key and data of a line by the grammar; None of what is no line."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        return None
    if not grammar().fullmatch(text):
        return None
    _, kind, key, *fields = text.rstrip("\r\n").removesuffix("|").split("|")
    assert fields.pop() == "END"
    return kind, key, "|".join(fields) if fields else None


@of("lines")
def test_a_line_is_taken_apart_or_refused(vector: dict[str, Any]) -> None:
    found = parts(bytes.fromhex(vector["hex"]))
    assert found == (None if vector.get("refused") else (vector["type"], vector["key"], vector["data"]))


def test_lines_of_both_kinds_are_there() -> None:
    assert sum("refused" in vector for vector in VECTORS["lines"]) >= 15
    assert sum("refused" not in vector for vector in VECTORS["lines"]) >= 8


@of("answers")
def test_an_answer_is_a_response_with_the_key_of_the_question_and_some_data(vector: dict[str, Any]) -> None:
    kind, key, data = parts(bytes.fromhex(vector["hex"])) or ("", "", None)
    is_answer = kind == "RESPONSE" and key == vector["question"] and data
    assert vector["data"] == (data if is_answer else None)


@of("said")
def test_what_everybody_is_told_of_a_bad_answer(vector: dict[str, Any]) -> None:
    data = vector["data"]
    garbled = data is None or data[0] == "("
    assert vector["said"] == ("(garbled)" if garbled else "".join("/" if c == "|" else c for c in data)[:64])


@pytest.mark.parametrize("name", ["lines", "answers"])
def test_a_line_is_shown_with_each_strange_byte_escaped(name: str) -> None:
    for vector in VECTORS[name]:
        shown = vector["shown"].encode()
        assert re.sub(rb"\\x(..)", lambda m: bytes.fromhex(m[1].decode()), shown) == bytes.fromhex(vector["hex"])


# Chance.


def numbers(seed: str, what: str, hand: int, index: int) -> Iterator[int]:
    counter = 0
    while True:
        digest = hashlib.sha256(f"{seed}|{what}|{hand}|{index}|{counter}".encode("ascii")).digest()
        for start in range(0, 32, 2):
            yield int.from_bytes(digest[start : start + 2], "big")
        counter += 1


def of_vector(vector: dict[str, Any]) -> Iterator[int]:
    return numbers(vector["seed"], vector["what"], vector["hand"], vector["index"])


def number_below(n: int, source: Iterator[int]) -> int:
    while True:
        number = next(source)
        if number < 2**16 - 2**16 % n:
            return number % n


def shuffled(things: list[str], source: Iterator[int]) -> list[str]:
    things = things.copy()
    for place in range(len(things) - 1):
        other = place + number_below(len(things) - place, source)
        things[place], things[other] = things[other], things[place]
    return things


@of("numbers")
def test_numbers_come_from_digests(vector: dict[str, Any]) -> None:
    source = of_vector(vector)
    assert vector["numbers"] == [next(source) for _ in vector["numbers"]]
    assert len(vector["numbers"]) > 16, "none of the second digest"


@of("first_eight")
def test_the_first_of_a_shuffle_of_very_many(vector: dict[str, Any]) -> None:
    places = shuffled([str(place) for place in range(vector["count"])], of_vector(vector))
    assert vector["drawn"] == [int(place) for place in places[:8]]


def test_in_some_of_them_numbers_are_dropped() -> None:
    wide = [vector for vector in VECTORS["first_eight"] if vector["count"] == 3 * 2**14]
    assert any(
        number >= vector["count"] for vector in wide for number, _ in zip(of_vector(vector), range(8), strict=False)
    )


@of("shuffles")
def test_a_shuffle(vector: dict[str, Any]) -> None:
    assert vector["drawn"] == shuffled(vector["options"], of_vector(vector))


@of("house")
def test_the_house_player_takes_the_first_of_the_shuffled_legal_answers(vector: dict[str, Any]) -> None:
    assert vector["options"] == sorted(vector["options"])
    assert vector["drawn"] == shuffled(vector["options"], of_vector(vector))[:1]


@of("deals")
def test_a_deal_of_tricks(vector: dict[str, Any]) -> None:
    pack = [rank + suit for suit in "SCHD" for rank in "23456789TJQKA"]
    deck = shuffled(pack, numbers(vector["seed"], "deal", vector["hand"], 0))
    for seat in range(4):
        assert vector[f"seat {seat + 1}"].split(" ") == [deck[place] for place in range(seat, 52, 4)]


@of("client_seeds")
def test_the_seed_of_a_client(vector: dict[str, Any]) -> None:
    source = numbers(vector["seed"], f"client/{vector['player']}", 0, 0)
    assert vector["number"] == (next(source) * 65536 + next(source)) // 2
