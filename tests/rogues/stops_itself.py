"""Stops itself at its second question: (silent), and it is killed all the same."""

import os
import signal
import sys

choice, answers = "", 0
for line in sys.stdin:
    if line.startswith("|INFO|choices|"):
        choice = line.split("|")[3]
    elif line.startswith("|QUERY|"):
        if answers:
            os.kill(os.getpid(), signal.SIGSTOP)
        print(f"|RESPONSE|card|{choice}|END|", flush=True)
        answers += 1
