"""`python tests/bench`: what the referee costs, in tables and as ratios measured in one run."""

import argparse
import os
import tempfile
from pathlib import Path

import floor
import games
import shares
import sizes
from programs import compiled

from referee.seats.cores import on_cores


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="Fewer runs: a look, not a measurement.")
    quick = parser.parse_args().quick
    with tempfile.TemporaryDirectory(prefix="referee-bench-") as folder, on_cores() as cores:
        if not cores and len(os.sched_getaffinity(0)) > 1:
            raise SystemExit("bench: every core is taken by a match; try again when one is free")
        programs = compiled(Path(folder))
        floor.show(programs, runs=3 if quick else 15)
        print()
        shares.show(programs, runs=3 if quick else 15)
        print()
        games.show(Path(folder), runs=3 if quick else 15)
        print()
        sizes.show(programs, runs=3 if quick else 20)


if __name__ == "__main__":
    main()
