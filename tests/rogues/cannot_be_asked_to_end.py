"""Ignores every signal that it can, and its end of input, and is silent from its second question on: it is killed."""

import signal
import sys

for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
    try:
        signal.signal(number, signal.SIG_IGN)
    except OSError:
        pass
choice, answers = "", 0
for line in sys.stdin:
    if line.startswith("|INFO|choices|"):
        choice = line.split("|")[3]
    elif line.startswith("|QUERY|") and not answers:
        print(f"|RESPONSE|card|{choice}|END|", flush=True)
        answers = 1
while True:
    signal.pause()
