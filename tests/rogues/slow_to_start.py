"""Thinks 0.3 s about its first answer, and exits after its second: (gone), and what is started then is slow as well."""

import sys
import time

choice, pauses = "", [0.0, 0.3]
for line in sys.stdin:
    if line.startswith("|INFO|choices|"):
        choice = line.split("|")[3]
    elif line.startswith("|QUERY|"):
        time.sleep(pauses.pop())
        print(f"|RESPONSE|card|{choice}|END|", flush=True)
        if not pauses:
            break
