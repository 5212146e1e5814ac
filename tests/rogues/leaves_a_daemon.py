"""Is honest, and leaves a daemon with a session of its own, whose number it writes down: gone after the match."""

import os
import signal
import sys

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        with open(sys.argv[1], "w", encoding="ascii") as file:
            file.write(str(os.getpid()))
        signal.pause()
    os._exit(0)
os.wait()
choice = ""
for line in sys.stdin:
    if line.startswith("|INFO|choices|"):
        choice = line.split("|")[3]
    elif line.startswith("|QUERY|"):
        print(f"|RESPONSE|card|{choice}|END|", flush=True)
