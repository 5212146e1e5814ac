"""Answers its first question after it closed its stdin, and lives on: the answer counts, the next is (silent)."""

import os
import signal
import sys

choice = ""
for line in sys.stdin:
    if line.startswith("|INFO|choices|"):
        choice = line.split("|")[3]
    elif line.startswith("|QUERY|"):
        break
os.close(0)
print(f"|RESPONSE|card|{choice}|END|", flush=True)
signal.pause()
