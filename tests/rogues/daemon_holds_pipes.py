"""Answers once and exits, and a daemon of its own session holds its pipes: (gone) at once, nobody waits for its end."""

import os
import signal
import sys

if os.fork() == 0:
    os.setsid()
    signal.pause()
choice = ""
for line in sys.stdin:
    if line.startswith("|INFO|choices|"):
        choice = line.split("|")[3]
    elif line.startswith("|QUERY|"):
        print(f"|RESPONSE|card|{choice}|END|", flush=True)
        os._exit(0)
