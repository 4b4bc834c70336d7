"""The form of a new match and the page of a match that fills, with scripts."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.tour import LATER
from tests.kit.cast import at, person
from tests.kit.filling_tables import table


@pytest.fixture(autouse=True)
def later():
    with at(LATER):
        yield


def test_the_example_follows_what_is_typed(people):
    page = people.come(person("alice"))
    page.goto("/new/quartz/")
    example = page.locator("#pace-example")
    expect(example).to_contain_text("Tue 3 March, 13:35")
    page.get_by_label("Your own pace").check()
    page.get_by_label("Time for a turn").first.fill("48")
    expect(example).to_contain_text("Wed 4 March, 13:35")
    page.get_by_label("Time for a turn").first.fill("x")
    expect(example).to_contain_text("whole number")


def test_the_link_is_copied_by_one_press(people):
    found = table("dora", has_door=True)
    page = people.come(person("dora"), permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"/m/{found.public_id}/")
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    assert found.lobby.door in page.evaluate("navigator.clipboard.readText()")
