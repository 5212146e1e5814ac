"""Answers each line that it hears, question or not."""

import sys

answer = "-"
for line in sys.stdin:
    _, _, key, *fields, _, _ = line.split("|")
    if key == "choices":
        answer = fields[0]
    print(f"|RESPONSE|card|{answer}|END|", flush=True)
