"""`make nightly` runs long tests in full; `make test` runs a sample of them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Final, TypeVar

import pytest

NIGHTLY: Final = os.environ.get("NIGHTLY") == "1"
T = TypeVar("T")


def more(sample: T, whole: T) -> T:
    """Choose the sample, or at night the whole."""
    return whole if NIGHTLY else sample


def mark_long(items: Iterable[pytest.Item]) -> None:
    """Mark what there is more of at night: examples of Hypothesis, and tests of files that use `more`."""
    for item in items:
        if has_examples(item) or hasattr(getattr(item, "module", None), more.__name__):
            item.add_marker(pytest.mark.long)


def has_examples(item: pytest.Item) -> bool:
    return bool(getattr(getattr(item, "obj", None), "is_hypothesis_test", False))
