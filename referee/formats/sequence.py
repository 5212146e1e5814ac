"""Pseudo-random whole numbers that are the same on every machine and in every version of Python."""

from __future__ import annotations

_MASK = (1 << 64) - 1


class Numbers:
    """A linear congruential sequence of 64 bits, of which the upper half is given."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK
        for _ in range(4):
            self.below(1)

    def below(self, limit: int) -> int:
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) & _MASK
        return (self._state >> 32) * limit >> 32

    def shuffle(self, things: list[int]) -> None:
        for place in range(len(things) - 1, 0, -1):
            other = self.below(place + 1)
            things[place], things[other] = things[other], things[place]
