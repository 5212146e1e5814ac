"""The line: what is written, what is read, what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.lines import BadLine, escaped, read, read_response, unescaped, write

FIELD = st.text(st.characters(exclude_categories=("Cc", "Cs"), exclude_characters="|"), min_size=1, max_size=40)


@given(st.sampled_from(["INFO", "QUERY", "RESPONSE"]), FIELD, st.lists(FIELD, max_size=5))
def test_what_is_written_is_read_back(kind: str, key: str, fields: list[str]) -> None:
    line = write(kind, key, fields)
    assert read(line) == (kind, key, "|".join(fields) or None)


@pytest.mark.parametrize("field", ["a|b", "a\nb", "a\x00b", "\x1b[0m", "\x85"])
def test_no_field_holds_a_bar_or_a_control_character(field: str) -> None:
    with pytest.raises(BadLine):
        write("INFO", "played", [field])


def test_a_line_has_at_most_4096_bytes_with_its_newline() -> None:
    longest = "x" * (4096 - len("|INFO|k||END|\n"))
    assert len(write("INFO", "k", [longest])) == 4096
    with pytest.raises(BadLine):
        write("INFO", "k", [longest + "x"])


@pytest.mark.parametrize(
    ("line", "data"),
    [
        (b"|RESPONSE|card|6H|END|", "6H"),
        (b"|RESPONSE|card|6H|END|\r", "6H"),
        (b"|RESPONSE|card|6H|7H|END|", "6H|7H"),
        (b"|RESPONSE|card| |END|", " "),
        ("|RESPONSE|card|é٣|END|".encode(), "é٣"),
        (b"|RESPONSE|card|" + b"9" * 4000 + b"|END|", "9" * 4000),
    ],
)
def test_an_answer_is_all_between_the_key_and_end(line: bytes, data: str) -> None:
    assert read_response(line, "card") == data


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"6H",
        b"|RESPONSE|card|END|",
        b"|RESPONSE|card||END|",
        b"|RESPONSE|card|6H|END",
        b"RESPONSE|card|6H|END|",
        b"|RESPONSE|card|6H|END| ",
        b" |RESPONSE|card|6H|END|",
        b"|RESPONSE|play|6H|END|",
        b"|response|card|6H|END|",
        b"|INFO|card|6H|END|",
        b"|QUERY|card|6H|END|",
        b"|RESPONSE|card|6H|END|\r\r",
        b"\xef\xbb\xbf|RESPONSE|card|6H|END|",
        b"|RESPONSE|card|\xff|END|",
        b"|RESPONSE|card|6\x00H|END|",
        b"|RESPONSE|card|\x1b[31m6H|END|",
        "|RESPONSE|card|6\u0085H|END|".encode(),
        b"|RESPONSE|card|6H|END||RESPONSE|card|7H|END|\n|",
    ],
)
def test_what_is_no_answer_to_the_question_is_none(line: bytes) -> None:
    assert read_response(line, "card") is None


@given(st.binary(max_size=300))
def test_no_bytes_make_the_reader_fail(line: bytes) -> None:
    data = read_response(line, "card")
    assert data is None or data


@given(st.binary(max_size=100).filter(lambda line: b"\n" not in line) | FIELD.map(str.encode))
def test_what_a_log_shows_can_be_turned_back_and_disturbs_no_terminal(line: bytes) -> None:
    assert unescaped(escaped(line)) == line
    assert escaped(line).decode().isprintable()
