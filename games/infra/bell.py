"""The doorbell: tells the workers that there are rows to look at. Nothing depends on it but seconds."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_ringers: list[Callable[[], None]] = []
_here = threading.local()


def hang(ringer: Callable[[], None]) -> None:
    """Say who rings when a story has written its rows."""
    _ringers[:] = [ringer]


def ring() -> None:
    """Ring, if anybody has hung a bell."""
    if getattr(_here, "muffled", False):
        return
    for ringer in _ringers:
        ringer()


@contextmanager
def muffled() -> Iterator[None]:
    """Let nothing ring for a while: whoever looks after the rows needn't be told of each."""
    before = getattr(_here, "muffled", False)
    _here.muffled = True
    try:
        yield
    finally:
        _here.muffled = before
