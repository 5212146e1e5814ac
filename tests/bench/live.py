"""A program that plays a match twice and says how long the second took, from the first line told to the closed log."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter

from referee.live import play
from referee.plan import Plan


def main() -> None:
    job = json.loads(sys.argv[1])
    plan, log = Plan.from_dict(job["plan"]), Path(job["log"]) if job["log"] else None
    play(plan, log=log)
    print(json.dumps(timed(plan, log)))


def timed(plan: Plan, log: Path | None) -> dict[str, float]:
    started = 0.0

    def programs_are_started(_scores: Mapping[str, int]) -> None:
        nonlocal started
        started = perf_counter()

    result = play(plan, log=log, watch=programs_are_started).result
    seconds = perf_counter() - started
    questions = sum(standing.answers for standing in result.standings)
    return {"questions": questions, "micros": seconds / questions * 1e6}


if __name__ == "__main__":
    main()
