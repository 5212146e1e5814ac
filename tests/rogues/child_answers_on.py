"""Starts a child that answers for it, and exits; then the gate opens: (gone), as its first process is."""

import os
import sys

reading, writing = os.pipe()
if os.fork():
    os._exit(0)
os.close(writing)
os.read(reading, 1)  # nothing comes, but the end when the parent has gone
open(sys.argv[1], "wb", buffering=0).write(b".")
choice = ""
for line in sys.stdin:
    if line.startswith("|INFO|choices|"):
        choice = line.split("|")[3]
    elif line.startswith("|QUERY|"):
        print(f"|RESPONSE|card|{choice}|END|", flush=True)
