"""Wants to read the user's terminal: refused, and then it is honest; where it is not refused it says so."""

import sys

choice, terminal = "", ""
try:
    with open("/dev/tty", encoding="ascii"):
        terminal = "the terminal is open"
except OSError:
    pass
for line in sys.stdin:
    if line.startswith("|INFO|choices|"):
        choice = line.split("|")[3]
    elif line.startswith("|QUERY|"):
        print(f"|RESPONSE|card|{terminal or choice}|END|", flush=True)
