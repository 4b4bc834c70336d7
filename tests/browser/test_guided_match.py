"""The guided match in a real browser, by somebody who has never read the rules: they do what the page says.

In three languages, on a phone and at a desk, with a script and without. What isn't said isn't done, so a
sentence that names a button that isn't there, or two that look alike, fails.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.models import Player
from games.rules.catalogue import GAMES
from games.rules.guided_match import steps
from tests.browser.people import DESKTOP, NARROW, PHONE, People, follow, width
from tests.kit.cast import person

LOOKS: list[tuple[str, dict[str, Any]]] = [
    ("en", {"viewport": DESKTOP}),
    ("ru", {"viewport": PHONE, "color_scheme": "dark"}),
    ("pt-br", {"viewport": NARROW, "java_script_enabled": False}),
    ("en", {"viewport": NARROW, "java_script_enabled": False, "color_scheme": "dark"}),
]
NAMES = ["en-desk", "ru-phone-dark", "pt-narrow-no-script", "en-narrow-no-script-dark"]


def start(people: People, slug: str, language: str, **look: Any) -> Page:
    """Sign in and follow the link that offers the guided match."""
    alice = person("alice")
    Player.objects.filter(pk=alice.pk).update(language=language)
    alice.refresh_from_db()
    page = people.come(alice, **look)
    page.goto("/")
    offer = page.locator(f"a[href='/learn/{slug}/']").first
    if not offer.is_visible():  # folded where there are matches already
        page.locator("details", has=offer).locator("summary").click()
    follow(page, offer)
    follow(page, page.locator("main form button").first)
    return page


def press_what_is_named(page: Page) -> bool:
    """Press the one visible button that the lesson names; tell whether it names one."""
    named = page.locator("section.lesson .to-do strong")
    if not named.count():
        return False
    name = re.compile(rf"^\s*{re.escape(named.inner_text())}\s*$")
    button = page.locator("section.asking button", has_text=name).locator("visible=true")
    expect(button).to_have_count(1)
    assert width(page) <= page.evaluate("innerWidth")
    mark = page.locator("#live").get_attribute("data-mark") or ""
    button.click()
    expect(page.locator("#live")).not_to_have_attribute("data-mark", mark)
    expect(page.get_by_role("alert")).to_have_count(0)
    return True


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.meta.slug)
@pytest.mark.parametrize(("language", "look"), LOOKS, ids=NAMES)
def test_somebody_who_knows_nothing_gets_to_the_end_of_the_lessons(people, rules, language, look):
    page = start(people, rules.meta.slug, language, **look)
    heard = []
    for _ in steps(rules):
        heard.append(page.locator("section.lesson .says").inner_text())
        if not press_what_is_named(page):
            break
    assert len(heard) == len(steps(rules))
    assert page.locator("section.lesson .to-do").count() == 0, "the last one names no button"


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.meta.slug)
def test_the_name_of_the_button_leads_to_the_button(people, rules):
    """On a phone without scripts the button may be far below; then it is in sight, with its form."""
    page = start(people, rules.meta.slug, "en", viewport=NARROW, java_script_enabled=False)
    page.locator("section.lesson .to-do a").click()
    button = page.locator("#advised")
    expect(button).to_be_in_viewport()
    assert button.inner_text().strip() == page.locator("section.lesson .to-do strong").inner_text()
    forms = page.locator("section.asking form:visible")
    assert forms.first.locator("#advised").count() == 1, "what is asked for comes first"


def test_the_lessons_stop_when_told_to(people):
    page = start(people, "quartz", "en", viewport=PHONE)
    page.get_by_role("button", name="Stop the lessons").click()
    expect(page.locator("section.lesson")).to_have_count(0)
    expect(page.get_by_role("button", name="Mine a crystal")).to_be_visible()


def test_a_term_on_the_page_leads_to_its_place_in_the_rules(people):
    for rules in GAMES:
        page = start(people, rules.meta.slug, "en", viewport=PHONE)
        found = {link.get_attribute("href") or "" for link in page.locator("a.term").all()}
        assert len(found) >= 3, rules.meta.slug
        for address in sorted(found):
            page.goto(address)
            assert page.locator(f"#{address.partition('#')[2]}").count() == 1, address
