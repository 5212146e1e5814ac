"""No fault: thinks 5 ms about each answer, so that what waits for the others is delivered meanwhile."""

import sys
import time

for line in sys.stdin:
    if line.startswith("|QUERY|"):
        time.sleep(0.005)
        print("|RESPONSE|word|heard|END|", flush=True)
