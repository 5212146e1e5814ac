"""What holds for every format: pure, equal everywhere, and never at a loss."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path

import pytest
from waves import field, names, played, rounds_of

import referee.formats
from referee.formats.field import Format
from referee.formats.known import FORMATS

FOLDER = Path(referee.formats.__file__).parent
EVERY_FORMAT = pytest.mark.parametrize("what", FORMATS.values(), ids=FORMATS.keys())

PLAY = """
from waves import names, field, played
from referee.formats.known import FORMATS
for what in FORMATS.values():
    challenged = field(11, 4, 6, 1, ["e2", "e5"]).challengers
    print(what.name, played(what, 11, 4, 6, most=6, challengers=challenged).waves)
"""


def test_formats_come_in_the_order_in_which_they_are_told() -> None:
    assert list(FORMATS) == ["round-robin", "gauntlet", "swiss", "knockout", "ladder"]
    assert all(FORMATS[name].name == name for name in FORMATS)


def test_the_same_waves_come_in_every_process() -> None:
    """Whatever order sets have there."""
    told = set()
    for seed in ("1", "2", "3"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parent)}
        done = subprocess.run([sys.executable, "-c", PLAY], capture_output=True, text=True, env=environment, check=True)
        told.add(done.stdout)
    assert len(told) == 1


@pytest.mark.parametrize(
    ("n", "seats", "rounds", "digest"),
    [(10, 4, 5, "fdb6a5fb"), (10, 4, 42, "1a0efcfe"), (13, 4, 9, "24e767f6"), (97, 4, 3, "4f12326e")],
)
def test_a_plan_is_what_it_always_was(n: int, seats: int, rounds: int, digest: str) -> None:
    """On every machine and in every version of Python; a change of it would break tournaments that go on."""
    plan = rounds_of("round-robin", n, seats, rounds)
    assert sha256(repr(plan).encode()).hexdigest()[:8] == digest


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.name)
def test_formats_use_no_chance_no_clock_and_no_floats(path: Path) -> None:
    tree = list(ast.walk(ast.parse(path.read_text())))
    imports = {alias.name for node in tree if isinstance(node, ast.Import) for alias in node.names}
    imports |= {str(node.module) for node in tree if isinstance(node, ast.ImportFrom)}
    assert not {name.split(".")[0] for name in imports} & {"random", "time", "os", "numpy", "scipy"}
    assert not [node for node in tree if isinstance(node, ast.Constant) and isinstance(node.value, float)]
    assert not [node for node in tree if isinstance(node, ast.Name) and node.id in ("float", "hash")]


@EVERY_FORMAT
@pytest.mark.parametrize("n", [0, 1])
def test_nobody_to_meet_means_no_tables(what: Format, n: int) -> None:
    assert not what.tables(field(n, 4, 3, 1, ["e1"]), [])


@EVERY_FORMAT
@pytest.mark.parametrize("n", [2, 3, 5, 300])
def test_two_entrants_are_enough_and_three_hundred_not_too_many(what: Format, n: int) -> None:
    began = time.process_time()
    one = played(what, n, 4, 2, most=2, challengers=["e1"])
    assert {name for wave in one.waves for table in wave for name in table} == set(names(n))
    assert time.process_time() - began < 5


@EVERY_FORMAT
def test_a_meaning_is_a_short_sentence(what: Format) -> None:
    assert 20 < len(what.meaning) < 120
    assert not what.meaning.endswith(".")
