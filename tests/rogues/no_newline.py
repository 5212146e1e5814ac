"""Answers without a newline and waits: (silent), and the result quotes what it wrote."""

import sys

for line in sys.stdin:
    if line.startswith("|QUERY|"):
        print("|RESPONSE|card|2H|END|", end="", flush=True)
