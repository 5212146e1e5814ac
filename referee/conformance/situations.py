"""The matches that are played with a client: who sits with it, and what happens there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.conformance.finding import Subject
from referee.conformance.sitting import SCRIPTED, Script, Sitting
from referee.game import Game, find
from referee.plan import Plan, Player, checked_options

OTHERS = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jan")
FORGIVING = 1000  # bad cards that retire a player: here nobody is

QUESTIONS = 3  # of a talk
LISTEN = 0.04  # seconds around each of them
STRANGE = (
    b"|INFO|weather|END|\n",
    b"|INFO|weather forecast|sunny|END|\n",
    b"|INFO|weather of the week|sunny|1 2 3|rain||storm|END|\n",
)
SLIPS = (2, 1, 3, 2, 1)  # at which of its questions somebody gives a bad card, hand by hand
FIRST_HANDS = 12
ANSWERS = 400  # in a match; then no other hand begins
SOME_ANSWERS = 25  # where they show enough


def talk(subject: Subject, game: str) -> Sitting:
    """A few questions, with silence around them; then its input is closed."""
    script = Script(listen=LISTEN, questions=QUESTIONS, wait_for_it_to_leave=True)
    return _sitting(subject, game, 1, script)


def whole_match(subject: Subject, game: str, seat: int, number: int) -> Sitting:
    return _sitting(subject, game, seat, Script(answers=ANSWERS), seed=f"check{number}", by_house=True)


def first_hands(subject: Subject, game: str) -> Iterator[Sitting]:
    """Each with a program of its own, that has nothing to remember."""
    for number in range(FIRST_HANDS):
        seat = number % find(game).seats[0]
        yield _sitting(subject, game, seat, Script(hands=1), seed=f"first{number}", by_house=True)


def strange_words(subject: Subject, game: str) -> Sitting:
    return _sitting(subject, game, 1, Script(strange=STRANGE, answers=SOME_ANSWERS))


def bad_cards_of_others(subject: Subject, game: str) -> Sitting:
    return _sitting(subject, game, 0, Script(slips=SLIPS, answers=SOME_ANSWERS))


def late_start(subject: Subject, game: str) -> Sitting:
    return _sitting(subject, game, 2, Script(late=True, answers=SOME_ANSWERS))


def shortest_match(subject: Subject, game: str) -> Sitting:
    """To its very end; each option of the game at its least makes it as short as can be."""
    least = {option.name: option.least for option in find(game).options}
    return _sitting(subject, game, 0, Script(wait_for_it_to_leave=True), options=least)


def _sitting(
    subject: Subject,
    game: str,
    seat: int,
    script: Script,
    *,
    seed: str = "check",
    by_house: bool = False,
    options: dict[str, int] | None = None,
) -> Sitting:
    rules = find(game)
    client = subject.client
    me = Player(client.name, client.command, str(client.folder), subject.choices, client.pty)
    limits = replace(subject.limits, bad_cards=FORGIVING)
    players = _players(rules, me, seat, by_house=by_house)
    return Sitting(Plan(game, checked_options(rules, options or {}), players, seed, True, limits), me.name, script)


def _players(game: Game, me: Player, seat: int, *, by_house: bool) -> tuple[Player, ...]:
    """The least number of players; the others are played by the house, or by the script."""
    names = [name for name in OTHERS if name != me.name][: game.seats[0] - 1]
    others = [Player(name, () if by_house else SCRIPTED, "") for name in names]
    return (*others[:seat], me, *others[seat:])
