"""Writes half a line and exits: (gone), and the result quotes what it wrote."""

import sys

for line in sys.stdin:
    if line.startswith("|QUERY|"):
        print("|RESPONSE|ca", end="", flush=True)
        sys.exit()
