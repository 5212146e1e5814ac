"""Thinks 0.1 s about each answer, just under its limit: retired when its bank is empty, without a bad card."""

import sys
import time

choice = ""
for line in sys.stdin:
    if line.startswith("|INFO|choices|"):
        choice = line.split("|")[3]
    elif line.startswith("|QUERY|"):
        time.sleep(0.1)
        print(f"|RESPONSE|card|{choice}|END|", flush=True)
