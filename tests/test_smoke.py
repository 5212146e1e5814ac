"""The shortest way through: a match without processes."""

from fakes import FakeTable, plan, played


def test_a_match_is_played_to_its_end() -> None:
    match, log = played(plan(), FakeTable())
    assert max(match.scores.values()) == 30
    assert log.splitlines()[-1].startswith(b"= ")
