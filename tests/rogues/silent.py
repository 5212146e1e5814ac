"""Reads all and never answers: (silent) when its time for the first answer is over."""

import sys

for _line in sys.stdin:
    pass
