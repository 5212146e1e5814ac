"""Reads all of its input before it answers."""

import sys

answer = ""
for line in sys.stdin.read().splitlines():
    _, kind, key, *fields, _, _ = line.split("|")
    if key == "choices":
        answer = fields[0]
    elif kind == "QUERY":
        print(f"|RESPONSE|{key}|{answer}|END|", flush=True)
