"""What tests of every room may ask for. Rooms of the rules need no Django: it is imported when it is used."""

from __future__ import annotations

import io
import logging.config
from collections.abc import Iterator
from typing import Any

import pytest

from quartz_site.logs import logging_settings


@pytest.fixture(autouse=True)
def cold() -> Iterator[None]:
    """Begin and end without matches in memory, so that a page asks what it asks."""
    from games.play import history

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


@pytest.fixture
def soon() -> Iterator[None]:
    """Stop the clock at the moment at which pages are opened."""
    from tests.kit.cast import at

    with at():
        yield
