"""Dalmuti played by a script, and what was told in it, as tests write and read it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from fakes import FakeTable
from hypothesis import strategies as st

from referee import lines
from referee.chance import draw
from referee.games.dalmuti import Dalmuti
from referee.games.dalmuti_sets import DECK, held
from referee.steps import Ask, BadCard, Chance, Fresh, Steps, Tell

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")
FIVE = NAMES[:5]
BOTH_JESTERS = "13 13 12 12"
BAD = "bad"  # what a script says for a bad card

TABLES = st.integers(5, 8).map(lambda count: NAMES[:count])


def heard(steps: Steps[Any], *answers: str, chance: Callable[[Chance], tuple[str, ...]] | None = None) -> list[str]:
    """What the rules tell while players answer by this script, `Ann 5 5`; a private word begins with who hears it."""
    told, script = [], list(answers)
    try:
        step = next(steps)
        while True:
            if isinstance(step, Tell):
                told.append(text(step))
                step = next(steps)
            elif isinstance(step, Fresh):
                step = next(steps)
            elif isinstance(step, Chance):
                step = steps.send(chance(step) if chance else draw("7", step))
            else:
                step = answered(steps, step, script.pop(0))
    except StopIteration:
        assert script == []
        return told


def answered(steps: Steps[Any], ask: Ask, line: str) -> Any:
    player, _, answer = line.partition(" ")
    assert ask.player == player
    if answer == BAD:
        return steps.throw(BadCard(player))
    assert answer in ask.legal
    return steps.send(answer)


def text(tell: Tell) -> str:
    _, key, data = lines.read(tell.line)
    line = f"{key} {data}".replace("|", " ")
    return f"{','.join(tell.to)}: {line}" if tell.to else line


def a_match(players: tuple[str, ...] = FIVE, hands: int = 10) -> Dalmuti:
    match = Dalmuti(players, {"hands": hands})
    match.ranks = players
    return match


def holding(**hands: str) -> Dalmuti:
    """A match in the middle of a hand: the players by rank, the greatest first, and what each holds."""
    match = a_match(tuple(hands))
    match.hands = {player: held(cards.split()) for player, cards in hands.items()}
    return match


def one_round(match: Dalmuti, *answers: str) -> list[str]:
    return heard(match.round(match.ranks), *answers)


def dealing(*wanted: str) -> Callable[[Chance], tuple[str, ...]]:
    """A deal to five in which the first ranks get these cards among others; both jesters at once only if named."""
    hands = [hand.split() for hand in wanted] + [[] for _ in range(5 - len(wanted))]
    rest = list((Counter(("13", *DECK[:-2], "13")) - Counter(" ".join(wanted).split())).elements())
    if rest[:2] == ["13", "13"]:
        rest.append(rest.pop(0))
    for card in rest:
        min(hands, key=len).append(card)
    return lambda _: tuple(card for turn in zip(*hands, strict=True) for card in turn)


def one_hand(match: Dalmuti, *answers: str, deal: Callable[[Chance], tuple[str, ...]]) -> list[str]:
    return heard(match.hand(1), *answers, chance=deal)


def fields(line: str) -> list[str]:
    return line.strip("|").split("|")[2:-1]


def hands(table: FakeTable) -> list[dict[str, list[list[str]]]]:
    """The public words of each hand by their keys, each with its fields."""
    found: list[dict[str, list[list[str]]]] = []
    for line in table.lines():
        key = line.split("|")[2]
        if key == "start hand":
            found.append({})
        if found:
            found[-1].setdefault(key, []).append(fields(line))
    return found
