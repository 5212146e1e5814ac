"""What one seat knew, or somebody who sees all: its moments, the stops among them, the table after each of them."""

from __future__ import annotations

from bisect import bisect_right
from copy import deepcopy

from referee.game import View
from referee.replay.stops import stops
from referee.replay.story import STARTED, Changed, Moment, Story, Told, known

KEPT_EVERY = 256  # moments: few enough to hear again while a key is pressed


class Knowledge:
    """Made from nothing but the moments that `seat` knew; of None: from all."""

    def __init__(self, story: Story, seat: str | None) -> None:
        self.seat = seat
        self.players = story.players
        self._new_view = story.game.view
        moments = known(story.moments, seat)
        self.moments = [moment for _, moment in moments]
        self._places = [place for place, _ in moments]
        self.stops = stops(self.moments, story.game)
        self._kept = [self.new_view()]

    def new_view(self) -> View:
        return self._new_view(self.players)

    def view(self, end: int) -> View:
        """The table after the first `end` moments."""
        for count in range(len(self._kept), end // KEPT_EVERY + 1):
            self._kept.append(self._heard(self._kept[-1], (count - 1) * KEPT_EVERY, count * KEPT_EVERY))
        last = end // KEPT_EVERY
        return self._heard(self._kept[last], last * KEPT_EVERY, end)

    def _heard(self, view: View, first: int, end: int) -> View:
        view = deepcopy(view)
        for moment in self.moments[first:end]:
            view = self.hear(view, moment)
        return view

    def hear(self, view: View, moment: Moment) -> View:
        """The view after one more moment; what a seat's program knew goes with the program."""
        if isinstance(moment, Told):
            view.hear(moment.key, moment.values, moment.to)
        elif self.seat is not None and isinstance(moment, Changed) and moment.how == STARTED:
            return self.new_view()
        return view

    def story_place(self, stop: int) -> int:
        """The place in the whole story to which a stop comes."""
        end = self.stops[stop].end
        return self._places[end - 1] if end else -1

    def stop_at(self, story_place: int) -> int:
        """The last stop that has begun at a place in the whole story."""
        heard = bisect_right(self._places, story_place)
        return max(0, bisect_right(self.stops, heard - 1, key=lambda stop: stop.first) - 1)
