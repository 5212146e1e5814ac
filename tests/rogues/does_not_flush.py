"""Answers, but never flushes its output: (silent), and the result hints at flushing."""

import sys

choice = ""
for line in sys.stdin:
    if line.startswith("|INFO|choices|"):
        choice = line.split("|")[3]
    elif line.startswith("|QUERY|"):
        print(f"|RESPONSE|card|{choice}|END|")
