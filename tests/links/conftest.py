"""What tests of links share with those of pages, and the moment at which pages are opened."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.links.mailed import at
from tests.views.conftest import cold, log

__all__ = ["cold", "log"]


@pytest.fixture
def soon() -> Iterator[None]:
    with at():
        yield
