"""Tables, listeners and plans for tests: a match without processes, in a line or two."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

from referee.log import Transcript
from referee.match import Fault, Match, Reply
from referee.plan import Limits, Plan, Player
from referee.steps import Ask, Tell

Answer = str | bytes | Reply | Fault
Strategy = Callable[[Ask], Answer]

FOUR = ("Ann", "Bob", "Cat", "Dan")


def plan(game: str = "tricks", names: Iterable[str] = FOUR, seed: str = "7", **changes: Any) -> Plan:
    """A plan of players that are never started; options of the game and limits by name."""
    limits = Limits(**{key: changes.pop(key) for key in ("time", "first_time", "bank", "bad_cards") if key in changes})
    choices = changes.pop("choices", ())
    options = {"target": 30, **changes} if game == "tricks" else changes
    players = tuple(Player(name, ("no-program",), "/", name in choices) for name in names)
    return Plan(game, options, players, seed, True, limits)


def reply(answer: Answer, ask: Ask) -> Reply:
    """What a client that says `answer` would have sent."""
    if isinstance(answer, Reply):
        return answer
    if isinstance(answer, Fault):
        return Reply(b"", 1000, answer)
    if isinstance(answer, bytes):
        return Reply(answer, 1000)
    return Reply(f"|RESPONSE|{ask.query.key}|{answer}|END|".encode(), 1000)


def first_legal(ask: Ask) -> str:
    return ask.legal[0]


def random_player(seed: int) -> Strategy:
    chance = random.Random(seed)
    return lambda ask: chance.choice(list(ask.legal))


class FakeTable:
    """Players are functions from a question to an answer; all that each one was sent is kept, in order."""

    def __init__(self, strategy: Strategy = first_legal, **of_players: Strategy) -> None:
        self.strategy = strategy
        self.of_players = of_players
        self.asked: list[tuple[str, str, tuple[str, ...]]] = []
        self.sent: list[tuple[str, bytes]] = []  # to one player, or to "*"
        self.program_changes: list[tuple[str, str]] = []

    def tell(self, tell: Tell) -> None:
        self.sent += [(player, tell.line) for player in tell.to or ("*",)]

    def ask(self, ask: Ask, menu: Tell | None) -> Reply:
        self.asked.append((ask.player, ask.query.key, tuple(ask.legal)))
        if menu:
            self.sent.append((ask.player, menu.line))
        self.sent.append((ask.player, ask.query.line))
        return reply(self.of_players.get(ask.player, self.strategy)(ask), ask)

    def start(self, player: str) -> None:
        self.program_changes.append(("start", player))

    def end(self, player: str) -> None:
        self.program_changes.append(("end", player))

    def lines(self, key: str = "") -> list[str]:
        """The lines sent whose key is this one, as text without newline."""
        texts = [line.decode().rstrip("\n") for _, line in self.sent]
        return [text for text in texts if not key or text.split("|")[2] == key]


def played(a_plan: Plan, table: FakeTable) -> tuple[Match, bytes]:
    """A match that was played to its end, and its log."""
    log: list[bytes] = []
    transcript = Transcript(log.append)
    transcript.header(a_plan)
    match = Match(a_plan, table, transcript)
    match.play()
    return match, b"".join([*log, transcript.take()])
