"""No fault: when asked, waits at most 0.3 s for something to come from a named pipe, and answers so."""

import os
import select
import sys

ear = os.open(sys.argv[1], os.O_RDONLY)
for line in sys.stdin:
    if line.startswith("|QUERY|"):
        said = "heard" if select.select([ear], [], [], 0.3)[0] else "nothing"
        print(f"|RESPONSE|{line.split('|')[2]}|{said}|END|", flush=True)
