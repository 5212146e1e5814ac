"""Answers each question twice."""

import sys

answer = ""
for line in sys.stdin:
    _, kind, key, *fields, _, _ = line.split("|")
    if key == "choices":
        answer = fields[0]
    elif kind == "QUERY":
        for _ in range(2):
            print(f"|RESPONSE|{key}|{answer}|END|", flush=True)
