"""The file of a tournament, read: a mistake in it is one line with file, line, key, what was expected and found."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Container, Mapping
from pathlib import Path
from typing import Any

from referee.clients import HOUSE as HOUSE_CLIENT
from referee.clients import check_game, find
from referee.common import NAME
from referee.errors import Mistake
from referee.formats.field import Field
from referee.formats.known import FORMATS
from referee.game import Game
from referee.game import find as find_game
from referee.plan import Limits, checked_options, seats
from referee.tournament.keys import FORMAT, KEYS, default_of, dotted, key_at, names_below, shown
from referee.tournament.records import HOUSE
from referee.tournament.setup import Setup, Source
from referee.tournament.toml_lines import KeyPath, lines_of

Refusal = Callable[[KeyPath, str], "BadFile"]  # of what stands at a key, with the reason


class BadFile(Mistake):
    """A tournament's file that does not hold together; the message names its line."""

    def __init__(self, path: Path, line: int | None, what: str) -> None:
        super().__init__(f"{path}:{line}: {what}" if line else f"{path}: {what}")
        self.what = what


def read(path: Path, frozen: Container[str] = ()) -> Setup:
    """What the file says; the clients of `frozen` entrants need not be there any more."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise BadFile(path, None, "there is no such file; `referee tournament new` writes one") from None
    except OSError as error:
        raise BadFile(path, None, f"{error.strerror}") from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise BadFile(path, line, "the file should be UTF-8, but a byte here is not") from None
    return parsed(text, path, frozen)


def parsed(text: str, path: Path, frozen: Container[str] = ()) -> Setup:
    data = _loaded(text, path)
    lines = lines_of(text)

    def refused(key: KeyPath, what: str) -> BadFile:
        while key and key not in lines:
            key = key[:-1]
        return BadFile(path, lines.get(key), what)

    _check_keys(data, refused)
    games = _games(data, refused)
    sources = _sources(data["entrants"], refused)
    setup = Setup(
        path,
        tuple(game.name for game in games),
        _options(data.get("options", {}), games, refused),
        _seats(data.get("seats"), games, refused),
        {game.name: _limits(data.get("limits", {}), game) for game in games},
        sources=sources,
        challengers=_challengers(data, sources, refused),
        **{name: _value(name, data, games[0]) for name in _PLAIN},
    )
    if setup.seed is not None and setup.beacon is not None:
        raise refused(
            ("beacon",), "beacon: it is mixed into a secret seed, and here the seed is given; remove one of them"
        )
    for source in sources:
        if source.name not in frozen:
            _check_client(source, setup, refused)
    _check_size(setup, data, refused)
    return setup


_PLAIN = ("format", "rounds", "deals", "seatings", "seed", "beacon", "cores")


def _loaded(text: str, path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", str(error), re.DOTALL)
        if place is None:
            raise BadFile(path, None, str(error)) from None
        raise BadFile(path, int(place[2]), f"{place[1]}, at column {place[3]}") from None
    except (ValueError, RecursionError):
        raise BadFile(path, None, "a number is too long, or brackets stand too deep in each other") from None


def _check_keys(data: Mapping[str, Any], refused: Refusal) -> None:
    """Unknown keys, values that do not fit, keys that are missing."""
    _check_table(data, (), refused)
    _check_needed(data, (), refused)
    for name, client in data["entrants"].items():
        if isinstance(client, dict):
            _check_needed(client, ("entrants", name), refused)


def _check_table(data: Mapping[str, Any], path: tuple[str, ...], refused: Refusal) -> None:
    for name, value in data.items():
        here = (*path, name)
        key = key_at(here)
        if key is None:
            has = f"{dotted(path)} has" if path else "there are"
            raise refused(here, f"unknown key {dotted(here)}; {has}: {', '.join(names_below(path))}")
        if not key.fits(value):
            raise refused(here, f"{dotted(here)} should be {key.expected}, not {shown(value)}")
        if isinstance(value, dict):
            _check_table(value, here, refused)


def _check_needed(data: Mapping[str, Any], path: tuple[str, ...], refused: Refusal) -> None:
    for key in KEYS:
        if key.needed and key_at((*path, key.parts[-1])) is key and key.parts[-1] not in data:
            name = dotted((*path, key.parts[-1]))
            raise refused(path, f"{name} is missing: {key.meaning}")


def _value(name: str, data: Mapping[str, Any], game: Game) -> Any:
    key = key_at((name,))
    assert key
    return data.get(name, default_of(key, data.get("format", FORMAT), game))


def _games(data: Mapping[str, Any], refused: Refusal) -> list[Game]:
    names = [data["game"]] if isinstance(data["game"], str) else data["game"]
    games = []
    for number, name in enumerate(names):
        if name in names[:number]:
            raise refused(("game", number), f"game names {name} twice")
        try:
            games.append(find_game(name))
        except Mistake as error:
            raise refused(("game", number), f"game: {error}") from None
    return games


def _options(given: Mapping[str, Any], games: list[Game], refused: Refusal) -> dict[str, dict[str, int]]:
    for name in given:
        if name not in [game.name for game in games]:
            what = f"options.{dotted((name,))} is for a game that is not played here; those are: "
            raise refused(("options", name), what + ", ".join(game.name for game in games))
    for game in games:
        for name, value in given.get(game.name, {}).items():
            try:
                checked_options(game, {name: value})
            except Mistake as error:
                raise refused(("options", game.name, name), f"options.{game.name}: {error}") from None
    return {game.name: checked_options(game, given.get(game.name, {})) for game in games}


def _seats(given: int | None, games: list[Game], refused: Refusal) -> dict[str, int]:
    for game in [game for game in games if len(game.seats) > 1] or games:
        if given is not None and given not in game.seats:
            raise refused(("seats",), f"seats: {game.name} is played by {seats(game)} players, not {given}")
    return {game.name: given if given and given in game.seats else game.seats[0] for game in games}


def _limits(given: Mapping[str, Any], game: Game) -> Limits:
    seconds = {name: float(value) for name, value in given.items() if name != "bad_cards"}
    return Limits(**seconds, bad_cards=given.get("bad_cards", game.bad_cards))


def _sources(given: Mapping[str, Any], refused: Refusal) -> tuple[Source, ...]:
    folders: dict[str, str] = {}
    for name in given:
        key = ("entrants", name)
        if re.fullmatch(NAME.pattern, name) is None:
            expected = "a name has 1 to 32 of A-Za-z0-9_.-, a letter or digit first"
            raise refused(key, f"{dotted(key)}: {expected}")
        if HOUSE.fullmatch(name):
            raise refused(key, f"{dotted(key)}: the players that fill empty seats have such names; choose another")
        other = folders.setdefault(name.lower(), name)
        if other != name:
            raise refused(
                key, f"{dotted(key)}: another entrant is named {other}; names should differ in more than case"
            )
    return tuple(
        Source(name, one, False) if isinstance(one, str) else Source(name, one["client"], one.get("choices", False))
        for name, one in given.items()
    )


def _challengers(data: Mapping[str, Any], sources: tuple[Source, ...], refused: Refusal) -> tuple[str, ...]:
    names: list[str] = data.get("challengers", [])
    if names and data.get("format") != "gauntlet":
        raise refused(
            ("challengers",), 'challengers: only a gauntlet has them; add format = "gauntlet", or remove them'
        )
    for number, name in enumerate(names):
        if name in names[:number]:
            raise refused(("challengers", number), f"challengers names {shown(name)} twice")
        if name not in [source.name for source in sources]:
            raise refused(
                ("challengers", number), f"challengers should be a list of names of entrants; {shown(name)} is none"
            )
    return tuple(names)


def _check_client(source: Source, setup: Setup, refused: Refusal) -> None:
    if source.client == HOUSE_CLIENT:
        what = "house players fill empty seats by themselves; as an entrant take @python/random"
        raise refused(("entrants", source.name), f"{dotted(('entrants', source.name))}: {what}")
    try:
        client = find(source.client, setup.base)
        for game in setup.games:
            check_game(source.client, client, game)
    except Mistake as error:
        raise refused(("entrants", source.name), f"{dotted(('entrants', source.name))}: {error}") from None


def _check_size(setup: Setup, data: Mapping[str, Any], refused: Refusal) -> None:
    """Whether the format can be played, in each of the games."""
    form = FORMATS[setup.format]
    if form.adaptive and len(set(setup.seats.values())) > 1:
        counts = ", ".join(f"{game} has {count}" for game, count in setup.seats.items())
        raise refused(("game",), f"game: in a {form.name} all games need the same number of seats, but {counts}")
    names = tuple(source.name for source in setup.sources)
    for count in setup.seats.values():
        why = form.refusal(Field(names, count, setup.rounds, 1, 0, frozenset(setup.challengers)))
        if why:
            cause = why.partition(":")[0].strip("[]")  # a refusal begins with the key that it is about
            raise refused((next(key for key in (cause, "format", "entrants") if key in data),), why)
