"""A whole match in a real browser, without scripts, at the width of a small telephone.

CHROMIUM names the browser; /usr/bin/chromium is looked at too. Without one this is skipped, except
where CI=true: there it fails.
"""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Iterator

import pytest
from django.db import connections
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from games.demo import PEOPLE
from games.models import Match, MatchStatus

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("written_for_good")]
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
QUIET = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")
NARROW = ViewportSize(width=320, height=640)
MOST = 400


@pytest.fixture
def chromium(monkeypatch) -> Iterator[Browser]:
    if not os.access(CHROMIUM, os.X_OK):
        told = f"NO BROWSER: {CHROMIUM} is not there, so no match was played in one. Set CHROMIUM."
        pytest.fail(told) if os.environ.get("CI") == "true" else pytest.skip(told)
    # The browser's library runs a loop of its own in this thread; the rows are ours alone.
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()
        # Opened under that loop, and out of the reach of whoever closes the others.
        connections.close_all()


@pytest.fixture
def site(live_server, settings) -> str:
    settings.DEMO = True
    return str(live_server.url)


def player(chromium: Browser, site: str, name: str, complaints: list[str]) -> Page:
    """Let somebody sign in, in a browser of their own."""
    page = chromium.new_context(java_script_enabled=False, viewport=NARROW).new_page()
    page.on("console", lambda line: complaints.append(line.text))
    page.goto(f"{site}/accounts/login/")
    page.get_by_role("button", name=name).click()
    return page


def answer(page: Page, dice: random.Random) -> None:
    """Press what is offered, at random; what was refused is left for the first thing on offer."""
    form = page.locator(".asking form").first
    radios, refused = form.locator("input[type=radio]"), page.locator(".refused").count()
    if radios.count():
        chosen = 0 if refused else dice.randrange(radios.count())
        radios.nth(chosen).check()
        for select in form.locator(".offer").nth(chosen).locator("select").all():
            select.select_option(index=1)
    buttons = form.locator("button")
    buttons.nth(dice.randrange(buttons.count())).click()


def test_three_people_play_to_the_end(site, chromium):
    complaints: list[str] = []
    dice = random.Random(3)
    lobby = chromium.new_context(java_script_enabled=False).new_page()
    lobby.goto(f"{site}/accounts/login/")
    lobby.get_by_role("button", name="Set a new table for three").click()
    pages = {name: player(chromium, site, name, complaints) for name in PEOPLE.values()}
    found = Match.objects.get()
    seats = {seat.number: seat.name for seat in found.seats.select_related("player")}
    pages["Bruno"].goto(f"{site}/m/{found.public_id}/")
    pages["Bruno"].get_by_role("button", name="Sleepwalker").click()
    assert pages["Bruno"].get_by_text("Your orders are laid.").is_visible()
    for _ in range(MOST):
        found.refresh_from_db()
        if found.status == MatchStatus.OVER:
            break
        page = pages[seats[found.awaited[0]]]
        if not page.locator(".asking").count() or not page.locator(".refused").count():
            page.goto(f"{site}/m/{found.public_id}/")
        answer(page, dice)
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    assert found.status == MatchStatus.OVER
    for page in pages.values():
        page.goto(site)
        page.get_by_role("link", name="Quartz", exact=True).click()
        assert page.get_by_role("heading", name="How it ended").is_visible()
    assert [line for line in complaints if "Policy" in line] == []
