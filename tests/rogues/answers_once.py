"""Answers its first question and exits: the answer counts, the next is (gone)."""

import sys

choice = ""
for line in sys.stdin:
    if line.startswith("|INFO|choices|"):
        choice = line.split("|")[3]
    elif line.startswith("|QUERY|"):
        print(f"|RESPONSE|card|{choice}|END|", flush=True)
        break
