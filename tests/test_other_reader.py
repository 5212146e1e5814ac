"""protocol/ suffices: a reader in another language, written from its pages alone, comes to the same."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import needs

from referee.game import names
from referee.resources import folder

READER = Path(__file__).parent / "reader.mjs"


def run(where: Path) -> subprocess.CompletedProcess[str]:
    needs(shutil.which("node") is not None, "node, Debian's package nodejs")
    return subprocess.run(["node", READER, where, *names()], capture_output=True, text=True, check=False)


def test_it_reads_every_line_and_reproduces_every_draw_and_deal() -> None:
    done = run(folder("protocol"))
    assert done.returncode == 0, done.stderr
    agreed = json.loads(done.stdout)
    vectors = json.loads((folder("protocol") / "vectors.json").read_text(encoding="utf-8"))
    assert {kind: agreed[kind] for kind in ("lines", "answers", "said", "numbers", "shuffles", "house")} == {
        kind: len(vectors[kind]) for kind in ("lines", "answers", "said", "numbers", "shuffles", "house")
    }
    assert agreed["deals"] == 4 * len(vectors["deals"])
    assert all(agreed[f"words of {name}"] > 100 for name in names())


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("vectors.json", '"TH QS 7C', '"QS TH 7C', "deals: "),
        ("vectors.json", '"key": "start game"', '"key": "start gime"', "lines: "),
        ("hill-hand.txt", "|INFO|levels|", "|INFO|level|", "words of hill: "),
        ("tricks-hand.txt", "> |INFO|end hand|1|END|", "> |INFO|end hand|one|END|", "words of tricks: "),
    ],
)
def test_it_would_see_a_difference(tmp_path: Path, name: str, old: str, new: str, said: str) -> None:
    shutil.copytree(folder("protocol"), tmp_path, dirs_exist_ok=True)
    text = (tmp_path / name).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    done = run(tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith(said)
