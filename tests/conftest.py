"""What all tests share."""

import os
from collections.abc import Iterable
from typing import Any

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The full matrix runs when it is asked for by its marker."""
    if config.getoption("-m"):
        return
    for item in items:
        if item.get_closest_marker("full"):
            item.add_marker(pytest.mark.skip(reason="full matrix: make test-all"))


def needs(tool_is_there: bool, what: str) -> None:
    """Skips on a user's machine without the tool, fails in CI."""
    if not tool_is_there:
        if os.environ.get("CI"):
            pytest.fail(f"CI must have {what}")
        pytest.skip(f"needs {what}")


def sample(values: Iterable[Any], every: int) -> list[Any]:
    """All of them in the full matrix; of these each second, third ... always."""
    marked = []
    for n, value in enumerate(values):
        parts = value if isinstance(value, tuple) else (value,)
        marked.append(pytest.param(*parts, marks=[pytest.mark.full] if n % every else []))
    return marked
