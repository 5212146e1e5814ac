"""The golden matches: every line that the rules say today is the line they said when it was reviewed."""

from __future__ import annotations

import pytest
from golden import OPTIONS, SLIPS, golden, path

from referee import game
from referee.verify import verify


@pytest.mark.parametrize("name", OPTIONS)
def test_a_match_of_fixed_players_is_the_same_line_by_line(name: str) -> None:
    kept, now = path(name).read_text(encoding="utf-8").splitlines(), golden(game.find(name)).splitlines()
    assert now[2:] == kept[2:], "if this was meant: make golden, and review what changed"
    assert sum("|INFO|bad card|" in line for line in kept) == len(SLIPS), "one of each kind"


@pytest.mark.parametrize("name", OPTIONS)
def test_a_golden_match_is_verified_like_any_other(name: str) -> None:
    assert not verify(path(name)).cut


def test_every_bundled_game_has_one() -> None:
    bundled = {name for name in game.names() if game.find(name).rules.__module__.startswith("referee.games.")}
    assert set(OPTIONS) == bundled
