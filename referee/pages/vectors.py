"""Test vectors for programs in other languages: lines, answers, what is told of them, and all chance."""

from __future__ import annotations

from itertools import islice
from typing import Any

from referee import lines
from referee.cards import PACK, deal
from referee.chance import client_seed, draw, stream
from referee.match import told_as
from referee.steps import Chance

SEEDS = ("7", "f00dfeed5eed0123456789abcdef9876")
HANDS = (1, 2, 3)
SEATS = ("1", "2", "3", "4")

LINES = (
    b"|INFO|start game|Ann|Bob|Cat|Dan|END|\n",
    b"|QUERY|card|END|\n",
    b"|QUERY|card|END|\r\n",
    b"|RESPONSE|card|6H|END|\n",
    b"|RESPONSE|card|6H 7D|king|END|\n",
    b"|RESPONSE|card|END|END|\n",
    b"|RESPONSE|card||END|\n",
    b"|RESPONSE|card| 6H |END|\n",
    "|RESPONSE|card|Käsekästchen 🂡|END|\n".encode(),
    b"\n",
    b"RESPONSE|card|6H|END|\n",
    b"|RESPONSE|card|6H|END\n",
    b"|RESPONSE|card|6H|\n",
    b"|RESPONSE|card|6H|END| \n",
    b" |RESPONSE|card|6H|END|\n",
    b"|response|card|6H|END|\n",
    b"|ANSWER|card|6H|END|\n",
    b"|RESPONSE||6H|END|\n",
    b"|RESPONSE|END|\n",
    b"|RESPONSE|card|6H|END|\r\r\n",
    b"|RESPONSE|card|6\tH|END|\n",
    b"|RESPONSE|card|6\x00H|END|\n",
    b"|RESPONSE|card|\x1b[1m6H|END|\n",
    b"|RESPONSE|card|6\x7fH|END|\n",
    "|RESPONSE|card|6\x85H|END|\n".encode(),
    b"|RESPONSE|card|6\xffH|END|\n",
    b"|RESPONSE|card|\xed\xa0\x80|END|\n",
    b"\xef\xbb\xbf|RESPONSE|card|6H|END|\n",
)
ANSWERS = (
    b"|RESPONSE|card|6H|END|\n",
    b"|RESPONSE|card|6H|END|\r\n",
    b"|RESPONSE|card|a|b|END|\n",
    b"|RESPONSE|card|END|\n",
    b"|RESPONSE|card||END|\n",
    b"|RESPONSE|Card|6H|END|\n",
    b"|RESPONSE|suit|6H|END|\n",
    b"|QUERY|card|6H|END|\n",
    b"6H\n",
)
WRONG = ("6H", "a|b", "(silent)", "(", "x" * 65, "é" * 64 + "f", None)


def vectors() -> dict[str, Any]:
    return {
        "lines": [_line(line) for line in LINES],
        "answers": [{**_shown(line), "question": "card", "data": _answer(line, "card")} for line in ANSWERS],
        "said": [{"data": data, "said": told_as(data)} for data in WRONG],
        "numbers": [_numbers(seed, hand) for seed in SEEDS for hand in HANDS[:2]],
        "first_eight": [_first_eight(seed, count) for seed in SEEDS for count in (52, 49152, 65536)],
        "shuffles": [_draw("7", "draw", tuple("ABCDEFG"[:count]), 3, 2, count) for count in range(1, 8)],
        "deals": [_deal(seed, hand) for seed in SEEDS for hand in HANDS],
        "house": [
            _draw(SEEDS[0], f"house/{seat}", tuple(sorted(PACK[:7])), 0, index, 1)
            for seat in (1, 4)
            for index in (1, 2, 3)
        ],
        "client_seeds": [
            {"seed": seed, "player": player, "number": client_seed(seed, player)}
            for seed in SEEDS
            for player in ("Ann", "bot-2")
        ],
    }


def _shown(line: bytes) -> dict[str, Any]:
    return {"hex": line.hex(), "shown": lines.escaped(line).decode()}


def _line(line: bytes) -> dict[str, Any]:
    try:
        kind, key, data = lines.read(line)
    except lines.BadLine:
        return {**_shown(line), "refused": True}
    return {**_shown(line), "type": kind, "key": key, "data": data}


def _answer(line: bytes, key: str) -> str | None:
    return lines.read_response(line.removesuffix(b"\n"), key)


def _numbers(seed: str, hand: int) -> dict[str, Any]:
    first = list(islice(stream(seed, "deal", hand, 0), 20))  # four of them from the second digest
    return {"seed": seed, "what": "deal", "hand": hand, "index": 0, "numbers": first}


def _first_eight(seed: str, count: int) -> dict[str, Any]:
    """Of so many places, too many to list; of 49152, every fourth number has to be dropped."""
    drawn = draw(seed, Chance("draw", tuple(map(str, range(count))), 1, 1, take=8))
    return {
        "seed": seed,
        "what": "draw",
        "hand": 1,
        "index": 1,
        "count": count,
        "drawn": [int(place) for place in drawn],
    }


def _draw(seed: str, what: str, options: tuple[str, ...], hand: int, index: int, take: int) -> dict[str, Any]:
    drawn = draw(seed, Chance(what, options, hand, index, take))
    return {"seed": seed, "what": what, "hand": hand, "index": index, "options": options, "drawn": drawn}


def _deal(seed: str, hand: int) -> dict[str, Any]:
    dealt = deal(draw(seed, Chance("deal", PACK, hand)), SEATS)
    return {"seed": seed, "hand": hand, **{f"seat {seat}": " ".join(cards) for seat, cards in dealt.items()}}
