"""Is ended by the signal that its argument numbers when it is asked: (gone), the signal is named, no core file."""

import os
import sys

for line in sys.stdin:
    if line.startswith("|QUERY|"):
        os.kill(os.getpid(), int(sys.argv[1]))
