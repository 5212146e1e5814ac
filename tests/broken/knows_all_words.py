"""Crashes at a word that it does not know."""

import sys

KNOWN = {
    "choices",
    "cards",
    "card",
    "played",
    "bad card",
    *(f"{a} {b}" for a in ("start", "end") for b in ("game", "hand", "trick")),
}
answer = ""
for line in sys.stdin:
    _, kind, key, *fields, _, _ = line.split("|")
    assert key in KNOWN
    if key == "choices":
        answer = fields[0]
    elif kind == "QUERY":
        print(f"|RESPONSE|{key}|{answer}|END|", flush=True)
