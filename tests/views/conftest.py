"""What page tests share."""

from __future__ import annotations

import io
import logging.config
from collections.abc import Iterator
from typing import Any

import pytest

from games import history
from quartz_site.logs import logging_settings


@pytest.fixture(autouse=True)
def cold() -> Iterator[None]:
    """Begin and end without tables in memory, so that a page asks what it asks."""
    history.memo.clear()
    yield
    history.memo.clear()


@pytest.fixture
def log(settings) -> Iterator[io.StringIO]:
    """Everything that is logged, as production would write it."""
    written = io.StringIO()
    config: dict[str, Any] = logging_settings(json=True)
    config["handlers"]["stderr"]["stream"] = written
    logging.config.dictConfig(config)
    yield written
    logging.config.dictConfig(settings.LOGGING)
