"""Is honest, and exits with code 1 after the end of the game: no bad card, only a note."""

import sys

choice = ""
for line in sys.stdin:
    if line.startswith("|INFO|choices|"):
        choice = line.split("|")[3]
    elif line.startswith("|QUERY|"):
        print(f"|RESPONSE|card|{choice}|END|", flush=True)
sys.exit(1)
