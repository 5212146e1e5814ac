"""How messages are declared: key, typed fields, a sentence of meaning. All else comes from that."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from referee import lines
from referee.steps import Tell


@dataclass(frozen=True)
class Kind:
    """A type of field: the pattern of its text, and how a value is written as text and read from it."""

    name: str
    pattern: str
    meaning: str
    write: Callable[[Any], str] = str
    parse: Callable[[str], Any] = str

    def read(self, text: str) -> Any:
        if re.fullmatch(self.pattern, text) is None:
            raise lines.BadLine(f"{text[:60]!r} is no {self.name}")
        return self.parse(text)


def spaced(name: str, pattern: str, meaning: str) -> Kind:
    """A kind whose text has parts with one space between them; its value is the tuple of them."""
    return Kind(name, pattern, meaning, write=" ".join, parse=lambda text: tuple(text.split(" ")))


def spaced_or_none(name: str, part: str, meaning: str) -> Kind:
    """The same of any number of equal parts; `-` stands for none."""
    return Kind(
        name,
        f"-|{part}( {part})*",
        meaning,
        write=lambda parts: " ".join(parts) or "-",
        parse=lambda text: () if text == "-" else tuple(text.split(" ")),
    )


@dataclass(frozen=True)
class Field:
    name: str
    kind: Kind


class Info:
    """A message to clients. Called with the values of its fields it gives the step that tells it to all."""

    type = "INFO"

    def __init__(self, key: str, *fields: Field, meaning: str, repeat: bool = False) -> None:
        self.key = key
        self.fields = fields
        self.meaning = meaning
        self.repeat = repeat  # the last field may come any number of times; its values are given as one sequence
        self._told = lru_cache(maxsize=1024)(self._tell)

    def __call__(self, *values: Any) -> Tell:
        return self._told(*values)

    def _tell(self, *values: Any) -> Tell:
        if self.repeat:
            values = (*values[:-1], *values[-1])
        written = [kind.write(value) for kind, value in zip(self._kinds(len(values)), values, strict=True)]
        return Tell(lines.write(self.type, self.key, written))

    def read(self, data: str | None) -> tuple[Any, ...]:
        """The values of the fields; the inverse of writing them."""
        texts = [] if data is None else data.split("|")
        kinds = self._kinds(len(texts))
        if len(texts) != len(kinds):
            raise lines.BadLine(f"{self.key!r} has {len(self.fields)} fields, not {len(texts)}")
        values = [kind.read(text) for kind, text in zip(kinds, texts, strict=True)]
        if not self.repeat:
            return tuple(values)
        fixed = len(self.fields) - 1
        return (*values[:fixed], tuple(values[fixed:]))

    def _kinds(self, count: int) -> list[Kind]:
        kinds = [field.kind for field in self.fields]
        if self.repeat:
            kinds += kinds[-1:] * (count - len(kinds))
        return kinds


class Query:
    """A question to one client. Its answer repeats the key and brings one field."""

    type = "QUERY"

    def __init__(self, key: str, answer: Field, *, meaning: str, quiet: bool = False, unordered: bool = False) -> None:
        self.key = key
        self.answer = answer
        self.meaning = meaning
        self.quiet = quiet  # that it is asked is a secret
        self.unordered = unordered  # the cards of an answer may stand in any order
        self.line = lines.write(self.type, key)

    def choose(self, data: str, legal: Sequence[str]) -> str | None:
        """The legal answer that `data` says, if any."""
        if data in legal:
            return data
        if self.unordered:
            cards = sorted(data.split(" "))
            return next((answer for answer in legal if sorted(answer.split(" ")) == cards), None)
        return None

    def read(self, data: str | None) -> tuple[Any, ...]:
        if data is not None:
            raise lines.BadLine(f"the question {self.key!r} has no fields")
        return ()


Word = Info | Query


class Vocabulary:
    """The words of one game; reads any line that the referee may write in it."""

    def __init__(self, words: Iterable[Word]) -> None:
        self.words = tuple(words)
        self._by_name = {(word.type, word.key): word for word in self.words}

    def read(self, line: bytes) -> tuple[Word, tuple[Any, ...]]:
        kind, key, data = lines.read(line)
        word = self._by_name.get((kind, key))
        if word is None:
            raise lines.BadLine(f"the game has no word {kind} {key!r}")
        return word, word.read(data)
