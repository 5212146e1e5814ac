"""Where a reader stops: at the beginning, at each hand, trick and play, each with what follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from referee.common import bad_card
from referee.game import Game
from referee.replay.story import STARTED, Answered, Changed, Drawn, Moment, Told


class Kind(StrEnum):
    START = "start"  # of the game, or of a program in its midst
    HAND = "hand"
    TRICK = "trick"
    PLAY = "play"


@dataclass(slots=True)
class Stop:
    """The moments from `first` up to `end`."""

    kind: Kind
    first: int
    end: int
    hand: int
    actor: str = ""
    bad: bool = False
    awaits_deed: bool = False  # what was answered has not been told yet


def stops(moments: Sequence[Moment], game: Game) -> list[Stop]:
    stop = Stop(Kind.START, 0, 0, 0)
    found = [stop]
    for place, moment in enumerate(moments):
        kind = _begins(moment, stop, game)
        if kind is not None:
            stop = Stop(kind, place, place, _hand(moment, stop, game))
            found.append(stop)
        _take_in(stop, moment)
        stop.end = place + 1
    return found


def _begins(moment: Moment, stop: Stop, game: Game) -> Kind | None:
    if isinstance(moment, Told) and moment.key == game.hand_word:
        return Kind.HAND
    if isinstance(moment, Told) and moment.key == game.trick_word:
        return Kind.TRICK
    if isinstance(moment, Answered):
        return Kind.PLAY
    if isinstance(moment, Changed) and moment.how == STARTED:
        return Kind.START
    actor = _actor(moment)
    return Kind.PLAY if actor and not (stop.awaits_deed and stop.actor == actor) else None


def _actor(moment: Moment) -> str:
    if isinstance(moment, Answered | Drawn):
        return moment.player
    return moment.actor if isinstance(moment, Told) else ""


def _hand(moment: Moment, before: Stop, game: Game) -> int:
    number: int = moment.values[0] if isinstance(moment, Told) and moment.key == game.hand_word else before.hand
    return number


def _take_in(stop: Stop, moment: Moment) -> None:
    if actor := _actor(moment):
        stop.actor = actor
        stop.awaits_deed = not isinstance(moment, Told)
    if isinstance(moment, Answered):
        stop.bad |= bool(moment.fault)
    elif isinstance(moment, Told):
        stop.bad |= moment.key == bad_card.key
