"""A program that plays a match twice and prints the microseconds of a question in the second, its log closed.

Usage: live.py PLAN LOG
"""

import json
import sys
from pathlib import Path
from time import perf_counter

from referee.live import play
from referee.match import Match
from referee.plan import Plan


def main() -> None:
    plan, log = Plan.from_dict(json.loads(sys.argv[1])), Path(sys.argv[2])
    play(plan, log=log)
    print(micros(plan, log))


def micros(plan: Plan, log: Path) -> float:
    started = 0.0

    def programs_are_started(_match: Match) -> None:
        nonlocal started
        started = perf_counter()

    result = play(plan, log=log, watch=programs_are_started).result
    seconds = perf_counter() - started
    return seconds / sum(standing.answers for standing in result.standings) * 1e6


if __name__ == "__main__":
    main()
