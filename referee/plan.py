"""The plan of a match: all that must be known to play it, and to play it again; plain data that can be sent."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from referee.chance import SEED
from referee.common import NAME
from referee.errors import Mistake
from referee.game import Game, find

SECONDS = (0.01, 86400)  # the least and the most of a limit of time
BAD_CARDS = (1, 1000)


class BadPlan(Mistake):
    """A plan that no match can be played by; the message says what was expected."""


@dataclass(frozen=True)
class Player:
    name: str
    command: tuple[str, ...]  # empty: the house plays
    folder: str  # where its program runs
    choices: bool = False
    pty: bool = False  # terminals in place of pipes

    @property
    def house(self) -> bool:
        """Whether it has no program: the referee draws its answers."""
        return not self.command


@dataclass(frozen=True)
class Limits:
    time: float = 2.0  # seconds for an answer
    first_time: float = 10.0  # seconds for the first answer of a program
    bank: float = 60.0  # seconds of a player's thinking in the match
    bad_cards: int = 10  # how many retire a player


@dataclass(frozen=True)
class Plan:
    game: str
    options: dict[str, int]
    players: tuple[Player, ...]
    seed: str
    seed_given: bool  # by hand, so that somebody may know the deals beforehand
    limits: Limits = field(default_factory=Limits)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Plan:
        """The inverse of `as_dict`, for data that somebody may have damaged."""
        try:
            players = tuple(_made(Player, {**p, "command": tuple(p["command"])}) for p in data["players"])
            plan: Plan = _made(cls, {**data, "players": players, "limits": _made(Limits, data["limits"])})
        except (KeyError, TypeError, AttributeError) as error:
            raise BadPlan(f"a key is missing or of the wrong kind ({error})") from None
        return plan


def _made(cls: Any, data: dict[str, Any]) -> Any:
    known = {field.name: field.type for field in fields(cls)}
    for name, value in data.items():
        if name not in known:
            raise BadPlan(f"unknown key {name!r}")
        wanted = _PLAIN.get(known[name])
        if wanted and (not isinstance(value, wanted) or (isinstance(value, bool) and wanted is not bool)):
            raise BadPlan(f"{name} should be of type {known[name]}, not {value!r}")
    return cls(**data)


_PLAIN: dict[Any, Any] = {"str": str, "bool": bool, "int": int, "float": (int, float), "dict[str, int]": dict}


def checked(plan: Plan) -> Game:
    """The game of a plan that holds together; else BadPlan says what does not."""
    game = find(plan.game)
    _check_players(game, plan.names)
    for player in plan.players:
        if player.house and player.choices:
            raise BadPlan(f"{player.name} is a house player, which is not told its choices")
    if SEED.fullmatch(plan.seed) is None:
        raise BadPlan(f"a seed has 1 to 64 letters and digits, not {plan.seed!r}")
    if plan.options != checked_options(game, plan.options):
        raise BadPlan("an option has no value")
    _check_limits(plan.limits)
    return game


def _check_players(game: Game, names: tuple[str, ...]) -> None:
    if len(names) not in game.seats:
        raise BadPlan(f"{game.name} is played by {seats(game)} players, not {len(names)}")
    for name in names:
        if re.fullmatch(NAME.pattern, name) is None:
            raise BadPlan(f"a player's name has 1 to 32 of A-Za-z0-9_.-, a letter or digit first: {name!r} does not")
        if names.count(name) > 1:
            raise BadPlan(f"two players are named {name!r}")


def checked_options(game: Game, given: dict[str, int]) -> dict[str, int]:
    """The options given, and the game's own for the others."""
    known = {option.name: option for option in game.options}
    for name, value in given.items():
        if name not in known:
            raise BadPlan(f"{game.name} has no option {name!r}; it has: {', '.join(known) or 'none'}")
        option = known[name]
        if type(value) is not int or not option.least <= value <= option.most:
            raise BadPlan(f"{name} is a number from {option.least} to {option.most}, not {value!r}")
    return {name: given.get(name, option.default) for name, option in known.items()}


def _check_limits(limits: Limits) -> None:
    for name in ("time", "first_time", "bank"):
        if not SECONDS[0] <= getattr(limits, name) <= SECONDS[1]:
            raise BadPlan(f"{name} is a number of seconds from 0.01 to 86400, not {getattr(limits, name)!r}")
    if not BAD_CARDS[0] <= limits.bad_cards <= BAD_CARDS[1]:
        raise BadPlan(f"bad_cards is a number from 1 to 1000, not {limits.bad_cards!r}")


def seats(game: Game) -> str:
    least, most = game.seats[0], game.seats[-1]
    return str(least) if least == most else f"{least} to {most}"
