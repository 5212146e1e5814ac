"""What is wrong with an answer: a line that is none, or one that is against the rules."""

from __future__ import annotations

import re
from collections.abc import Sequence

from referee.conformance.memory import Memory
from referee.lines import BadLine, has_control, read
from referee.words import Query

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def shape(key: str, legal: Sequence[str]) -> str:
    """The answer that was expected, with the first legal one."""
    return f"|RESPONSE|{key}|{legal[0]}|END|"


def wrong_line(line: bytes, key: str, legal: Sequence[str], *, with_choices: bool) -> str:
    """The mistake in a line that is no answer to this question."""
    text = line.removesuffix(b"\r").decode(errors="replace")
    if bytes_wrong := _no_text(line, text):
        return bytes_wrong
    try:
        kind, its_key, data = read(line)
    except BadLine:
        return _shapeless(text, key, legal)
    if kind != "RESPONSE":
        return "not a response"
    if its_key != key:
        return _other_key(its_key, data, key, legal)
    return "empty answer" if with_choices else "no choices"


def _no_text(line: bytes, text: str) -> str:
    if line.startswith(BYTE_ORDER_MARK):
        return "byte order mark"
    if not line.strip():
        return "empty line"
    if "\N{REPLACEMENT CHARACTER}" in text:
        return "not UTF-8"
    return "control characters" if has_control(text) else ""


def _other_key(its_key: str, data: str | None, key: str, legal: Sequence[str]) -> str:
    if its_key in legal or data is None:
        return "no key"
    if its_key.strip() == key:
        return "spaces"
    return "capitals" if its_key.lower() == key.lower() else "wrong key"


def _shapeless(text: str, key: str, legal: Sequence[str]) -> str:
    if text.strip(" '\"") in legal:
        return "bare answer"
    before, found, _ = text.partition("|RESPONSE|")
    if found and before.strip():
        return "prompt"
    fields = [field.strip() for field in text.strip().strip("|").split("|")]
    if fields[0].upper() != "RESPONSE" and key not in fields[:2]:
        return "no answer"
    if fields[-1].upper() != "END":
        return "no END"
    if fields[0] != "RESPONSE" or fields[-1] != "END":
        return "capitals" if fields[0].upper() == "RESPONSE" else "not a response"
    return "spaces" if text.strip().startswith("|") and text.strip().endswith("|") else "no bars"


def looks_like_an_answer(line: bytes) -> bool:
    return re.search(rb"RESPONSE", line, re.IGNORECASE) is not None


def not_legal(data: str, query: Query, legal: Sequence[str], memory: Memory) -> tuple[str, str]:
    """The mistake in an answer that is none of the legal ones; and the legal one that it is nearly, if any."""
    for mistake, plain in (("decorated", _bare), ("letters", str.lower), ("order of letters", _letters)):
        near = [answer for answer in legal if plain(answer) == plain(data)]
        if near:
            return mistake, near[0]
    words = set(data.split(" "))
    if memory.with_choices and data in memory.old_choices:
        return "old choices", ""
    if words <= memory.said and data in memory.ever_legal:
        return "played already", ""
    if _is_of_the_hand(legal, memory) and not words <= memory.private:
        return ("kept hand" if words <= memory.all_private else "not held"), ""
    return "not legal", ""


def _is_of_the_hand(legal: Sequence[str], memory: Memory) -> bool:
    """Whether such an answer names what was told to it alone, as its cards are."""
    return any(set(answer.split(" ")) <= memory.private for answer in legal)


def _bare(text: str) -> str:
    return text.strip(" '\"[](){},;.").replace(",", "")


def _letters(text: str) -> str:
    return " ".join("".join(sorted(word)) for word in text.split(" "))
