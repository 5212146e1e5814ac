"""What a client was told and has said in a hand: enough to see what it mixes up, in any game."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from referee.game import Game
from referee.steps import Tell

MOST_SENT = 12  # lines


class Memory:
    """Hears all that one client is told, and what it answers; hands and tricks are as the game declares them."""

    def __init__(self, game: Game, player: str, *, with_choices: bool) -> None:
        self.with_choices = with_choices
        self._player = player
        self._hand = f"|INFO|{game.hand_word}|".encode()
        self._trick = f"|INFO|{game.trick_word}|".encode()
        self.sent: deque[str] = deque(maxlen=MOST_SENT)
        self.infos = 0  # lines that were only told
        self.all_private: set[str] = set()  # what stood in lines to it alone, in the whole match
        self.private: set[str] = set()  # the same in this hand
        self.said: set[str] = set()  # by it, in this hand
        self.ever_legal: set[str] = set()  # for it, in this hand
        self.old_choices: set[str] = set()  # at its question before
        self._held_back = False  # whether that one left it less than it held
        self._trick_since = False

    def hear(self, tell: Tell) -> None:
        self.sent.append(tell.line.decode().rstrip("\n"))
        self.infos += 1
        if tell.line.startswith(self._hand):
            self._new_hand()
        if tell.line.startswith(self._trick):
            self._trick_since = True
        if tell.to == (self._player,):
            fields = tell.line.decode().split("|")[3:-2]
            self.private |= {word for field in fields for word in field.split(" ")}
            self.all_private |= self.private

    def _new_hand(self) -> None:
        self.private, self.said, self.ever_legal, self.old_choices = set(), set(), set(), set()
        self._held_back = self._trick_since = False

    def after(self, answer: str, legal: Sequence[str]) -> None:
        """What was answered, and from what."""
        held = self.private - self.said
        offered = {word for choice in legal for word in choice.split(" ")}
        self._held_back = bool(held - offered)
        self.said |= set(answer.split(" "))
        self.ever_legal |= set(legal)
        self.old_choices = set(legal)
        self._trick_since = False

    def as_if_led_before(self, data: str) -> bool | None:
        """Whether this answer obeys what bound it in the trick before; None where nothing bound it."""
        if not (self._held_back and self._trick_since):
            return None
        return data in self.old_choices
