"""What a game declares, as its page and as JSON for programs in other languages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.game import Game
from referee.plan import seats
from referee.resources import folder
from referee.words import Field, Info, Kind, Word


def rule_page(game: Game) -> str:
    """The page of a game; of one that has none in `protocol/`, what its declarations say."""
    page = folder("protocol") / f"{game.name}.md"
    if page.is_file():
        return page.read_text(encoding="utf-8")
    return f"# {game.name.capitalize()}\n\n{game.summary}\n\n{words_block(game)}"


def words_block(game: Game) -> str:
    wins = "lowest" if game.low_wins else "highest"
    return "\n".join(
        [
            f"- Players: {seats(game)}. The {wins} score wins.",
            f"- Bad cards that retire a player: {game.bad_cards}.",
            *(
                f"- Option `{o.name}`: {o.meaning}; {o.default} if not set ({o.least} to {o.most})."
                for o in game.options
            ),
            "",
            *table(
                ("Type", "Key", "Fields", "Meaning"), (row for word in game.vocabulary.words for row in _rows(word))
            ),
            "",
            "The kinds of fields, each with a pattern for the whole field:",
            "",
            *(f"- `{kind.name}`, {kind.meaning}: `{kind.pattern}`" for kind in kinds(game)),
            "",
        ]
    )


def _rows(word: Word) -> list[tuple[str, ...]]:
    if isinstance(word, Info):
        return [(word.type, f"`{word.key}`", _fields(word), word.meaning)]
    answer = f"`{word.answer.name}`: {word.answer.kind.name}"
    return [
        (word.type, f"`{word.key}`", "-", word.meaning),
        ("RESPONSE", f"`{word.key}`", answer, "The answer to that question."),
    ]


def _fields(word: Info) -> str:
    texts = [f"`{field.name}`: {field.kind.name}" for field in word.fields]
    if word.repeat:
        texts[-1] += ", any number of times"
    return "; ".join(texts) or "-"


def kinds(game: Game) -> list[Kind]:
    """The kinds of all fields of a game, in the order in which its words use them."""
    return list(dict.fromkeys(field.kind for word in game.vocabulary.words for field in _all_fields(word)))


def _all_fields(word: Word) -> tuple[Field, ...]:
    return word.fields if isinstance(word, Info) else (word.answer,)


def game_as_dict(game: Game) -> dict[str, Any]:
    return {
        "game": game.as_dict(),
        "kinds": [{"name": kind.name, "pattern": kind.pattern, "meaning": kind.meaning} for kind in kinds(game)],
        "words": [_word_as_dict(word) for word in game.vocabulary.words],
    }


def _word_as_dict(word: Word) -> dict[str, Any]:
    if isinstance(word, Info):
        special: dict[str, Any] = {"fields": [_field_as_dict(field) for field in word.fields], "repeat": word.repeat}
    else:
        special = {"answer": _field_as_dict(word.answer), "quiet": word.quiet, "unordered": word.unordered}
    return {"type": word.type, "key": word.key, **special, "meaning": word.meaning}


def _field_as_dict(field: Field) -> dict[str, str]:
    return {"name": field.name, "kind": field.kind.name}


def table(headings: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    return [f"| {' | '.join(row)} |" for row in (headings, ("---",) * len(headings), *rows)]
