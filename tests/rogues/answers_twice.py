"""Answers twice in one write: the first counts, the second is a bad card in place of its next question."""

import sys

choices: list[str] = []
for line in sys.stdin:
    if line.startswith("|INFO|choices|"):
        choices = line.split("|")[3:-2]
    elif line.startswith("|QUERY|"):
        print(f"|RESPONSE|card|{choices[0]}|END|\n|RESPONSE|card|{choices[-1]}|END|", flush=True)
