"""Every page there is, as a phone and a desk show it, light and dark: nothing stands in anybody's way.

axe finds no fault, nothing is wider than a narrow telephone, and the browser has nothing to complain of under
the strict policy.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.people import DESKTOP, NARROW, PHONE, width
from tests.browser.stop import Stop, come_all
from tests.browser.tour import LATER, furnish
from tests.kit.cast import at
from tests.kit.nightly import more

#: Don't fetch styles a second time to write them into the page, which its policy forbids; no rule needs that.
#: Nor call into frames: the only one, an email, lets no script run, and the browser complains of the call.
ALONE = {"preload": False, "iframes": False, "resultTypes": ["violations"]}
#: A scheme changes colours and nothing else: what doesn't hang on them was looked at in the light.
COLOURS = ALONE | {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
#: A desk in the dark is looked at by night: its colours are a phone's.
LOOKS = [(PHONE, "light"), (PHONE, "dark"), (DESKTOP, "light"), *more([], [(DESKTOP, "dark")])]


@pytest.fixture
def stops(site) -> Iterator[list[Stop]]:
    with at(LATER):
        yield furnish()


def faults(page: Page, axe: Axe) -> Iterator[str]:
    """Say what is wrong with a page, on each screen and in each scheme."""
    page.evaluate(axe.axe_script)
    for screen, scheme in LOOKS:
        page.set_viewport_size(screen)
        page.emulate_media(color_scheme=scheme)
        found = page.evaluate("options => axe.run(options)", ALONE if scheme == "light" else COLOURS)
        for one in found["violations"]:
            where = [node["target"] for node in one["nodes"]]
            yield f"{one['id']} at {screen['width']} {scheme}: {where[:3]}"
    page.set_viewport_size(NARROW)
    if width(page) > NARROW["width"]:
        yield f"{width(page)} wide at {NARROW['width']}"


def test_each_page_is_for_everybody(people, stops):
    axe = Axe()
    found: dict[str, list[Any]] = {}
    pages = come_all(people, stops)
    for stop in stops:
        page = pages[stop.who]
        stop.go(page)
        assert page.get_by_role("heading", level=1).count() == 1, stop
        if wrong := list(faults(page, axe)):
            found[stop.name] = wrong
    assert found == {}
    assert {"home", "home-for-anybody", "match", "match-over", "link", "not-found"} <= {
        one.name for one in stops
    }


def test_a_page_with_faults_would_be_noticed(people):
    page = people.come()
    page.goto("/")
    page.evaluate("document.body.innerHTML = '<main><h1>x</h1><img src=\"/favicon.ico\"><p>grey</p></main>'")
    page.evaluate("document.querySelector('p').style.cssText = 'width: 400px; color: #888; background: #999'")
    told = " ".join(faults(page, Axe()))
    for fault in ("image-alt", "color-contrast at 390 dark", "color-contrast at 1280 light", "wide at 320"):
        assert fault in told
    people.complaints.clear()


def test_what_a_policy_forbids_would_be_heard(people):
    page = people.come()
    page.goto("/")
    with page.expect_console_message(lambda line: "Content Security Policy" in line.text):
        page.evaluate(
            "document.body.append(Object.assign(document.createElement('style'), {innerText: 'p {}'}))"
        )
    assert any("Content Security Policy" in one for one in people.complaints)
    people.complaints.clear()
