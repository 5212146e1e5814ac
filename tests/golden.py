"""Golden matches: of each game one match of fixed players, kept line by line. `make golden` writes them anew."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

from fakes import Answer, FakeTable, plan, played

from referee import game
from referee.chance import draw
from referee.game import Game
from referee.match import Fault, Reply
from referee.steps import Ask, Chance

FOLDER = Path(__file__).parent / "golden"
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gil", "Hal")
OPTIONS: dict[str, dict[str, int]] = {  # of short matches
    "tricks": {"target": 60},
    "hearts": {},
    "dalmuti": {"hands": 8},
    "hill": {"hands": 6},
    "kings": {"turns": 120},
}
SLIPS: tuple[Answer, ...] = (
    "floober",
    b"hello",
    Fault.SILENT,
    Fault.GONE,
    Reply(b"|RESPONSE|card|6H|END|", 0, Fault.UNASKED),
)
A_SLIP_EVERY = 41  # questions


def golden(one: Game) -> str:
    """The log of players that draw their answers from a stream of their own, with a slip of each kind at first."""
    numbers = count(1)

    def answer(ask: Ask) -> Answer:
        number = next(numbers)
        slip, rest = divmod(number, A_SLIP_EVERY)
        if rest == 0 and slip <= len(SLIPS):
            return SLIPS[slip - 1]
        return draw("golden", Chance("answer", tuple(ask.legal), index=number, take=1))[0]

    options: dict[str, Any] = {option.name: option.default for option in one.options} | OPTIONS[one.name]
    the_plan = plan(one.name, NAMES[: one.seats[0]], "golden", bad_cards=one.bad_cards, **options)
    return played(the_plan, FakeTable(answer))[1].decode()


def path(name: str) -> Path:
    return FOLDER / f"{name}.log"


if __name__ == "__main__":
    for name in OPTIONS:
        path(name).write_text(golden(game.find(name)), encoding="utf-8")
