"""Before it is asked, says its argument, which is hexadecimal, so many times, opens the gate and then is honest."""

import sys

gate, said, times = sys.argv[1:-1]
sys.stdout.buffer.write(bytes.fromhex(said) * int(times))
sys.stdout.flush()
open(gate, "wb", buffering=0).write(b".")
choice = ""
for line in sys.stdin:
    if line.startswith("|INFO|choices|"):
        choice = line.split("|")[3]
    elif line.startswith("|QUERY|"):
        print(f"|RESPONSE|card|{choice}|END|", flush=True)
