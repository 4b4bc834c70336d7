"""Fixtures for tests of every room. Tests of the rules have no Django, so it is imported inside functions."""

from __future__ import annotations

import io
import logging.config
import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from quartz_site.logs import logging_settings


@pytest.fixture(autouse=True)
def cold() -> Iterator[None]:
    """Start and end without matches in memory, so that a page makes all its queries."""
    from games.infra import recent
    from games.play import history

    history.memo.clear()
    recent.forget()
    yield
    history.memo.clear()


@pytest.fixture
def log(settings) -> Iterator[io.StringIO]:
    """Capture everything that is logged, in production's format."""
    written = io.StringIO()
    config: dict[str, Any] = logging_settings(json=True)
    config["handlers"]["stderr"]["stream"] = written
    logging.config.dictConfig(config)
    yield written
    logging.config.dictConfig(settings.LOGGING)


@pytest.fixture
def soon() -> Iterator[None]:
    """Freeze time a few minutes after the match started."""
    from tests.kit.cast import at

    with at():
        yield


@pytest.fixture
def noon() -> Iterator[None]:
    """Freeze time when the first window of a match opens."""
    from tests.kit.cast import NOON, at

    with at(NOON):
        yield


@pytest.fixture
def environ(monkeypatch) -> Callable[[dict[str, str]], None]:
    """Return a function that sets the site's environment variables to exactly these values."""
    from tests.kit.environments import NAMES

    def set_to(values: dict[str, str]) -> None:
        for name in [*NAMES, *(one for one in os.environ if one.startswith("ANYMAIL_"))]:
            monkeypatch.delenv(name, raising=False)
        for name, value in {"ENV_FILE": os.devnull, **values}.items():
            monkeypatch.setenv(name, value)

    return set_to


@pytest.fixture
def a_door(settings) -> None:
    """Let replies and bounces arrive, checked by one mail server of our own."""
    settings.SITE_URL = "https://play.example"
    settings.REPLY_DOMAIN = "reply.play.example"
    settings.BOUNCE_DOMAIN = "bounce.play.example"
    settings.AUTHSERV_ID = "mx.play.example"
