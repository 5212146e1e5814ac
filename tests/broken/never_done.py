"""Computes without end when it is asked."""

import sys

for line in sys.stdin:
    while line.startswith("|QUERY|"):
        pass
