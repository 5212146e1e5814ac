"""The file of a new tournament: every key stands in it with its meaning, and with its default if it is not set."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from referee.game import Game, find
from referee.tournament.keys import FORMAT, KEYS, Key, as_toml, default_of, dotted

WIDTH = 100  # of a comment

HEAD = """\
# A tournament. `referee tournament check` tries it out, `referee tournament run` plays it.
# A line such as `# deals = 1` shows what holds by itself; take the # away to change it.
"""

MORE = '# More can be said of an entrant, as in: NAME = { client = "./bot", choices = true }'


def commented(data: Mapping[str, Any]) -> str:
    """The text from which tomllib reads `data` again."""
    names = [data["game"]] if isinstance(data["game"], str) else data["game"]
    games = [find(name) for name in names]
    plain = [key for key in KEYS if len(key.parts) == 1 and not key.is_table]
    parts = [HEAD, *(_entry(key, data, data, games[0]) for key in plain)]
    for game in games:
        if game.options:
            parts += [f"[{dotted(('options', game.name))}]\n", *_options(game, data.get("options", {}))]
    parts += ["[limits]\n", *(_entry(key, data.get("limits", {}), data, games[0]) for key in _below("limits"))]
    parts += ["[entrants]\n" + "".join(_entrants(data["entrants"]))]
    return "\n".join(parts)


def _below(table: str) -> list[Key]:
    return [key for key in KEYS if key.parts[0] == table and len(key.parts) == 2]


def _entry(key: Key, given: Mapping[str, Any], data: Mapping[str, Any], game: Game) -> str:
    default = default_of(key, data.get("format", FORMAT), game)
    text = f"{_sentence(key.meaning)} {_sentence(key.expected)}"
    if key.otherwise:
        text += f" Without it: {key.otherwise}."
    comments = "".join(_comment(one, "  ") for one in key.details)
    return _comment(text) + comments + _line(key.parts[-1], given, key.example if default is None else default)


def _options(game: Game, given: Mapping[str, Any]) -> Iterator[str]:
    for option in game.options:
        text = f"{_sentence(option.meaning)} A whole number from {option.least} to {option.most}."
        yield _comment(text) + _line(option.name, given.get(game.name, {}), option.default)


def _entrants(given: Mapping[str, Any]) -> Iterator[str]:
    for key in KEYS:
        if key.parts[0] == "entrants" and key.name != "entrants.NAME.client":
            yield _comment((f"{key.parts[-1]}: " if len(key.parts) == 3 else "") + _sentence(key.meaning))
    yield f"{MORE}\n"
    for name, client in given.items():
        yield f"{dotted((name,))} = {as_toml(client)}\n"


def _line(name: str, given: Mapping[str, Any], default: Any) -> str:
    return f"{name} = {as_toml(given[name])}\n" if name in given else f"# {name} = {as_toml(default)}\n"


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _comment(text: str, indent: str = "") -> str:
    lines = textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent * 2, break_on_hyphens=False)
    return "".join(f"# {line}\n" for line in lines)
