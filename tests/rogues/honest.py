"""No fault: answers with the first choice that it was told; named a pipe, it first waits for a byte there."""

import sys

choice, gate = "", sys.argv[1:-1]
for line in sys.stdin:
    if line.startswith("|INFO|choices|"):
        choice = line.split("|")[3]
    elif line.startswith("|QUERY|"):
        while gate:
            open(gate.pop(), "rb", buffering=0).read(1)
        print(f"|RESPONSE|{line.split('|')[2]}|{choice}|END|", flush=True)
