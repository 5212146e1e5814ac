"""Answers with the choices that it never asked for."""

import sys

answer = ""
for line in sys.stdin:
    _, kind, key, *fields, _, _ = line.split("|")
    if key == "choices":
        answer = fields[0]
    elif kind == "QUERY":
        print(f"|RESPONSE|{key}|{answer}|END|", flush=True)
