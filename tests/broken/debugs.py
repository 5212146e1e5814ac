"""Tells on its standard output what it hears."""

import sys

answer = ""
for line in sys.stdin:
    _, kind, key, *fields, _, _ = line.split("|")
    print("heard", key, fields, flush=True)
    if key == "choices":
        answer = fields[0]
    elif kind == "QUERY":
        print(f"|RESPONSE|{key}|{answer}|END|", flush=True)
