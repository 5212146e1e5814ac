"""Stops the referee for 1.3 s while it is asked, longer than its limit: nobody is blamed, the gap is noted."""

import os
import signal
import sys
import time

choice, parent = "", os.getppid()
for line in sys.stdin:
    if line.startswith("|INFO|choices|"):
        choice = line.split("|")[3]
    elif line.startswith("|QUERY|"):
        if parent:
            os.kill(parent, signal.SIGSTOP)
            time.sleep(1.3)
            os.kill(parent, signal.SIGCONT)
            parent = 0
        print(f"|RESPONSE|card|{choice}|END|", flush=True)
