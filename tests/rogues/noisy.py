"""Writes a megabyte to stderr before each answer: no fault, 64 KiB of it are kept."""

import sys

choice = ""
for line in sys.stdin:
    if line.startswith("|INFO|choices|"):
        choice = line.split("|")[3]
    elif line.startswith("|QUERY|"):
        sys.stderr.write("thinking\n" * 120_000)
        print(f"|RESPONSE|card|{choice}|END|", flush=True)
