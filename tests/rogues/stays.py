"""Is honest, and does not leave when its input has ended: its process is ended a second later, and that is noted."""

import signal
import sys

choice = ""
for line in sys.stdin:
    if line.startswith("|INFO|choices|"):
        choice = line.split("|")[3]
    elif line.startswith("|QUERY|"):
        print(f"|RESPONSE|{line.split('|')[2]}|{choice}|END|", flush=True)
signal.pause()
