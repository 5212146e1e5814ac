"""What is measured: the floor and its client, compiled; matches of four equal clients, each in a process of its own."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from referee import clients
from referee.plan import Plan, Player

HERE = Path(__file__).parent


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


def in_c(programs: Programs) -> Plan:
    return _plan("c", (str(programs.client),), programs.folder)


def in_python() -> Plan:
    client = clients.find("@python/tricks")
    return _plan("py", client.command, client.folder)


def _plan(name: str, command: tuple[str, ...], folder: Path) -> Plan:
    players = tuple(Player(f"{name}-{seat}", command, str(folder)) for seat in range(1, 5))
    return Plan("tricks", {"target": 1000}, players, "7", True)


def run_floor(programs: Programs) -> float:
    """The microseconds of a question in about as many hands as a match to 1000 points has."""
    done = subprocess.run([programs.floor, programs.client, "300"], stdout=subprocess.PIPE, check=True)
    return float(done.stdout)


def run_match(plan: Plan, log: Path) -> float:
    """The microseconds of a question that a fresh process measured; see live.py."""
    command = [sys.executable, str(HERE / "live.py"), json.dumps(plan.as_dict()), str(log)]
    return float(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
