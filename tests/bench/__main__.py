"""`python tests/bench`: what the referee costs, in tables and as ratios measured in one run."""

import argparse
import os
import sys
import tempfile
from pathlib import Path

import floor
import games
import languages
import shares
import sizes
import terminals
from programs import HERE, Programs, compiled

from referee.seats.cores import on_cores

IN_MEMORY = Path("/dev/shm")


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="Fewer runs: a look, not a measurement.")
    parser.add_argument("--languages", action="store_true", help="Only them, and into the table of clients/README.md.")
    given = parser.parse_args()
    quick = given.quick
    with tempfile.TemporaryDirectory(prefix="referee-bench-") as folder:
        programs = compiled(Path(folder))
        with on_cores() as cores:
            if not cores and len(os.sched_getaffinity(0)) > 1:
                raise SystemExit("bench: every core is taken by a match; try again when one is free")
            if given.languages:
                languages.write(programs.folder, runs=1 if quick else 7)
                return
            _show_matches(programs, quick=quick)
        print()
        with tempfile.TemporaryDirectory(prefix="referee-bench-", dir=_without_fsync(programs)) as memory:
            _show_tournaments(programs, Path(memory), quick=quick)


def _show_matches(programs: Programs, *, quick: bool) -> None:
    floor.show(programs, runs=3 if quick else 15)
    print()
    terminals.show(programs, runs=3 if quick else 15)
    print()
    shares.show(programs, runs=3 if quick else 15)
    print()
    games.show(programs.folder, runs=3 if quick else 15)
    print()
    sizes.show(programs, runs=3 if quick else 20)
    print()
    languages.show(programs.folder, runs=1 if quick else 7)


def _without_fsync(programs: Programs) -> Path:
    """Where it costs next to nothing, if there is such a place."""
    return IN_MEMORY if IN_MEMORY.is_dir() else programs.folder


def _show_tournaments(programs: Programs, memory: Path, *, quick: bool) -> None:
    """On all cores: each worker takes one of its own."""
    sys.path.append(str(HERE.parent))  # simulated matches are shared with the tests
    import large
    import running
    import tiny
    import workers

    running.show(programs, memory, rounds=20 if quick else 200, runs=2 if quick else 5)
    print()
    tiny.show(programs, memory, runs=30 if quick else 300)
    print()
    workers.show(programs, rounds=10 if quick else 40, runs=2 if quick else 7)
    print()
    large.show(programs, memory, part=20 if quick else 1, runs=2 if quick else 5)


if __name__ == "__main__":
    main()
