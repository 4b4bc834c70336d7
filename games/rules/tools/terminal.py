"""A progress bar, on terminals only."""

from __future__ import annotations

import sys
from collections.abc import Iterator

WIDTH = 30


def counted(title: str, total: int) -> Iterator[int]:
    """Count from 1 to `total` and show a progress bar; show none without a terminal."""
    shown = sys.stderr.isatty()
    for done in range(total):
        if shown:
            filled = WIDTH * done // total
            bar = "#" * filled + "." * (WIDTH - filled)
            print(f"\r{title} {bar} {done}/{total}", end="", file=sys.stderr, flush=True)
        yield done + 1
    clear_bar()


def clear_bar() -> None:
    """Clear the bar, so that a line can be printed in its place."""
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)
