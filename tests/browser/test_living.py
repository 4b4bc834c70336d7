"""One page that somebody stays on: after every press it goes on living, to the end of the match.

No reload, no navigation by the test: what the page needs to do next, it must do itself.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Request, Route, expect

from games.lobby import create, fill
from games.lobby.match_settings import MatchSettings
from games.match import presence
from games.models import Match, MatchStatus, Player
from games.rules import catalogue
from tests.browser.looks import hear_looks
from tests.browser.people import DESKTOP, PHONE, ByMouse, People, answer, asking, mining, open_offer, open_tab
from tests.kit.cast import NOON, match_of, person, play_on, turn_seat, until
from tests.kit.nightly import more

LOOK = 21_000
WITHIN = 3000 - 500  # milliseconds; the rest is for the answer
MINUTE = 60_000
ATTENTIVE = 15 * MINUTE
MOST = 200
EVERY_GAME = [rules.meta.slug for rules in catalogue.GAMES]
SIZES = {"desk": DESKTOP, "phone": PHONE}
SAMPLE = [*zip(EVERY_GAME, itertools.cycle(SIZES))]  # by day each game has one of the two
#: What a browser says by itself of a network that was away; it comes in its own time.
AWAY = re.compile("ERR_FAILED|ERR_INTERNET_DISCONNECTED|htmx:(sendError|afterRequest)")


def against_robots(game: str, host: Player) -> Match:
    rules = catalogue.by_slug()[game]
    seats = max(rules.meta.least_seats, 3)
    robots = (rules.automation.sensible,) * (seats - 1)
    short = {"rounds": 10} if "rounds" in rules.core.options.__struct_fields__ else {}
    chosen = MatchSettings(game, seats, robots, options=short)
    return create.open_for(host, chosen, fill.Accepted(False), "key", NOON)


def stay(page: Page, found: Match, tab: str = "") -> None:
    """Open the page of a match for good."""
    page.clock.install()
    page.goto(f"/m/{found.public_id}/{tab}")
    page.evaluate("window.here = 'still the same document'")


def has_stayed(page: Page) -> bool:
    return bool(page.evaluate("window.here === 'still the same document'"))


def is_look(asked: Request) -> bool:
    return asked.resource_type == "xhr" and asked.method == "GET"


def look(page: Page) -> int:
    """Let the time pass until the page looks by itself, and give the answer's status."""
    with (
        page.expect_response(lambda one: is_look(one.request)) as answered,
        page.expect_request(is_look) as sent,
    ):
        while not sent.is_done():  # it skips a look while a press is under way, which no clock hastens
            page.clock.fast_forward(LOOK)
            page.wait_for_timeout(50)
    return int(answered.value.status)


def learn(page: Page, again: int) -> None:
    """Let a page ask until it has heard how soon to ask again."""
    with page.expect_response(lambda one: one.headers.get("ask-again") == str(again)) as answered:
        page.clock.fast_forward(LOOK)
    answered.value.finished()


def sees_it_come(page: Page, found: Match) -> bool:
    """Let somebody else move, and wait until the page shows the table as it is then."""
    before = page.locator("#live").get_attribute("data-mark") or ""
    play_on(found, 1)
    assert look(page) == 200
    expect(page.locator("#live")).not_to_have_attribute("data-mark", before)
    return True


def press_mine(page: Page) -> None:
    mining(page).click()
    expect(page.locator(".done[data-said]")).to_be_visible()


@pytest.mark.parametrize(("game", "size"), more(SAMPLE, [*itertools.product(EVERY_GAME, SIZES)]))
def test_a_whole_match_against_robots_is_pressed_through_on_one_page(people, settings, game, size):
    settings.LIMITS = settings.LIMITS | {"refusals of a seat": (MOST, 60)}  # nobody else presses as fast
    host, dice = person("alice"), random.Random(3)
    found = against_robots(game, host)
    page = people.come(host, viewport=SIZES[size])
    stay(page, found)
    presses = 0
    was_refused = False
    while not page.locator(".ranking").count():
        expect(asking(page).first, "robots never keep the page waiting").to_be_visible()
        answer(page, dice, ByMouse(), refused=was_refused)
        was_refused = page.locator(".refused[data-said]").count() > 0
        presses += 1
        assert presses < MOST
        assert has_stayed(page)
    found.refresh_from_db()
    assert found.status == MatchStatus.OVER
    assert presses > 5, "a whole match, not a glance"


def test_after_a_press_the_page_looks_again_and_again(people):
    found = match_of()
    page = people.come(turn_seat(found).player)
    stay(page, found)
    press_mine(page)
    assert look(page) == 304
    assert all(sees_it_come(page, found) for _ in range(3))
    assert has_stayed(page)


def test_a_ready_made_plan_leaves_the_page_alive(people):
    found = match_of()
    seat = turn_seat(found)
    others = found.seats.exclude(pk=seat.pk).select_related("player")
    page = people.come(others.first().player)
    stay(page, found, "orders/")
    page.locator("button[name=plan]").first.click()
    expect(page.locator(".done[data-said]")).to_be_visible()
    assert sees_it_come(page, found)
    open_tab(page, "Table")
    expect(page.locator(".story")).to_contain_text(seat.name)
    assert has_stayed(page)


def test_people_who_play_at_the_same_time_see_each_other_move_within_three_seconds(people):
    """To the end of the match: each page asks once within them, and what was done is in its answer."""
    found = match_of()
    play_on(found, 1, now=timezone.now())
    at: dict[int, Page] = {}
    for seat in found.seats.select_related("player"):
        at[seat.number] = people.come(seat.player)
        stay(at[seat.number], found)
    dice, presses = random.Random(3), 0
    while found.is_running and presses < more(8, MOST):
        mover = turn_seat(found)
        others = [page for number, page in at.items() if number != mover.number]
        # Before the press: on a slow machine they have looked by themselves when it is done.
        before = [page.locator("#live").get_attribute("data-mark") or "" for page in others]
        answer(at[mover.number], dice, ByMouse())
        presses += 1
        version = found.version
        found.refresh_from_db()
        if found.version == version or not found.is_running:
            continue
        for page, mark in zip(others, before, strict=True):
            page.clock.fast_forward(WITHIN)
            expect(page.locator("#live")).not_to_have_attribute("data-mark", mark)
            expect(page.locator(".story").last).to_contain_text(mover.name)
        expect(asking(at[turn_seat(found).number]).first).to_be_visible()
    assert all(map(has_stayed, at.values()))


def test_the_first_thing_after_a_long_quiet_appears_within_three_seconds_where_somebody_is_there(people):
    """Nobody has done anything for hours; both have the page open, and one of them moves."""
    found = match_of()
    mover = turn_seat(found)
    other = found.seats.exclude(pk=mover.pk).select_related("player").first()
    here, there = people.come(mover.player), people.come(other.player)
    for page in (here, there):
        stay(page, found)
    there.clock.fast_forward(ATTENTIVE - MINUTE)
    there.mouse.move(200, 200)
    learn(there, presence.CALM)
    there.clock.fast_forward(ATTENTIVE - MINUTE)
    before = there.locator("#live").get_attribute("data-mark") or ""
    assert look(there) == 304
    press_mine(here)
    there.clock.fast_forward(WITHIN)
    expect(there.locator("#live")).not_to_have_attribute("data-mark", before)
    expect(there.locator(".story").last).to_contain_text(mover.name)


def test_a_page_that_its_reader_left_alone_asks_seldom_and_at_once_when_they_are_back(people):
    found = match_of()
    other = found.seats.exclude(number__in=found.awaited).select_related("player").first()
    page = people.come(other.player)
    stay(page, found)
    page.clock.fast_forward(ATTENTIVE + MINUTE)
    learn(page, presence.CALM)
    page.clock.pause_at(page.evaluate("Date.now() / 1000") + 1)
    asked = hear_looks(page)
    page.clock.run_for(18_000)
    page.wait_for_timeout(200)
    assert asked == [], "as seldom as where nobody plays"
    before = page.locator("#live").get_attribute("data-mark") or ""
    play_on(found, 1)
    with page.expect_request(is_look):
        page.mouse.move(200, 200)
    expect(page.locator("#live")).not_to_have_attribute("data-mark", before)


def test_a_page_that_gets_no_answer_does_not_hammer(people):
    found = match_of()
    page = people.come(turn_seat(found).player)
    stay(page, found)
    with no_network(page, people):
        with page.expect_event("requestfailed"):
            page.clock.fast_forward(LOOK)
        page.clock.pause_at(page.evaluate("Date.now() / 1000") + 1)
        asked = hear_looks(page)
        page.clock.run_for(18_000)
        page.wait_for_timeout(200)
    assert asked == []


def test_what_is_said_appears_within_three_seconds_and_after_quiet_pages_ask_seldom(people, monkeypatch):
    found = match_of()
    play_on(found, 1, now=timezone.now())
    first, second = found.seats.select_related("player").order_by("number")[:2]
    here, there = people.come(first.player), people.come(second.player)
    for page in (here, there):
        stay(page, found, "talk/")
    there.get_by_label("Message to all players").fill("Shall we dig deeper?")
    there.get_by_role("button", name="Send message").click()
    expect(there.locator(".said")).to_contain_text("Shall we dig deeper?")
    here.clock.fast_forward(WITHIN)
    expect(here.locator(".said")).to_contain_text("Shall we dig deeper?")
    monkeypatch.setattr(presence, "LIVELY", timedelta(0))
    here.clock.fast_forward(ATTENTIVE + MINUTE)
    learn(here, presence.CALM)
    here.clock.pause_at(here.evaluate("Date.now() / 1000") + 1)
    asked = hear_looks(here)
    here.clock.run_for(18_000)
    here.wait_for_timeout(200)  # nothing that was asked meanwhile would come later than this
    assert asked == [], "as seldom as where nobody plays"
    with here.expect_request(is_look):
        here.clock.run_for(2000)
    assert asked == ["GET"]


def test_a_press_stays_in_its_match_and_offers_the_next_one(people):
    found = match_of()
    seat = turn_seat(found)
    other = match_of()
    while turn_seat(other).player_id != seat.player_id:
        other = match_of()
    page = people.come(seat.player)
    stay(page, found)
    expect(page.get_by_role("link", name="Next match")).to_have_count(0)
    press_mine(page)
    assert has_stayed(page) and f"/m/{found.public_id}/" in page.url
    page.get_by_role("link", name="Next match").click()
    expect(page).to_have_url(re.compile(rf"/m/{other.public_id}/"))
    expect(asking(page).first).to_be_visible()


@pytest.mark.parametrize("button", ["Preview first", "Calculate the outcome first"])
def test_what_would_be_done_is_shown_in_place_and_the_choice_stays(people, button):
    found = match_of()
    if button.startswith("Calculate"):
        until(found, "sell")
    page = people.come(turn_seat(found).player)
    stay(page, found)
    if page.locator("details.offer").count():
        open_offer(page)
    form = asking(page).filter(has=page.get_by_role("button", name=button)).first
    choice = form.locator("input[type=radio], input[type=checkbox]").last
    choice.check()
    form.get_by_role("button", name=button).click()
    expect(page.locator(".reckoned").first).not_to_be_empty()
    expect(choice).to_be_checked()
    assert has_stayed(page) and "?" not in page.url


@contextmanager
def no_network(page: Page, people: People) -> Iterator[None]:
    """Let every request fail for a while."""

    def fail(route: Route) -> None:
        route.abort("internetdisconnected")

    page.route("**/*", fail)
    try:
        yield
    finally:
        page.unroute("**/*", fail)
        people.complaints[:] = [one for one in people.complaints if not AWAY.search(one)]


def test_the_page_lives_on_after_the_network_was_away(people):
    found = match_of()
    seat = turn_seat(found)
    page = people.come(seat.player)
    stay(page, found)
    with no_network(page, people):
        mining(page).click()
        expect(page.locator("#unsent")).to_be_visible()
        with page.expect_event("requestfailed"):
            page.clock.fast_forward(LOOK)
    mining(page).click()
    expect(page.locator(".done[data-said]")).to_be_visible()
    expect(page.locator("#unsent")).to_be_hidden()
    assert sees_it_come(page, found) and has_stayed(page)


@pytest.mark.parametrize(
    ("status", "told"), [(413, "too long"), (400, "reload the page"), (503, "try again in a moment")]
)
def test_what_the_site_does_not_take_says_what_helps(people, status, told):
    """Pressing again helps where it was busy, and never where a text is too long."""
    found = match_of()
    page = people.come(turn_seat(found).player)
    stay(page, found, "talk/")
    page.get_by_label("Message to all players").fill("A long story.")
    with answers_with(page, people, status):
        page.get_by_role("button", name="Send message").click()
        # While it is hidden, its inner text is all it could ever say.
        expect(page.locator("#unsent")).to_be_visible()
    expect(page.locator("#unsent > :visible")).to_have_count(1)
    expect(page.locator("#unsent > :visible")).to_contain_text(told)
    expect(page.get_by_label("Message to all players")).to_have_value("A long story.")
    assert has_stayed(page)


@contextmanager
def answers_with(page: Page, people: People, status: int) -> Iterator[None]:
    """Let every press be answered so."""

    def fail(route: Route) -> None:
        if route.request.method == "POST":
            route.fulfill(status=status, body="<h1>No</h1>")
        else:
            route.fallback()

    page.route("**/*", fail)
    yield
    people.complaints[:] = [one for one in people.complaints if str(status) not in one]


def test_presses_leave_no_trail_behind_the_back_button(people):
    found = match_of()
    seat = turn_seat(found)
    page = people.come(seat.player)
    stay(page, found)
    before = page.evaluate("history.length")
    press_mine(page)
    assert page.evaluate("history.length") == before
    assert "?done=" in page.url, "what a reload would show is the same"
    open_tab(page, "Plan")
    before = page.evaluate("history.length")
    page.locator("button[name=plan]").first.click()
    expect(page.locator(".done[data-said]")).to_contain_text("Your orders are saved.")
    assert page.evaluate("history.length") == before
    assert "?done=" in page.url, "what a reload would show is the same"


def test_a_look_that_fails_is_followed_by_one_that_gets_through(people):
    found = match_of()
    waiting = found.seats.exclude(number__in=found.awaited).select_related("player").first()
    page = people.come(waiting.player)
    stay(page, found)
    with no_network(page, people):
        for _ in range(3):
            with page.expect_event("requestfailed"):
                page.clock.fast_forward(LOOK)
    assert sees_it_come(page, found) and has_stayed(page)


def test_a_tab_that_slept_catches_up_when_it_is_looked_at_again(people):
    found = match_of()
    seat = turn_seat(found)
    page = people.come(seat.player)
    stay(page, found)
    press_mine(page)
    page.evaluate("Object.defineProperty(document, 'hidden', {value: true, configurable: true})")
    for step in range(60):
        play_on(found, 1, seed=step)
        found.refresh_from_db()
        if seat.number in found.awaited:
            break
    page.clock.fast_forward(3 * 3600 * 1000)
    expect(asking(page)).to_have_count(0)
    page.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
    expect(asking(page).first).to_be_visible()
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    assert has_stayed(page)
