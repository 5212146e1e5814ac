"""Answers its first question with a line without end: (garbled) at once, and the memory stays flat."""

import os
import sys

for line in sys.stdin:
    while line.startswith("|QUERY|"):
        os.write(1, b"x" * 65536)
