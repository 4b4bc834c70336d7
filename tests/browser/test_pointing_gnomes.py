"""A turn of Gnomes composed by pressing what lies on the table: a card, a place, then how it is turned."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.models import Match
from tests.browser.people import DESKTOP, NARROW, PHONE, width
from tests.browser.tour import LATER, midway
from tests.kit.cast import address, at, match_of, person, turn_seat


@pytest.fixture
def fresh():
    with at(LATER):
        yield match_of("alice", "bob", game="gnomes")


def table_of(people, found: Match, **context) -> Page:
    page: Page = people.come(turn_seat(found).player, **context)
    page.goto(address(found))
    return page


@pytest.mark.parametrize("has_scripts", [True, False])
@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_a_card_is_played_where_it_is_pressed(people, fresh, screen, has_scripts):
    page = table_of(people, fresh, viewport=screen, java_script_enabled=has_scripts)
    page.locator("#tile-castle").click()
    expect(page.locator(".tile.at")).to_contain_text("Castle")
    page.locator("#point-place-0_0").click()
    expect(page.locator("td.at")).to_have_attribute("id", "place-0_0")
    page.locator(".asking .pick").nth(2).locator("input").check()  # turned by half
    page.locator(".asking form").filter(has=page.locator(".blanks")).get_by_role("button").first.click()
    expect(page.locator("#place-0_0.built")).to_contain_text("Castle")
    expect(page.locator(".asking .pointed")).to_have_count(0)


def test_what_was_pressed_is_taken_off_by_pressing_it_again(people, fresh):
    page = table_of(people, fresh)
    page.locator("#tile-tavern").click()
    expect(page.locator(".tile.at")).to_have_count(1)
    page.locator("#tile-tavern").click()
    expect(page.locator(".tile.at")).to_have_count(0)
    page.go_back()
    expect(page.locator(".tile.at")).to_have_count(1)


def test_the_map_scrolls_and_the_page_does_not(people):
    with at(LATER):
        found = midway("gnomes")
        page = people.come(person("alice"), viewport=NARROW)
        page.goto(address(found))
        assert width(page) <= NARROW["width"]
        page.locator("#map").focus()
        page.keyboard.press("ArrowRight")
        for mark in page.locator(".landmarks a").all():
            mark.click()
            place = page.locator(mark.get_attribute("href") or "")
            expect(place).to_be_in_viewport()
