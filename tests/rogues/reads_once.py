"""No fault: writes down what its first read brings, and answers."""

import os
import sys

read = os.read(0, 65536)
with open(sys.argv[1], "wb") as page:
    page.write(read)
print("|RESPONSE|word|heard|END|", flush=True)
