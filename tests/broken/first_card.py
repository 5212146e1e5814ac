"""Plays its cards in their order, whatever was led."""

import sys

hand: list[str] = []
for line in sys.stdin:
    _, kind, key, *fields, _, _ = line.split("|")
    if key == "cards":
        hand = fields[0].split(" ")
    elif kind == "QUERY":
        print(f"|RESPONSE|{key}|{hand.pop(0)}|END|", flush=True)
