"""How long the page of a match is, and that its decision and its table need no scrolling on a desk.

In the state of the pictures in the README, for each game.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import LONGEST, NARROW
from tests.browser.tour import GAMES, LATER, midway
from tests.kit.cast import address, at, person

PHONE, DESK = (size for size, _ in LONGEST.values())
#: A turn of Gnomes can be pressed on the map: its forms may go on below what is decided at once.
DECISION = {"gnomes": ".asking .deeds"}
TABS = ("", "history/", "talk/", "orders/", "more/")


def length(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollHeight"))


def bottom(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_short_and_on_a_desk_is_seen_at_once(people, game):
    with at(LATER):
        found = midway(game)
        page = people.come(person("alice"))
        page.goto(address(found))
        for size, most in LONGEST.values():
            page.set_viewport_size(size)
            assert length(page) <= most
        page.set_viewport_size(DESK)
        assert bottom(page, DECISION.get(game, ".asking")) <= DESK["height"]
        assert bottom(page, ".the-table .stands") <= DESK["height"]


def test_on_a_phone_the_decision_comes_before_the_table(people):
    with at(LATER):
        found = midway("quartz")
        page = people.come(person("alice"), viewport=PHONE)
        page.goto(address(found))
        first = page.locator(".asking button[name=do]").first.bounding_box()
        assert first is not None and first["y"] + first["height"] < PHONE["height"]


@pytest.mark.parametrize("has_scripts", [True, False])
def test_every_tab_is_a_press_away_and_back_leads_back(people, has_scripts):
    with at(LATER):
        found = midway("quartz")
        page = people.come(person("alice"), viewport=NARROW, java_script_enabled=has_scripts)
        page.goto(address(found))
        for tab in TABS[1:]:
            page.locator(f".tabs a[href='{address(found, tab)}']").click()
            page.wait_for_url(f"**{address(found, tab)}")
            page.locator(f".tabs a[href='{address(found, tab)}'][aria-current]").wait_for()
            if has_scripts:
                assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
        page.go_back()
        page.wait_for_url(f"**{address(found, TABS[-2])}")
        page.locator(f".tabs a[href='{address(found, TABS[-2])}'][aria-current]").wait_for()


def test_what_is_half_written_on_a_tab_is_there_when_one_comes_back_to_it(people):
    with at(LATER):
        found = midway("quartz")
        page = people.come(person("alice"))
        page.goto(address(found, "talk/"))
        page.locator("#say").fill("wait for me")
        page.locator(f".tabs a[href='{address(found)}']").click()
        page.locator("#table").wait_for(state="attached")
        page.locator(f".tabs a[href='{address(found, 'talk/')}']").click()
        expect(page.locator("#say")).to_have_value("wait for me")
        page.reload()
        expect(page.locator("#say")).to_have_value("wait for me")
