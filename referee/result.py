"""What a match came to: places, scores, bad cards by kind, times and retirements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class BadCardReport:
    """Enough to see what went wrong, and to look it up in a replay."""

    kind: str
    hand: int
    question: str
    line: str  # what the client wrote, as a log shows it
    legal: tuple[str, ...]
    answered: bool  # whether it had answered a question before


@dataclass
class Record:
    """What is counted of one player while a match is played."""

    micros: list[int] = field(default_factory=list)  # how long each answer took
    bad_cards: Counter[str] = field(default_factory=Counter)
    first_bad_card: BadCardReport | None = None


@dataclass(frozen=True)
class Retirement:
    player: str
    why: str  # "bad cards" or "time"
    score: int  # what it had; what the house player wins for it does not count


@dataclass(frozen=True)
class Standing:
    place: int
    player: str
    score: int
    bad_cards: dict[str, int]
    first_bad_card: BadCardReport | None
    answers: int
    micros: int
    slowest_micros: int
    retired: str

    @property
    def mean_micros(self) -> float:
        return self.micros / self.answers if self.answers else 0.0


@dataclass(frozen=True)
class Result:
    standings: tuple[Standing, ...]  # in the order of the seats

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)

    def by_place(self) -> list[Standing]:
        return sorted(self.standings, key=lambda standing: standing.place)


def result(
    scores: Mapping[str, int],
    records: Mapping[str, Record],
    retirements: Sequence[Retirement],
    *,
    low_wins: bool,
) -> Result:
    places = _places(scores, retirements, low_wins=low_wins)
    retired = {gone.player: gone for gone in retirements}
    return Result(
        tuple(
            Standing(
                place=places[player],
                player=player,
                score=retired[player].score if player in retired else scores[player],
                bad_cards=dict(sorted(record.bad_cards.items())),
                first_bad_card=record.first_bad_card,
                answers=len(record.micros),
                micros=sum(record.micros),
                slowest_micros=max(record.micros, default=0),
                retired=retired[player].why if player in retired else "",
            )
            for player, record in records.items()
        )
    )


def _places(scores: Mapping[str, int], retirements: Sequence[Retirement], *, low_wins: bool) -> dict[str, int]:
    """Equal scores share a place; the retired come last, of several the one retired first."""
    places = {gone.player: len(scores) - before for before, gone in enumerate(retirements)}
    playing = [player for player in scores if player not in places]
    for player in playing:
        better = [other for other in playing if (scores[other] < scores[player]) == low_wins]
        better = [other for other in better if scores[other] != scores[player]]
        places[player] = 1 + len(better)
    return places
