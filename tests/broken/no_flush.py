"""Answers rightly, and never flushes."""

import sys

answer = ""
for line in sys.stdin:
    _, kind, key, *fields, _, _ = line.split("|")
    if key == "choices":
        answer = fields[0]
    elif kind == "QUERY":
        print(f"|RESPONSE|{key}|{answer}|END|")
