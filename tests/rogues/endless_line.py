"""Writes without end and without a newline from the start: (garbled) at its question, and the memory stays flat."""

import os
import sys

chunk = b"x" * 65536
os.write(1, chunk + chunk[:8192])
open(sys.argv[1], "wb", buffering=0).write(b".")
while True:
    os.write(1, chunk)
