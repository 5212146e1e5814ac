"""What is generated in `protocol/`, from the declarations: tables of words, their JSON, vectors and samples."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click

from referee import samples
from referee.errors import Mistake
from referee.game import Game, find
from referee.plan import seats
from referee.resources import folder
from referee.vectors import vectors
from referee.words import Field, Info, Kind, Word

README = "README.md"
LONGEST = 90  # characters of a line of the log, as the page shows it


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


def as_json(data: Mapping[str, Any]) -> str:
    """JSON with a line for each entry of a list, so that a change shows as the lines that changed."""
    parts = []
    for key, value in data.items():
        rows = ",\n".join(f"  {json.dumps(row)}" for row in value) if isinstance(value, list) else ""
        parts.append(f"{json.dumps(key)}: " + (f"[\n{rows}\n]" if rows else json.dumps(value)))
    return "{\n" + ",\n".join(parts) + "\n}\n"


def deal_block() -> str:
    data = vectors()
    numbers, deal = data["numbers"][0], data["deals"][0]
    return "\n".join(
        [
            "```",
            f"seed {numbers['seed']}, deal, hand {numbers['hand']}, index {numbers['index']}",
            f"numbers: {' '.join(map(str, numbers['numbers'][:4]))} ...",
            *(f"{seat}: {cards}" for seat, cards in deal.items() if seat.startswith("seat ")),
            "```",
            "",
        ]
    )


def log_block(game: str) -> str:
    lines = samples.log(game).splitlines()
    return "\n".join(["```", *(line if len(line) <= LONGEST else f"{line[:LONGEST]} ..." for line in lines), "```", ""])


def table(headings: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    return [f"| {' | '.join(row)} |" for row in (headings, ("---",) * len(headings), *rows)]


def filled(page: str, name: str, block: str) -> str:
    """The page with this block between its two marks."""
    pattern = re.compile(rf"(?<=<!-- {name} -->\n).*?(?=<!-- end of {name} -->)", re.DOTALL)
    if len(pattern.findall(page)) != 1:
        raise Mistake(f"expected the marks <!-- {name} --> and <!-- end of {name} -->, once")
    return pattern.sub(lambda _: f"\n{block}\n", page)


def generated(where: Path) -> dict[str, str]:
    """The whole text of every file in `protocol/` that is generated, wholly or between marks."""
    readme = (where / README).read_text(encoding="utf-8")
    for name, block in (("deal", deal_block()), ("log", log_block("tricks"))):
        readme = filled(readme, name, block)
    texts = {README: readme, "vectors.json": as_json(vectors())}
    for page in sorted(where.glob("*.md")):
        if page.name != README:
            game = find(page.stem)
            texts[page.name] = filled(page.read_text(encoding="utf-8"), "words", words_block(game))
            texts[f"{game.name}.json"] = as_json(game_as_dict(game))
            texts[f"{game.name}-hand.txt"] = samples.conversation(game.name)
            texts[f"{game.name}-log.txt"] = samples.log(game.name)
    return texts


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; exit 1 if a file differs.")
def main(check: bool) -> None:
    """Write the generated parts of `protocol/` anew."""
    where = folder("protocol")
    for name, text in generated(where).items():
        path = where / name
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        if check:
            click.echo(f"protocol/{name} is not what the code says; run `make protocol`", err=True)
            raise SystemExit(1)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
