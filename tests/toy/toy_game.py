"""A game in a package of its own: three players name a number, the highest wins; a bad card ends the game."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.common import end_game, start_game
from referee.game import Game, Option
from referee.steps import Ask, BadCard, Fresh, Steps
from referee.words import Field, Info, Kind, Query

DIGITS = [str(digit) for digit in range(10)]
NUMBER = Kind("digit", "[0-9]", "a digit")

name_a_number = Query("number", Field("number", NUMBER), meaning="Which number do you name?")
named = Info("named", Field("number", NUMBER), meaning="Somebody named this number.")


class Toy:
    def __init__(self, players: Sequence[str], options: Mapping[str, int]) -> None:
        self.players = tuple(players)
        self.rounds = options["rounds"]
        self.scores = dict.fromkeys(players, 0)

    def play(self) -> Steps[None]:
        yield start_game(self.players)
        for _ in range(self.rounds):
            yield Fresh(self.players, (start_game(self.players),))
            for player in self.players:
                try:
                    number = yield Ask(player, name_a_number, DIGITS)
                except BadCard:
                    yield end_game(tuple(self.scores.items()))
                    return
                self.scores[player] += int(number)
                yield named(number)
        yield end_game(tuple(self.scores.items()))


class ToyView:
    def __init__(self, players: Sequence[str]) -> None:
        self.scores = dict.fromkeys(players, 0)
        self.named: list[str] = []

    def hear(self, key: str, values: tuple[Any, ...], to: tuple[str, ...] | None) -> None:
        if key == "named":
            self.named.append(values[0])

    def lines(self) -> list[str]:
        return ["named: " + " ".join(self.named)]


GAME = Game(
    name="toy",
    summary="Name numbers; the highest sum wins.",
    seats=range(3, 4),
    words=(start_game, name_a_number, named, end_game),
    rules=Toy,
    view=ToyView,
    bad_cards=2,
    options=(Option("rounds", 3, 1, 100, "how often everybody names a number"),),
)
