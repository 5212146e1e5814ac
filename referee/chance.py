"""Chance, specified so that anybody can check it: all numbers come from SHA-256 of the seed and a draw's name."""

import re
import secrets
import struct
from collections.abc import Iterator
from hashlib import sha256

from referee.steps import Chance

SEED = re.compile(r"[A-Za-z0-9]{1,64}")

_RANGE = 1 << 32
_EIGHT_NUMBERS = struct.Struct(">8I")


def draw(seed: str, chance: Chance) -> tuple[str, ...]:
    """The first `take` options of a Fisher-Yates shuffle that works from the front."""
    numbers = stream(seed, chance.what, chance.hand, chance.index)
    options = list(chance.options)
    count = len(options)
    take = count if chance.take is None else chance.take
    for place in range(min(take, count - 1)):
        left = count - place
        number = next(numbers)
        while number >= _RANGE - _RANGE % left:  # else the last, incomplete multiple would favour low numbers
            number = next(numbers)
        other = place + number % left
        options[place], options[other] = options[other], options[place]
    return tuple(options[:take])


def stream(seed: str, what: str, hand: int, index: int) -> Iterator[int]:
    """Numbers of 32 bits: eight of each digest, most significant byte first."""
    name = f"{seed}|{what}|{hand}|{index}|"
    counter = 0
    while True:
        yield from _EIGHT_NUMBERS.unpack(sha256(f"{name}{counter}".encode()).digest())
        counter += 1


def client_seed(seed: str, player: str) -> int:
    """A number of 31 bits for a client's own random choices, which tells nothing of the seed."""
    return next(stream(seed, f"client/{player}", 0, 0)) >> 1


def new_seed() -> str:
    """A seed that no client can guess."""
    return secrets.token_hex(16)
