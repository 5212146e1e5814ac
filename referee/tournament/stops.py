"""What stops a run by nobody's fault, told in one line with what to do."""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Iterator
from pathlib import Path

from referee.errors import Stuck
from referee.tournament.store import StoreFails

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
_NOBODYS = _FULL | {
    errno.EIO, errno.EROFS, errno.EFBIG, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN
}  # fmt: skip


@contextlib.contextmanager
def told(folder: Path) -> Iterator[None]:
    """What the system or the store refuses while a tournament is at work in its folder."""
    try:
        yield
    except StoreFails as error:
        raise Stuck(what_to_do(str(error), full=error.full)) from error
    except OSError as error:
        if error.errno not in _NOBODYS:
            raise
        raise Stuck(what_to_do(f"{error.filename or folder}: {error.strerror}", full=error.errno in _FULL)) from error


def what_to_do(cause: str, *, full: bool = False) -> str:
    advice = "free space, then run the same command again" if full else "run the same command again to go on"
    return f"{cause}; all matches that counted are kept; {advice}"
