"""Is honest, and says a last word after the end of the game: no effect, but it stands in the log."""

import sys

choice = ""
for line in sys.stdin:
    if line.startswith("|INFO|choices|"):
        choice = line.split("|")[3]
    elif line.startswith("|QUERY|"):
        print(f"|RESPONSE|card|{choice}|END|", flush=True)
    elif line.startswith("|INFO|end game|"):
        print("well played, all", flush=True)
