"""What a check says: a step with its outcome, and of one that failed what was sent, expected and came, and the cure."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

OK, FAILED, NOT_TRIED = "ok", "failed", "not tried"

# The steps of every game, in their order, by name.
STEPS = {
    "start": "starts",
    "first answer": "answers its first questions in time, and flushes",
    "form": "answers with a line of the right form",
    "once": "answers once",
    "unasked": "says nothing unasked",
    "leave": "leaves when its input closes, with code 0",
    "rules": "follows the rules in whole matches from all seats",
    "unknown words": "passes over words that it need not know",
    "bad card": "goes on after a bad card of another",
    "later hand": "begins with a hand in the middle of a match",
    "end": "comes to the end of the game, and says no more",
    "speed": "answers quickly",
}


@dataclass(frozen=True)
class Finding:
    """One mistake of a client, where it showed."""

    mistake: str  # by the name that it has in `cures`
    kind: str  # "wrong line", "against the rules", or what else it was
    sent: tuple[str, ...]  # the last lines that it was sent
    expected: str
    came: tuple[str, ...]
    page: str  # that says so
    cure: str
    stderr: tuple[str, ...] = ()  # the last lines


@dataclass(frozen=True)
class Step:
    game: str
    name: str
    state: str
    about: str = ""  # what is to be said of it beside its state
    warning: str = ""
    finding: Finding | None = field(default=None)

    @property
    def ok(self) -> bool:
        return self.state == OK

    @property
    def title(self) -> str:
        return STEPS[self.name]

    def as_dict(self) -> dict[str, Any]:
        """A step that was not tried is neither right nor wrong: its `ok` is null."""
        empty = dict.fromkeys(Finding.__dataclass_fields__)
        return {
            "game": self.game,
            "name": self.name,
            "title": self.title,
            "ok": None if self.state == NOT_TRIED else self.ok,
            "about": self.about,
            "warning": self.warning,
            **(asdict(self.finding) if self.finding else empty),
        }
