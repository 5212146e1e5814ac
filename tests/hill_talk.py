"""Hill without a match: parts of its rules run with chosen cards and answers, and what came of them as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from fakes import FakeTable, Strategy, plan, played, random_player

from referee.chance import draw
from referee.game import find
from referee.games.hill import Hill
from referee.games.hill_cards import DECK
from referee.steps import Ask, BadCard, Chance, Steps, T, Tell

FIVE = ("Ann", "Bob", "Cat", "Dan", "Eve")
WORDS = find("hill").vocabulary


@dataclass
class Talk:
    """What came of some steps of the rules: what was told and asked, in order, and what they gave back."""

    told: list[str] = field(default_factory=list)  # `to Ann: dealt 2H`, `played Ann 7S`
    asked: list[tuple[str, ...]] = field(default_factory=list)  # a player, and its legal answers
    drawn: list[Chance] = field(default_factory=list)
    outcome: object = None


def talk(steps: Steps[T], *answers: str, deck: Sequence[str] = DECK, errs_at: tuple[str, str] = ("", "")) -> Talk:
    """Runs the rules with these answers, and then with whatever is legal last: to pass, to call none.

    Where `errs_at` names a player and a question, the player errs there as soon as these answers are used up.
    """
    heard, left = Talk(), iter(answers)
    try:
        step = next(steps)
        while True:
            answer = _come_back(step, heard, left, deck, errs_at)
            step = steps.throw(answer) if isinstance(answer, BadCard) else steps.send(answer)
    except StopIteration as end:
        heard.outcome = end.value
    return heard


def _come_back(
    step: object, heard: Talk, answers: Iterator[str], deck: Sequence[str], errs_at: tuple[str, str]
) -> object:
    if isinstance(step, Tell):
        to = f"to {', '.join(step.to)}: " if step.to else ""
        heard.told.append(to + " ".join(step.line.decode().strip("|\n").split("|")[1:-1]))
    elif isinstance(step, Chance):
        heard.drawn.append(step)
        return tuple(deck) if step.what == "deal" else draw("7", step)
    elif isinstance(step, Ask):
        return _answer(step, heard, next(answers, ""), errs_at)
    return None


def _answer(ask: Ask, heard: Talk, answer: str, errs_at: tuple[str, str]) -> object:
    heard.asked.append((ask.player, *ask.legal))
    if not answer and (ask.player, ask.query.key) == errs_at:
        return BadCard(ask.player)
    assert not answer or answer in ask.legal
    return answer or ask.legal[-1]


def hill(king: str = "", **hands: str) -> Hill:
    """Rules in the middle of a hand in which these cards are held."""
    rules = Hill(FIVE, {"hands": 10})
    rules.king, rules.rank = king, "2"
    rules.hands = {player: sorted(hands.get(player, "").split()) for player in FIVE}
    return rules


def deck(rank: str = "2", **first_cards: str) -> list[str]:
    """A deck that deals these cards first; those of a rank that nobody was given are left over at the end."""
    given = {player: first_cards.get(player, "").split() for player in FIVE}
    rest = Counter(DECK) - Counter(card for cards in given.values() for card in cards)
    others = sorted(rest.elements(), key=lambda card: card[0] == rank)
    dealt = {player: cards + [others.pop(0) for _ in range(20 - len(cards))] for player, cards in given.items()}
    return [dealt[player][n] for n in range(20) for player in FIVE] + others


def a_match(strategy: Strategy | None = None, seed: str = "7", hands: int = 3, **of_players: Strategy) -> FakeTable:
    table = FakeTable(strategy or random_player(1), **of_players)
    played(plan("hill", FIVE, seed, hands=hands), table)
    return table


def hands_of(table: FakeTable) -> list[list[list[str]]]:
    """The key and the fields of every line, hand by hand."""
    hands: list[list[list[str]]] = []
    for line in table.lines():
        parts = line.split("|")[2:-2]
        if parts[0] == "start hand":
            hands.append([])
        if hands:
            hands[-1].append(parts)
    return hands
