"""The programs that are measured with: the floor and its client, compiled; matches, each in a process of its own."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.plan import Plan, Player

HERE = Path(__file__).parent
FOUR = ("c-1", "c-2", "c-3", "c-4")


@dataclass(frozen=True)
class Programs:
    folder: Path  # scratch
    floor: Path
    client: Path


def compiled(folder: Path) -> Programs:
    compiler = shutil.which("cc")
    if compiler is None:
        raise SystemExit("bench: there is no C compiler; install one that is called cc, such as the package gcc")
    for name in ("floor", "client"):
        subprocess.run([compiler, "-O2", "-Wall", "-o", folder / name, HERE / f"{name}.c"], check=True)
    return Programs(folder, folder / "floor", folder / "client")


def tricks(command: tuple[str, ...], folder: str, target: int = 1000) -> Plan:
    """A match of tricks with the same client at each seat."""
    players = tuple(Player(name, command, folder) for name in FOUR)
    return Plan("tricks", {"target": target}, players, "7", True)


def run_match(plan: Plan, log: Path | None) -> dict[str, Any]:
    """What a fresh process measured of such a match, after one to warm up; see live.py."""
    job = json.dumps({"plan": plan.as_dict(), "log": str(log) if log else None})
    done = subprocess.run([sys.executable, HERE / "live.py", job], stdout=subprocess.PIPE, check=True)
    measured: dict[str, Any] = json.loads(done.stdout)
    return measured
