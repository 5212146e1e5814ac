"""Writes down what it was started with, one line of JSON for each start, and answers nothing but its first question."""

import json
import os
import resource
import sys

lines: list[str] = []
seen = {
    "arguments": sys.argv[2:],
    "environment": dict(os.environ),
    "folder": os.getcwd(),
    "descriptors": [fd for fd in range(3, 1000) if os.path.exists(f"/proc/self/fd/{fd}")],
    "leads its session": os.getsid(0) == os.getpid(),
    "core": resource.getrlimit(resource.RLIMIT_CORE)[0],
    "lines": lines,
}
for line in sys.stdin:
    lines.append(line.strip())
    if line.startswith("|QUERY|"):
        break
with open(sys.argv[1], "a", encoding="utf-8") as file:
    print(json.dumps(seen), file=file)
