"""Answers its first question with the bytes that its argument gives as hexadecimal, later ones honestly."""

import sys

choice, first = "", bytes.fromhex(sys.argv[1])
for line in sys.stdin:
    if line.startswith("|INFO|choices|"):
        choice = line.split("|")[3]
    elif line.startswith("|QUERY|"):
        sys.stdout.buffer.write(first or f"|RESPONSE|card|{choice}|END|\n".encode())
        sys.stdout.flush()
        first = b""
