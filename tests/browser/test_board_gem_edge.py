"""Gem Edge's table in a browser: for everybody to read, on any screen, and to point at without scripts."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from games.models import Match
from tests.browser.people import DESKTOP, LONGEST, NARROW, PHONE, open_tab, width
from tests.browser.tour import LATER, midway
from tests.kit.cast import address, at, match_of, person, play_on, view

FOUR = ("alice", "bob", "carol", "dora")


def late() -> Match:
    """Play until alice, one of four, is asked with much behind her and a hand of cards."""
    found = match_of(*FOUR, game="gem_edge")
    for seed in range(400):
        found.refresh_from_db()
        if seed > 150 and 0 in found.awaited and len(view(found, 0).me.hand) > 2:
            return found
        play_on(found, 1, seed=seed)
    raise AssertionError("she is never asked")


def over() -> Match:
    found = match_of(*FOUR, game="gem_edge")
    play_on(found, 3000)
    return found


def start() -> Match:
    return match_of(game="gem_edge")


@pytest.mark.parametrize("moment", [start, late, over])
def test_the_table_can_be_read_by_everybody(people, moment):
    axe = Axe()
    with at(LATER):
        found = moment()
        page = people.come(person("alice"))
        page.goto(address(found))
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        for screen in (PHONE, DESKTOP, NARROW):
            page.set_viewport_size(screen)
            assert width(page) <= screen["width"]
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                assert axe.run(page).response["violations"] == []


@pytest.mark.parametrize("moment", [late, over])
def test_the_page_of_four_is_short_late_and_at_the_end(people, moment):
    with at(LATER):
        found = moment()
        page = people.come(person("alice"))
        page.goto(address(found))
        for size, most in LONGEST.values():
            page.set_viewport_size(size)
            assert page.evaluate("document.documentElement.scrollHeight") <= most
            assert width(page) <= size["width"]


@pytest.mark.parametrize("language", ["en-GB", "ru", "pt-BR"])
def test_the_rules_can_be_read_by_everybody(people, language):
    axe = Axe()
    page = people.come(locale=language, viewport=NARROW)
    page.goto("/rules/gem_edge/")
    assert width(page) <= NARROW["width"]
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert axe.run(page).response["violations"] == []


@pytest.mark.parametrize("has_scripts", [True, False])
def test_pointing_at_an_ornament_leaves_the_answers_that_name_it(people, has_scripts):
    with at(LATER):
        found = midway("gem_edge")
        page = people.come(person("alice"), java_script_enabled=has_scripts)
        page.goto(address(found))
        tile = page.locator(".stand.own .point-link").first
        name = tile.inner_text()
        tile.click()
        expect(page.locator(".pointed > a").first).to_contain_text(name, ignore_case=True)
        expect(page.locator(".tile.pointed-at")).to_have_count(1)
        for answer in page.locator(".asking .deed > button, .asking details.offer > summary").all():
            expect(answer).to_contain_text(name, ignore_case=True)
        if has_scripts:
            open_tab(page, "Chat")
