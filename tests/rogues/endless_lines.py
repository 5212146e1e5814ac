"""Writes good lines without end from the start: (garbled) at its question, and the memory stays flat."""

import os
import sys

chunk = b"|RESPONSE|card|2H|END|\n" * 3200
os.write(1, chunk)
open(sys.argv[1], "wb", buffering=0).write(b".")
while True:
    os.write(1, chunk)
