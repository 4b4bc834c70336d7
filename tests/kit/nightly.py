"""`make nightly` plays more of what only gains by being long; `make test` plays a sample of the same."""

from __future__ import annotations

import os
from typing import Final, TypeVar

NIGHTLY: Final = os.environ.get("NIGHTLY") == "1"
T = TypeVar("T")


def more(sample: T, whole: T) -> T:
    """Choose how much is played: a sample, or the whole at night."""
    return whole if NIGHTLY else sample
