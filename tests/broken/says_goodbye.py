"""Writes a line when the game is over."""

import sys

answer = ""
for line in sys.stdin:
    _, kind, key, *fields, _, _ = line.split("|")
    if key == "choices":
        answer = fields[0]
    elif key == "end game":
        print("goodbye", flush=True)
    elif kind == "QUERY":
        print(f"|RESPONSE|{key}|{answer}|END|", flush=True)
