"""The shape of the code: arrows between modules go one way, and the top level stays clean."""

from __future__ import annotations

import ast
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "referee"

# What may import what: a module may import those of the same line and of all lines above.
LAYERS = [
    {"errors", "lines", "resources", "signals", "disk", "formats", "numbers"},
    {"steps", "chance"},
    {"words", "common", "cards"},
    {"game"},
    {"games"},
    {"plan", "result"},
    {"match"},
    {"log", "copies", "signals"},
    {"verify", "seats"},
    {"builds", "clients", "languages"},
    {"live", "summary", "watching", "replay"},
    {"tournament", "conformance"},
    {"pages"},
    {"cli", "__main__"},
]


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported_parts(path: Path) -> set[str]:
    modules: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "referee":
            below = node.module.split(".")[1:]
            modules |= {below[0]} if below else {alias.name for alias in node.names}
    return modules - {"__version__"}


MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_imports_only_what_stands_below_it(path: Path) -> None:
    height = {part: n for n, layer in enumerate(LAYERS) for part in layer}
    own = height[part_of(path)]
    type_only = {"words"} if part_of(path) == "steps" else set()
    assert {part for part in imported_parts(path) - type_only if height[part] > own} == set()


def test_games_know_nothing_of_processes_files_or_clocks() -> None:
    for path in (PACKAGE / "games").glob("*.py"):
        imports = {node.names[0].name for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Import)}
        assert not imports & {"os", "time", "random", "subprocess", "pathlib"}, path


def test_every_file_opens_with_a_sentence_on_what_belongs_in_it() -> None:
    for path in [*MODULES, *(ROOT / "tests").rglob("*.py"), *(ROOT / "clients").rglob("*.py")]:
        doc = ast.get_docstring(ast.parse(path.read_text()))
        assert doc, path
        assert doc.splitlines()[0].endswith((".", "?")), path


def test_the_top_level_stays_clean() -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if tracked.returncode:
        pytest.skip("needs a git clone")
    top = {Path(line).parts[0] for line in tracked.stdout.splitlines()}
    known = {"pyproject.toml", "referee", "clients", "protocol", "tests", "Makefile", "README.md"}
    assert {name for name in top if not name.startswith(".")} <= known
