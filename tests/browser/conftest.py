"""A real browser, by pytest-playwright's fixtures, and a site for it to look at.

Its library runs a loop of its own in this thread, under which Django's connections are others than before. So
it runs only as long as tests of this folder do, and what was opened under it is closed with it.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connections
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from games.play import history
from tests.browser.people import People
from tests.kit.waiting import LONG
from tools.chromium import NoChromium, find

expect.set_options(timeout=LONG * 1000)


@pytest.fixture(scope="package")
def chromium() -> dict[str, Any]:
    """Say how Chromium is launched; where there is none, skip in a loud line, or fail where CI=true."""
    try:
        return find().launching
    except NoChromium as why:
        told = f"NO BROWSER, so no page was looked at in one: {why}. Name one with CHROMIUM."
        if os.environ.get("CI") == "true":
            pytest.fail(told)
        pytest.skip(told)


@pytest.fixture(scope="package")
def playwright(chromium) -> Iterator[Playwright]:
    with pytest.MonkeyPatch.context() as env, sync_playwright() as play:
        env.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield play
        connections.close_all()


@pytest.fixture(scope="package")
def browser(playwright, chromium) -> Iterator[Browser]:
    running = playwright.chromium.launch(**chromium)
    yield running
    running.close()


@pytest.fixture(scope="package")
def browser_context_args() -> dict[str, Any]:
    """Leave what every browser is like to `people`, where a test may have it otherwise."""
    return {}


@pytest.fixture
def site(live_server, settings, monkeypatch) -> str:
    settings.DEMO = True
    # The same cards each time, with something to say in secret and something to take back.
    known = SimpleNamespace(token_bytes=lambda size: bytes(size), token_urlsafe=secrets.token_urlsafe)
    monkeypatch.setattr("games.lobby.setup.secrets", known)
    history.memo.clear()
    return str(live_server.url)


@pytest.fixture
def people(site, new_context) -> Iterator[People]:
    """Bring people to the site; whatever their browsers complain of fails the test at its end."""
    met = People(site, new_context)
    yield met
    assert met.complaints == []
