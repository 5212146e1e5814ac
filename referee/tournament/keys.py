"""Every key of a tournament's file, declared once: what it means, what fits, what holds without it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from referee.chance import SEED
from referee.formats.known import FORMATS
from referee.game import Game
from referee.plan import BAD_CARDS, SECONDS, Limits
from referee.tournament.setup import SEATINGS

MOST = 1_000_000  # rounds of a tournament, and deals of a round
WITHOUT_END = ("knockout", "ladder")  # the formats that know when to end, or that somebody stops
ROUNDS = 10  # of all others, if the file does not say
FORMAT = "round-robin"

LONGEST_SHOWN = 60  # characters of a value in a message


@dataclass(frozen=True)
class Key:
    name: str  # with dots; a part in capitals stands for any name
    expected: str  # after "should be"
    fits: Callable[[Any], bool]
    meaning: str
    default: Any = None  # None: it depends, or there is none
    otherwise: str = ""  # in words, where it depends
    example: Any = None  # where there is none
    details: tuple[str, ...] = ()  # a sentence for each value
    needed: bool = False

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(self.name.split("."))

    @property
    def is_table(self) -> bool:
        return self.fits is _is_table


def _is_table(value: Any) -> bool:
    return isinstance(value, dict)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip()) and not re.search(r"[\x00-\x1f\x7f]", value)


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(_is_text(one) for one in value)


def _whole(least: int, most: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and least <= value <= most


def _seconds(value: Any) -> bool:
    return type(value) in (int, float) and SECONDS[0] <= value <= SECONDS[1]


def _time(name: str, default: float, meaning: str) -> Key:
    return Key(f"limits.{name}", f"a number of seconds from {SECONDS[0]} to {SECONDS[1]}", _seconds, meaning, default)


_CLIENT = "a folder with a client.toml, an executable, a command line, or a bundled one as @python/random"

KEYS = (
    Key(
        "game",
        "the name of a game, or a list of several",
        lambda value: _is_text(value) or _are_texts(value),
        "the game that is played; of several, every table plays each of them",
        needed=True,
    ),
    Key(
        "format",
        f"one of {', '.join(FORMATS)}",
        lambda value: isinstance(value, str) and value in FORMATS,
        "who meets whom",
        FORMAT,
        details=tuple(f"{form.name}: {form.meaning}" for form in FORMATS.values()),
    ),
    Key(
        "rounds",
        f"a whole number from 1 to {MOST}, or 0 for a {' or a '.join(WITHOUT_END)}",
        _whole(0, MOST),
        "how many rounds; 0: a knockout has as many as it needs, a ladder goes on until it is stopped",
        otherwise=f"{ROUNDS}; 0 for {' and '.join(WITHOUT_END)}",
    ),
    Key(
        "deals",
        f"a whole number from 1 to {MOST}",
        _whole(1, MOST),
        "how many deals each table of a round plays",
        1,
    ),
    Key(
        "seatings",
        f"one of {', '.join(SEATINGS)}",
        lambda value: isinstance(value, str) and value in SEATINGS,
        "how each deal is played: in all rotations of the seats, in all orders of them, or once, with more luck",
        "rotations",
    ),
    Key(
        "seats",
        "a whole number",
        lambda value: type(value) is int,
        "how many sit at a table, for a game that leaves it open",
        otherwise="the least that the game allows",
    ),
    Key(
        "challengers",
        "a list of names of entrants",
        _are_texts,
        "whom a gauntlet is about: each of them meets all the others",
        otherwise="none; a gauntlet needs it",
        example=["NAME"],
    ),
    Key(
        "seed",
        'a string of 1 to 64 letters and digits, such as "7"',
        lambda value: isinstance(value, str) and SEED.fullmatch(value) is not None,
        "what all deals come from, for practice only, since who knows it knows the deals",
        otherwise="256 random bits, kept secret until the end",
        example="7",
    ),
    Key(
        "beacon",
        "a line of text",
        _is_text,
        "what will be announced once the hash of the seed is published, and is then mixed into the seed",
        example="the numbers of the lottery of 2030-01-01",
    ),
    Key("cores", "a whole number from 1 to 1024", _whole(1, 1024), "how many cores each match has for itself", 1),
    Key("options", "a table", _is_table, "options of games"),
    Key("options.GAME", "a table", _is_table, "options of a game; `referee games` lists them"),
    Key(
        "options.GAME.OPTION",
        "a whole number",
        lambda value: type(value) is int,
        "an option of a game",
        otherwise="the game's",
    ),
    Key("limits", "a table", _is_table, "what ends a program's patience"),
    _time("time", Limits.time, "how long an answer may take"),
    _time("first_time", Limits.first_time, "how long the first answer of a program may take, its start included"),
    _time("bank", Limits.bank, "how long all answers of a player in a match may take together"),
    Key(
        "limits.bad_cards",
        f"a whole number from {BAD_CARDS[0]} to {BAD_CARDS[1]}",
        _whole(*BAD_CARDS),
        "how many bad cards retire a player",
        otherwise="the game's",
    ),
    Key("entrants", "a table", _is_table, "who plays: names, each with its client", needed=True),
    Key(
        "entrants.NAME",
        'a client in quotes, or { client = "...", choices = true }',
        lambda value: _is_text(value) or _is_table(value),
        f"the client of an entrant, seen from the folder of this file: {_CLIENT}",
    ),
    Key("entrants.NAME.client", _CLIENT, _is_text, "the client, where more is said of it", needed=True),
    Key(
        "entrants.NAME.choices",
        "true or false",
        lambda value: type(value) is bool,
        "whether it is told all legal answers before each question; true also if its client.toml says so",
        False,
    ),
)


def key_at(path: tuple[str, ...]) -> Key | None:
    return next((key for key in KEYS if len(key.parts) == len(path) and _fits(key.parts, path)), None)


def names_below(path: tuple[str, ...]) -> list[str]:
    """The keys that a table has."""
    below = [key for key in KEYS if len(key.parts) == len(path) + 1 and _fits(key.parts[:-1], path)]
    return [key.parts[-1] for key in below]


def _fits(parts: tuple[str, ...], path: tuple[str, ...]) -> bool:
    return all(part in (name, part.upper()) for part, name in zip(parts, path, strict=True))


def default_of(key: Key, format_name: str, game: Game) -> Any:
    """What holds without the key, in this format and game; None where nothing does."""
    depends = {
        "rounds": 0 if format_name in WITHOUT_END else ROUNDS,
        "seats": game.seats[0],
        "limits.bad_cards": game.bad_cards,
    }
    return depends.get(key.name, key.default)


def rows() -> list[tuple[str, str, str, str]]:
    """Key, type, default and meaning of each, for a page."""
    return [
        (key.name, key.expected, _default(key), ". ".join((key.meaning, *key.details)))
        for key in KEYS
        if not key.is_table
    ]


def _default(key: Key) -> str:
    return key.otherwise or ("" if key.default is None else as_toml(key.default))


def as_toml(value: Any) -> str:
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return f"[{', '.join(as_toml(one) for one in value)}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{dotted((name,))} = {as_toml(one)}' for name, one in value.items())} }}"
    return str(value)


def shown(value: Any) -> str:
    """A value in a message, on one line that is not too long."""
    text = as_toml(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."


def dotted(path: tuple[str | int, ...]) -> str:
    """The name of a key as TOML writes it; numbers of elements are left out."""
    names = (part for part in path if isinstance(part, str))
    return ".".join(name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else as_toml(name) for name in names)
