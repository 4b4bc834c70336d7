"""`make nightly` runs long tests in full; `make test` runs a sample of them."""

from __future__ import annotations

import os
from typing import Final, TypeVar

NIGHTLY: Final = os.environ.get("NIGHTLY") == "1"
T = TypeVar("T")


def more(sample: T, whole: T) -> T:
    """Choose the sample, or at night the whole."""
    return whole if NIGHTLY else sample
