"""The doorbell: tells the workers that there are rows to look at. Without it everything just takes longer."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_ringers: list[Callable[[], None]] = []
_here = threading.local()


def set_ringer(ringer: Callable[[], None]) -> None:
    """Set what rings the bell once rows are written."""
    _ringers[:] = [ringer]


def ring() -> None:
    """Ring, if a ringer is set."""
    if getattr(_here, "silenced", False):
        return
    for ringer in _ringers:
        ringer()


@contextmanager
def silenced() -> Iterator[None]:
    """Don't ring for a while, because the caller looks at all rows itself."""
    before = getattr(_here, "silenced", False)
    _here.silenced = True
    try:
        yield
    finally:
        _here.silenced = before
