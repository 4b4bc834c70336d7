"""The doorbell: tells the workers that there are rows to look at. Nothing depends on it but seconds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_ringers: list[Callable[[], None]] = []


def hang(ringer: Callable[[], None]) -> None:
    """Say who rings when a story has written its rows."""
    _ringers[:] = [ringer]


def ring() -> None:
    """Ring, if anybody has hung a bell."""
    for ringer in _ringers:
        ringer()


@contextmanager
def muffled() -> Iterator[None]:
    """Let nobody hear it for a while: whoever writes the rows looks after them too."""
    kept = _ringers[:]
    _ringers.clear()
    try:
        yield
    finally:
        _ringers[:] = kept
