"""Answers, then says a line more in the next player's turn and opens the gate: a bad card as its next answer."""

import sys

choice, gate = "", sys.argv[1]
for line in sys.stdin:
    if line.startswith("|INFO|choices|"):
        choice = line.split("|")[3]
    elif line.startswith("|QUERY|"):
        print(f"|RESPONSE|card|{choice}|END|", flush=True)
        if gate:
            print("|RESPONSE|card|what a card|END|", flush=True)
            open(gate, "wb", buffering=0).write(b".")
            gate = ""
