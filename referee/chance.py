"""Chance, so specified that anybody can check it: all numbers come from SHA-256 of the seed and a draw's name."""

import re
import secrets
import struct
from collections.abc import Iterator
from hashlib import sha256
from itertools import chain, count

from referee.steps import Chance

SEED = re.compile(r"[A-Za-z0-9]{1,64}")

_RANGE = 1 << 16
_NUMBERS = struct.Struct(">16H")


def draw(seed: str, chance: Chance) -> tuple[str, ...]:
    """The first `take` options of a Fisher-Yates shuffle that works from the front."""
    options = list(chance.options)
    size = len(options)
    take = size if chance.take is None else chance.take
    place, last = 0, min(take, size - 1)
    for number in stream(seed, chance.what, chance.hand, chance.index):
        if place == last:
            break
        left = size - place
        if number < _RANGE - _RANGE % left:  # the last, incomplete multiple would favour low numbers
            other = place + number % left
            options[place], options[other] = options[other], options[place]
            place += 1
    return tuple(options[:take])


def stream(seed: str, what: str, hand: int, index: int) -> Iterator[int]:
    """Numbers of 16 bits without end: sixteen of each digest, most significant byte first."""
    name = f"{seed}|{what}|{hand}|{index}|"
    return chain.from_iterable(_NUMBERS.unpack(sha256(f"{name}{n}".encode()).digest()) for n in count())


def client_seed(seed: str, player: str) -> int:
    """A number of 31 bits for a client's own random choices, which tells nothing of the seed."""
    numbers = stream(seed, f"client/{player}", 0, 0)
    return (next(numbers) << 16 | next(numbers)) >> 1


def new_seed() -> str:
    """A seed that no client can guess."""
    return secrets.token_hex(16)
