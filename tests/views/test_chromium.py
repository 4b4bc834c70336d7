"""A whole match in a real browser, without scripts, at the width of a small telephone.

CHROMIUM names the browser; /usr/bin/chromium is looked at too. Without one this is skipped, except
where CI=true: there it fails.
"""

from __future__ import annotations

import os
import random
import re
import shutil
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from django.core import mail
from django.db import connections
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from games.demo import DOMAIN, PEOPLE
from games.models import Match, MatchStatus, Order
from tests.waiting import wait_for

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
def site(live_server, settings, monkeypatch) -> str:
    settings.DEMO = True
    # The same cards each time, with something to say in secret and something to take back.
    monkeypatch.setattr("games.tables.secrets", SimpleNamespace(token_bytes=lambda size: bytes(size)))
    return str(live_server.url)


def signed_in(chromium: Browser, site: str, name: str, complaints: list[str]) -> Page:
    """Let somebody sign in by the code that is mailed, typed by hand."""
    page = chromium.new_context(java_script_enabled=False, viewport=NARROW).new_page()
    page.on("console", lambda line: complaints.append(line.text))
    page.goto(f"{site}/accounts/login/")
    page.get_by_label("Your mail address").fill(f"{name.lower()}@{DOMAIN}")
    page.get_by_role("button", name="Send me a code").click()
    assert wait_for(lambda: mail.outbox), "the mail goes out after the answer"
    page.get_by_label("Code", exact=True).fill(mail.outbox.pop().body.split("code: ")[1][:9].lower())
    page.get_by_role("button", name="Sign in").click()
    assert page.get_by_role("heading", name="My matches").is_visible()
    return page


def check_what_is_seen(page: Page, name: str) -> None:
    """Nobody else's hand or chest stands on the page, nor what others were dealt."""
    for card in page.locator(".card:not(.mine-card)").all():
        rows = dict(
            zip(card.locator("dt").all_inner_texts(), card.locator("dd").all_inner_texts(), strict=True)
        )
        assert {rows.get(hidden, "–") for hidden in ("Hand", "Chest")} == {"–"}
    for line in page.locator(".story li").all_text_contents():
        dealt = re.fullmatch(r"(\w+) gets from the deck: (.+)", line)
        assert dealt is None or dealt[1] == name, line


def check_what_came(page: Page, found: Match, seat: int) -> None:
    """After a press the page says what came of it, and goes straight on to what is next for who pressed."""
    assert page.locator(".done, .refused").count() == 1
    found.refresh_from_db()
    if found.is_running and seat in found.awaited:
        assert page.locator(".mine-turn").is_visible() and page.locator(".asking form").count()


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


def width(page: Page) -> int:
    """How wide the page is; the next page's document is waited for, where a press just asked for it."""
    return int(page.locator("html").evaluate("html => html.scrollWidth"))


def take_back(page: Page) -> str:
    """Take the last move back, where that is offered; the button says what ends it."""
    button = page.get_by_role("button", name="Take my last move back")
    if not button.count():
        return ""
    assert "a plan that acts at once ends it too" in page.locator("#take-back-note").inner_text()
    button.click()
    return page.locator(".done, .refused").inner_text()


def test_three_people_play_to_the_end(site, chromium):
    complaints: list[str] = []
    told = set[str]()
    dice = random.Random(3)
    lobby = chromium.new_context(java_script_enabled=False).new_page()
    lobby.goto(f"{site}/accounts/login/")
    lobby.get_by_role("button", name="Set a new table for three").click()
    pages = {name: signed_in(chromium, site, name, complaints) for name in PEOPLE.values()}
    found = Match.objects.get()
    seats = {seat.number: seat.name for seat in found.seats.select_related("player")}
    pages["Bruno"].goto(f"{site}/m/{found.public_id}/")
    pages["Bruno"].get_by_role("button", name="Sleepwalker").click()
    assert pages["Bruno"].get_by_text("Your orders are laid.").is_visible()
    for step in range(MOST):
        found.refresh_from_db()
        if found.status == MatchStatus.OVER:
            break
        seat = found.awaited[0]
        page = pages[seats[seat]]
        if not page.locator(".asking").count() or step % 3 == 0:
            page.goto(f"{site}/m/{found.public_id}/")
        check_what_is_seen(page, seats[seat])
        answer(page, dice)
        check_what_came(page, found, seat)
        told.add(page.locator(".done, .refused").inner_text())
        if step % 5 == 0:
            told.add(take_back(page))
        assert width(page) <= NARROW["width"]
    assert found.status == MatchStatus.OVER
    for words in ("lies sealed until everybody", "Your last move is taken back."):
        assert any(words in one for one in told), words
    for page in pages.values():
        page.goto(site)
        page.get_by_role("link", name="Quartz", exact=True).click()
        assert page.get_by_role("heading", name="How it ended").is_visible()
    assert [line for line in complaints if "Policy" in line] == []


def test_a_plan_is_written_part_by_part_without_a_script(site, chromium):
    complaints: list[str] = []
    lobby = chromium.new_context(java_script_enabled=False).new_page()
    lobby.goto(f"{site}/accounts/login/")
    lobby.get_by_role("button", name="Set a new table for three").click()
    found = Match.objects.get()
    idle = found.seats.exclude(number__in=found.awaited).select_related("player")[0]
    page = signed_in(chromium, site, idle.name, complaints)
    page.goto(f"{site}/m/{found.public_id}/")
    page.locator("summary", has_text="A plan of my own").click()
    lines = page.get_by_role("group", name="In this order")
    for button in (
        page.get_by_role("button", name="Add: A plan of my own"),
        lines.get_by_role("button", name="Add: Mine"),
        lines.get_by_role("button", name="Add: Here We Go"),
        page.get_by_role("button", name="Earlier: 2. Here We Go"),
    ):
        button.click()
        assert width(page) <= NARROW["width"]
        assert page.get_by_text("Not laid yet").is_visible()
    assert page.locator("#plan legend").nth(1).inner_text() == "1. Here We Go"
    page.get_by_label("How often").fill("13")
    page.get_by_label("How often").press("Enter")
    assert "How often: a whole number from 1 to 12" in page.locator(".refused").inner_text()
    page.get_by_label("How often").fill("3")
    page.get_by_label("How often").press("Enter")
    assert page.get_by_text("Your orders are laid.").is_visible()
    assert '"times":3' in Order.objects.get().content
    assert [line for line in complaints if "Policy" in line] == []
