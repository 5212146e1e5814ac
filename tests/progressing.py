"""A run for the tests of its progress: it does what the lines of its input say, and plays simulated matches."""

from __future__ import annotations

import sys
from itertools import islice

from stored import Simulation, finished, standing

from referee.tournament.told.progress import Progress


def main() -> None:
    strengths = {f"bot-{letter}": -n for n, letter in enumerate("abcdefg")}
    matches = Simulation(strengths).matches(10**6)
    bad = finished(7, standing("bot-a", 2, bad={"garbled": 2}, retired="bad cards"), standing("bot-b", 1))
    with Progress(lambda: [(name, 1) for name in strengths]) as progress:
        for line in sys.stdin:
            match line.split(maxsplit=1):
                case ["began", total]:
                    progress.began(int(total) or None, 0)
                case ["play", count]:
                    progress.finished(list(islice(matches, int(count))))
                case ["bad"]:
                    progress.finished([bad])
                case ["void", cause]:
                    progress.voided(7, cause.strip())
                case ["note", text]:
                    progress.note(text.strip())
                case ["fail"]:
                    raise SystemExit("failed")
                case _:
                    break
    print("the end")


if __name__ == "__main__":
    main()
