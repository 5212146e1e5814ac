"""Counts hands for itself, from the first one on, and stumbles if the referee has counted more."""

import sys

answer, hands = "", 0
for line in sys.stdin:
    _, kind, key, *fields, _, _ = line.split("|")
    if key == "choices":
        answer = fields[0]
    elif key == "start hand":
        hands += 1
        assert hands == int(fields[0])
    elif kind == "QUERY":
        print(f"|RESPONSE|{key}|{answer}|END|", flush=True)
