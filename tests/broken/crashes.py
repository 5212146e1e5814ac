"""Crashes at its first question."""

import sys

hand: dict[str, list[str]] = {}
for line in sys.stdin:
    if line.startswith("|QUERY|"):
        print(f"|RESPONSE|card|{hand['cards'][0]}|END|", flush=True)
