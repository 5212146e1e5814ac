"""Writes what is generated in `protocol/`: tables of words, their JSON, vectors and samples."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from referee.errors import Mistake
from referee.game import find
from referee.pages import samples
from referee.pages.declared import game_as_dict, table, words_block
from referee.pages.vectors import vectors
from referee.resources import folder
from referee.tournament.keys import rows
from referee.tournament.store import SCHEMA

README = "README.md"
TOURNAMENTS = "tournaments.md"
LONGEST = 90  # characters of a line of the log, as the page shows it


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


def tournaments_page(page: str) -> str:
    """What a tournament's file and its store declare."""
    headings = ("Key", "Type", "Without it", "Meaning")
    keys = table(headings, ((f"`{name}`", *rest) for name, *rest in rows()))
    schema = SCHEMA.read_text(encoding="utf-8")
    blocks = {"keys": [*keys, ""], "tables": ["```sql", *schema.splitlines(), "```", ""]}
    for name, block in blocks.items():
        page = filled(page, name, "\n".join(block))
    return page


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
    texts[TOURNAMENTS] = tournaments_page((where / TOURNAMENTS).read_text(encoding="utf-8"))
    for page in sorted(where.glob("*.md")):
        if page.name not in texts:
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
