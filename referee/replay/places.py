"""Places in a log as people name them: each is a question that was put to a program."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from referee.errors import Mistake
from referee.log import Log
from referee.replay.stops import stops
from referee.replay.story import ENDED, RETIRED, STARTED, Answered, Changed, Story

END = "end"
_PLACE = re.compile(r"(\d{1,9})|hand[ -](\d{1,9})|bad[ -]card(?:[ -](\d{1,9}))?|end")


@dataclass(frozen=True, slots=True)
class Question:
    number: int  # from 1, among all of the match
    player: str
    hand: int
    line: int  # of the log's file, with its answer
    fault: str
    life: int  # of its player's programs, from 1

    @property
    def place(self) -> str:
        return f"line {self.line}, hand {self.hand}" if self.hand else f"line {self.line}"


def questions(story: Story) -> list[Question]:
    asked: list[Question] = []
    lives = dict.fromkeys(story.players, 1)
    answers = _answer_lines(story.log)
    for stop in stops(story.moments, story.game):
        for moment in story.moments[stop.first : stop.end]:
            if isinstance(moment, Changed) and moment.how == STARTED:
                lives[moment.player] += 1
            elif isinstance(moment, Answered):
                number, player = len(asked) + 1, moment.player
                line = answers[number - 1]
                asked.append(Question(number, player, stop.hand, line, moment.fault, lives[player]))
    return asked


def lives(story: Story, number: int) -> dict[str, int]:
    """Of each player that is not retired when this question is put: which of its programs runs; 0 if it has none."""
    found = dict.fromkeys(story.with_program, 1)
    begun = dict(found)
    asked = 0
    for moment in story.moments:
        asked += isinstance(moment, Answered)
        if asked == number:
            break
        if isinstance(moment, Changed) and moment.how == STARTED:
            begun[moment.player] += 1
            found[moment.player] = begun[moment.player]
        elif isinstance(moment, Changed) and moment.how == ENDED:
            found[moment.player] = 0
        elif isinstance(moment, Changed) and moment.how.startswith(RETIRED):
            del found[moment.player]
    return found


def find(place: str, asked: Sequence[Question], player: str = "") -> Question | None:
    """The question at a place, or the first one after it; None: the place is the end. All are those of `player`."""
    parts = _PLACE.fullmatch(place)
    if parts is None:
        raise Mistake(
            f"--at {place}: expected the number of a line of the log, such as 117, or one of hand-3, bad-card, "
            "bad-card-2, end"
        )
    line, hand, bad = parts.groups()
    nobody, whose = (f"{player} is not", f" of {player}") if player else ("nobody is", "")
    if place == END:
        return None
    if line:
        found = [one for one in asked if one.line >= int(line)]
        return _first(found, f"--at {place}: {nobody} asked in line {line} or later")
    if hand:
        return _first([one for one in asked if one.hand == int(hand)], f"--at {place}: {nobody} asked in that hand")
    found = [one for one in asked if one.fault]
    return _first(found[max(0, int(bad or 1) - 1) :], f"--at {place}: the number of bad cards{whose} is {len(found)}")


def _first(found: Sequence[Question], if_none: str) -> Question:
    if not found:
        raise Mistake(if_none)
    return found[0]


def _answer_lines(log: Log) -> list[int]:
    return [log.numbered(index) for index, line in enumerate(log.lines.split(b"\n")) if line[:2] in (b"< ", b"! ")]
