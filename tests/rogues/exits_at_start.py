"""Exits before it is asked anything: (gone), with its exit code and the last line of its stderr in the result."""

import sys

print("reading the book of openings\nno book of openings", file=sys.stderr)
sys.exit(3)
