"""Looking back in a browser without scripts, on a narrow telephone: every step is a link."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from games.models import Match
from tests.browser.people import NARROW, width
from tests.browser.tour import LATER, ended
from tests.kit.cast import address, at, person


@pytest.fixture
def found(site) -> Match:
    with at(LATER):
        return ended()


def place(page: Page) -> int:
    told = re.search(r"Moment (\d+) of", page.get_by_role("navigation", name="Moments of").inner_text())
    assert told
    return int(told[1])


def test_one_goes_from_the_end_through_the_match_and_its_charts_by_links_alone(people, found):
    with at(LATER):
        page = people.come(person("alice"), viewport=NARROW, java_script_enabled=False)
        page.goto(address(found))
        page.get_by_role("link", name="Watch the replay").click()
        assert place(page) == 1
        for _ in range(3):
            page.get_by_role("link", name="Forward").click()
        assert place(page) == 4
        page.locator("a[rel=prev]").click()
        assert place(page) == 3
        page.get_by_role("link", name="Next part").click()
        began = place(page)
        page.locator(".slider a").nth(20).click()
        assert place(page) > began
        here = place(page)
        page.get_by_role("link", name="As Bob saw it").click()
        assert place(page) == here and "you” is Bob" in page.content()
        assert width(page) <= NARROW["width"]
        page.get_by_role("navigation", name="Looking back").get_by_role("link", name="Charts").click()
        page.get_by_text("The same as a table").first.click()
        row = page.locator("tbody th a").nth(2)
        wanted = int(row.inner_text())
        row.click()
        assert place(page) == wanted and "you” is Bob" in page.content()
        page.get_by_role("link", name="Put a link into the chat").click()
        assert f"/replay/?at={wanted}" in page.locator("#say").input_value()
