"""Where the bundled clients and the pages of the protocol lie: in the wheel, or in the clone beside the package."""

from pathlib import Path

_PACKAGE = Path(__file__).parent


def folder(name: str) -> Path:
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name
