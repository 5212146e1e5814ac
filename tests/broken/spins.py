"""Does not see that its input has ended."""

import sys

answer = ""
while True:
    _, kind, key, *fields, _, _ = (sys.stdin.readline() or "||||").split("|")
    if key == "choices":
        answer = fields[0]
    elif kind == "QUERY":
        print(f"|RESPONSE|{key}|{answer}|END|", flush=True)
