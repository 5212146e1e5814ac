"""Answers its first question at once and each later one after 0.6 s: (silent) under a lower limit, and never taken."""

import sys
import time

choice, pause = "", 0.0
for line in sys.stdin:
    if line.startswith("|INFO|choices|"):
        choice = line.split("|")[3]
    elif line.startswith("|QUERY|"):
        time.sleep(pause)
        print(f"|RESPONSE|card|{choice}|END|", flush=True)
        pause = 0.6
