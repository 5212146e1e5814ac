"""A match that goes on from a place in a log: up to there with its answers, from there on with those of programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from referee.chance import draw
from referee.errors import Mistake
from referee.match import Reply
from referee.plan import Plan, Player
from referee.replay.fed import IS_OVER, Fed, is_same
from referee.replay.places import lives
from referee.replay.story import Story
from referee.seats.table import Programs
from referee.steps import Ask, Chance, Tell

DRAWN = "@house"  # the command of a player whose answers are drawn from the place on


class Forked(Fed):
    """The log answers the first questions; meanwhile the programs are asked the same, so that they know what was."""

    def __init__(self, story: Story, plan: Plan, answered: int, note: Callable[[str, str], None]) -> None:
        self._drawn = {player.name: 0 for player in plan.players if is_drawn(player)}  # how many answers
        running = lives(story, answered)
        super().__init__(story.log, plan, {name: running[name] for name in running.keys() - self._drawn.keys()}, note)
        self._seed = plan.seed
        self._left = answered
        self._spent: Counter[str] = Counter()  # microseconds
        self._asked: Counter[str] = Counter()
        self._otherwise: Counter[str] = Counter()

    def start_all(self) -> None:
        super().start_all()
        if not self._left:
            self._go_live()

    def tell(self, tell: Tell) -> None:
        if self._left:
            super().tell(tell)
        else:
            Programs.tell(self, tell)

    def start(self, player: str) -> None:
        if self._left:
            super().start(player)
        elif player in self.seats:
            Programs.start(self, player)

    def end(self, player: str) -> None:
        if self._left:
            super().end(player)
        elif player in self.seats:
            Programs.end(self, player)

    def ask(self, ask: Ask, menu: Tell | None) -> Reply:
        if self._left:
            return self._answer_of_log(ask, menu)
        if ask.player in self._drawn:
            return self._drawn_answer(ask)
        return Programs.ask(self, ask, menu)

    def _answer_of_log(self, ask: Ask, menu: Tell | None) -> Reply:
        player = ask.player
        then, now = self.then_and_now(ask, menu)
        self._spent[player] += then.micros
        if now is not None:
            if now.fault in IS_OVER and now.fault is not then.fault:
                raise Mistake(
                    f"{player} cannot hear what was before: {now.fault} when it was asked again; "
                    f"`referee rerun LOG --seat {player} -- CLIENT` tells more"
                )
            self._asked[player] += 1
            self._otherwise[player] += not is_same(ask, then, now)
        self._left -= 1
        if not self._left:
            self._go_live()
        return then

    def _go_live(self) -> None:
        """What was thought in the log counts, and not what it took to be fed it."""
        for name, seat in self.seats.items():
            seat.spent = self._spent[name] * 1000
            if not self._lives[name]:  # it waits in vain until it is started afresh
                Programs.end(self, name)
            if self._otherwise[name]:
                of = f"{self._otherwise[name]} of {self._asked[name]}"
                self._note(name, f"would have answered {of} questions otherwise before the match went on")

    def _drawn_answer(self, ask: Ask) -> Reply:
        self._drawn[ask.player] += 1
        legal = tuple(sorted(ask.legal))
        (choice,) = draw(self._seed, Chance(f"fork/{ask.player}", legal, 0, self._drawn[ask.player], take=1))
        return Reply(f"|RESPONSE|{ask.query.key}|{choice}|END|".encode(), 0)


def is_drawn(player: Player) -> bool:
    return player.command == (DRAWN,)
