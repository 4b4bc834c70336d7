"""A whole match in a real browser, without scripts, at the width of a small telephone."""

from __future__ import annotations

import random
import re

from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Match, MatchStatus, Order
from games.ops.demo import DOMAIN, PEOPLE
from games.present.match_names import match_name
from tests.browser.people import NARROW, ByMouse, People, answer, asking, follow, width
from tests.kit.account_mails import mailed
from tests.kit.nightly import more
from tests.kit.play_people import play_on

MOST = 400
UNDONE = "Your last move is undone."
#: Moves after each that are made without a browser; none by night.
BETWEEN = more(2, 0)


def signed_in(people: People, name: str) -> Page:
    """Let somebody sign in by the code that is emailed, typed by hand."""
    page = people.come(java_script_enabled=False, viewport=NARROW)
    page.goto("/accounts/login/")
    page.get_by_label("Your email address").fill(f"{name.lower()}@{DOMAIN}")
    follow(page, page.get_by_role("button", name="Send me a code"))
    page.get_by_label("Code", exact=True).fill(mailed().lower())
    follow(page, page.get_by_role("button", name="Sign in"))
    expect(page.get_by_role("heading", name="My matches")).to_be_visible()
    return page


def set_table(people: People) -> Match:
    """Set a table for three by a press, as anybody may where it is a demo."""
    lobby = people.come(java_script_enabled=False)
    lobby.goto("/accounts/login/")
    follow(lobby, lobby.get_by_role("button", name="Start a new match for three"))
    return Match.objects.get()


def check_what_is_seen(page: Page, name: str) -> None:
    """Nobody else's hand or chest stands on the page, nor what others were dealt."""
    if page.locator(".stand.own").count():  # afterwards nobody's is anybody's own
        assert page.locator(".stand:not(.own) .playing-card").count() == 0
        assert page.locator(".stand:not(.own) .chest .gem").count() == 0
    for line in page.locator(".story li").all_text_contents():
        dealt = re.fullmatch(r"(\w+) gets from the deck: (.+)", line)
        assert dealt is None or dealt[1] == name, line


def check_what_came(page: Page, found: Match, seat: int) -> None:
    """After a press the page says what came of it, and goes straight on to what is next for who pressed."""
    page.wait_for_load_state()
    assert page.locator(".done, .refused").count() == 1
    found.refresh_from_db()
    if found.is_running and seat in found.awaited:
        assert page.locator(".mine-turn").is_visible() and page.locator(".asking form").count()


def take_back(page: Page) -> str:
    """Take the last move back, where that is offered; the button says what ends it."""
    button = page.get_by_role("button", name="Undo my last move")
    if not button.count():
        return ""
    assert "or until someone else moves or a plan plays" in page.locator("#take-back-note").inner_text()
    follow(page, button)
    return page.locator(".done, .refused").inner_text()


def move_on(found: Match, seed: int) -> None:
    """Make some moves without a browser, and leave what several are asked at once to be answered in one."""
    for _ in range(BETWEEN):
        found.refresh_from_db()
        if len(found.awaited) == 1:
            play_on(found, 1, seed=seed, now=timezone.now())


def test_three_people_play_to_the_end(people):
    told, dice = set[str](), random.Random(3)
    found = set_table(people)
    pages = {name: signed_in(people, name) for name in PEOPLE.values()}
    seats = {seat.number: seat.name for seat in found.seats.select_related("player")}
    pages["Bruno"].goto(f"/m/{found.public_id}/orders/")
    pages["Bruno"].get_by_role("button", name="Sleepwalker").click()
    expect(pages["Bruno"].get_by_text("Your orders are saved.")).to_be_visible()
    for step in range(MOST):
        found.refresh_from_db()
        if found.status == MatchStatus.OVER:
            break
        seat = found.awaited[0]
        page = pages[seats[seat]]
        if BETWEEN or not asking(page).count() or step % 3 == 0:
            page.goto(f"/m/{found.public_id}/")
        check_what_is_seen(page, seats[seat])
        answer(page, dice, ByMouse(), refused=page.locator(".refused").count() > 0)
        check_what_came(page, found, seat)
        told.add(page.locator(".done, .refused").inner_text())
        if step % 5 == 0 or not any(UNDONE in one for one in told):
            told.add(take_back(page))
        assert width(page) <= NARROW["width"]
        move_on(found, step)
    assert found.status == MatchStatus.OVER
    for words in ("stays secret until everyone has answered", UNDONE):
        assert any(words in one for one in told), words
    for page in pages.values():
        page.goto("/")
        page.get_by_role("link", name=match_name(found), exact=True).click()
        expect(page.get_by_role("heading", name="How it ended")).to_be_visible()


def test_a_plan_is_written_part_by_part_without_a_script(people):
    found = set_table(people)
    idle = found.seats.exclude(number__in=found.awaited).select_related("player")[0]
    page = signed_in(people, idle.name)
    page.goto(f"/m/{found.public_id}/orders/")
    page.locator("summary", has_text="My own plan").click()
    lines = page.get_by_role("group", name="On my turn, play the first of these steps")
    for button in (
        page.get_by_role("button", name="Add: My own plan"),
        lines.get_by_role("button", name="Add: Mine"),
        lines.get_by_role("button", name="Add: Here We Go"),
        page.get_by_role("button", name="Move up: 2. Here We Go"),
    ):
        follow(page, button)
        assert width(page) <= NARROW["width"]
        expect(page.get_by_text("Not saved yet")).to_be_visible()
    expect(page.locator("#plan legend").nth(1)).to_have_text("1. Here We Go")
    page.get_by_label("How many times").fill("13")
    page.get_by_label("How many times").press("Enter")
    expect(page.locator(".refused")).to_contain_text("a whole number")
    page.get_by_label("How many times").fill("3")
    page.get_by_label("How many times").press("Enter")
    expect(page.get_by_text("Your orders are saved.")).to_be_visible()
    assert '"times":3' in Order.objects.get().content
