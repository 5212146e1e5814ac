"""Starts a child that answers for it, and exits: (gone), since a program is gone when its first process is."""

import os
import sys

if os.fork():
    os._exit(0)
choice = ""
for line in sys.stdin:
    if line.startswith("|INFO|choices|"):
        choice = line.split("|")[3]
    elif line.startswith("|QUERY|"):
        print(f"|RESPONSE|card|{choice}|END|", flush=True)
