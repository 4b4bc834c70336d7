"""A home with forty matches, and one match in two tabs of one browser."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from games.rules import catalogue
from tests.browser.people import NARROW, mining, width
from tests.kit.cast import match_of, person, play_on, turn_seat

MANY, FEW = 40, 3
GAMES = [rules.meta.slug for rules in catalogue.GAMES]
#: How much of a narrow telephone a match may take, in pixels, where there are many of them.
LOW = 300


def home_with(people, number: int) -> Page:
    for each in range(number):
        play_on(match_of(game=GAMES[each % len(GAMES)]), each % 7, seed=each)
    page = people.come(person("alice"), viewport=NARROW)
    page.goto("/")
    return page


def test_forty_matches_are_a_list_one_can_go_through(people):
    page = home_with(people, MANY)
    links = page.locator("h3 a[href^='/m/']")
    expect(links).to_have_count(MANY)
    assert width(page) <= NARROW["width"]
    assert page.evaluate("document.documentElement.scrollHeight") <= MANY * LOW
    links.last.click()
    expect(page.locator("#table")).to_be_visible()


def test_a_few_matches_are_shown_with_their_pictures(people):
    page = home_with(people, FEW)
    expect(page.locator("svg.glance")).to_have_count(FEW)


def test_what_was_pressed_in_one_tab_is_told_in_the_other(people):
    found = match_of()
    mover = turn_seat(found)
    first = people.come(mover.player)
    first.goto(f"/m/{found.public_id}/")
    other = first.context.new_page()
    other.goto(first.url)
    mining(first).click()
    expect(first.locator(".done[data-said]")).to_be_visible()
    found.refresh_from_db()
    moved = found.version
    mining(other).click()
    told = other.locator(".refused[data-said]")
    expect(told).to_contain_text("That choice is already closed. Nothing has changed.")
    expect(told).to_contain_text(f"{mover.name} mines")
    expect(told).to_contain_text("You don't need to do anything right now.")
    found.refresh_from_db()
    assert found.version == moved
