"""A reader's place in a replay and how it moves; what is shown there. It knows no screen."""

from __future__ import annotations

from collections.abc import Callable

from referee.replay.knowledge import Knowledge
from referee.replay.rows import Row, rows_of
from referee.replay.stops import Kind, Stop
from referee.replay.story import Story


class Reader:
    def __init__(self, story: Story, seat: str | None) -> None:
        self.story = story
        self.only_seat = seat  # where the reader may know no more than one seat
        self.knowledge = Knowledge(story, seat)
        self._known = {seat: self.knowledge}
        self.place = 0
        self.message = ""

    @property
    def stop(self) -> Stop:
        return self.knowledge.stops[self.place]

    @property
    def is_at_end(self) -> bool:
        return self.place == len(self.knowledge.stops) - 1

    def step(self, by: int, kind: Kind) -> None:
        self._go(by, lambda stop: stop.kind is kind, f"no {kind} {_where(by)}")

    def bad_card(self, by: int) -> None:
        self._go(by, lambda stop: stop.bad, f"no bad card {_where(by)}")

    def _go(self, by: int, wanted: Callable[[Stop], bool], if_none: str) -> None:
        end = len(self.knowledge.stops) if by > 0 else -1
        for place in range(self.place + by, end, by):
            if wanted(self.knowledge.stops[place]):
                self.place, self.message = place, ""
                return
        self.message = if_none

    def to_hand(self, number: int) -> None:
        for place, stop in enumerate(self.knowledge.stops):
            if stop.kind is Kind.HAND and stop.hand == number:
                self.place, self.message = place, ""
                return
        self.message = f"there is no hand {number}"

    def first(self) -> None:
        self.place, self.message = 0, ""

    def last(self) -> None:
        self.place, self.message = len(self.knowledge.stops) - 1, ""

    def next_seat(self) -> None:
        """From all to each seat and back to all, at the same place of the match."""
        if self.only_seat is not None:
            self.message = f"shown is only what {self.only_seat} knew"
            return
        seats = [None, *self.story.with_program]
        seat = seats[(seats.index(self.knowledge.seat) + 1) % len(seats)]
        story_place = self.knowledge.story_place(self.place)
        if seat not in self._known:
            self._known[seat] = Knowledge(self.story, seat)
        self.knowledge = self._known[seat]
        self.place = self.knowledge.stop_at(story_place)
        self.message = ""

    def table(self) -> list[str]:
        return self.knowledge.view(self.stop.end).lines()

    def rows(self, most: int) -> list[tuple[Row, bool]]:
        """The last rows up to here, and of each whether it belongs to this very stop."""
        found: list[tuple[Row, bool]] = []
        for place in range(self.place, -1, -1):
            rows = rows_of(self.knowledge.stops[place], self.knowledge.moments, self.story.players)
            found[:0] = [(row, place == self.place) for row in rows]
            if len(found) >= most:
                break
        return found[-most:] if most > 0 else []

    def status(self) -> str:
        stop = self.stop
        seat = f"as {self.knowledge.seat} knew it" if self.knowledge.seat else "all cards shown"
        hand = f"hand {stop.hand} of {self.knowledge.stops[-1].hand}, " if stop.hand else ""
        return f"{hand}{seat}"


def _where(by: int) -> str:
    return "after this" if by > 0 else "before this"
