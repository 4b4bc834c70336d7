"""Take a picture of every page: `make screenshots`. People, cards, hours and secrets are the same each time.

Whole pages, on a phone and a desk, light and dark, in every language, for whoever changes how they look; git
keeps only what the README shows: four screens, the mine, and the email of a turn.

    ONLY=staff LOOK=phone-dark make screenshots ARGS="-k ru-"

takes of the pages those whose names begin so, in one look and one language.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from games.models import Player
from tests.browser.people import LONGEST, PHONE
from tests.browser.stop import Stop, come_all
from tests.browser.tour import LATER, furnish
from tests.kit.cast import at

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"
SCREENS = {"phone": LONGEST["phone"][0], "desktop": LONGEST["desk"][0]}
LOOKS = [f"{screen}-{scheme}" for screen in SCREENS for scheme in ("light", "dark")]
#: What a browser says its reader reads, by the language of the pages.
LOCALES = {"en": "en-GB", "ru": "ru-RU", "pt-br": "pt-BR"}
IN_README = {
    *("match-phone-dark", "match-of-cards-phone-light"),
    *("match-desktop-light", "home-desktop-dark"),
}
#: Not from the top, but from what is worth seeing.
FROM = {"match-of-cards-phone-light": ".the-table"}
SHOWN = {"phone": PHONE, "desktop": {"width": 1100, "height": 720}}
HERO = {"width": 1200, "height": 562}
MAIL = DOCS.parent / "tests" / "mail" / "snapshots" / "quartz-turn-hand.html"


@pytest.fixture(params=LOCALES)
def language(request, monkeypatch) -> str:
    """Let everybody read the site in this language from the beginning."""
    monkeypatch.setattr(Player._meta.get_field("language"), "default", request.param)
    return str(request.param)


@pytest.fixture
def stops(site, language, monkeypatch) -> Iterator[list[Stop]]:
    fixed = random.Random(1)
    monkeypatch.setattr("os.urandom", fixed.randbytes)
    monkeypatch.setattr("secrets.token_bytes", fixed.randbytes)
    with at(LATER):
        yield [one for one in furnish() if one.name.startswith(os.environ.get("ONLY", ""))]


def test_every_page_is_taken(people, stops, language):
    folder = DOCS / "screenshots"
    folder.mkdir(exist_ok=True)
    pages = come_all(people, stops, locale=LOCALES[language])
    for stop in stops:
        page = pages[stop.who]
        stop.go(page)
        for look in LOOKS:
            if os.environ.get("LOOK", "") in look:
                take(page, f"{stop.name}-{look}", look, "" if language == "en" else f"-{language}")


def take(page: Page, name: str, look: str, suffix: str) -> None:
    """Take the whole page, and what the README shows of it."""
    screen, scheme = look.split("-")
    page.set_viewport_size(SCREENS[screen])
    page.emulate_media(color_scheme=scheme)
    page.screenshot(path=DOCS / "screenshots" / f"{name}{suffix}.png", full_page=True)
    if name + suffix in IN_README:
        page.set_viewport_size(SHOWN[screen])
        page.locator(FROM.get(name, "body")).evaluate("it => it.scrollIntoView()")
        page.screenshot(path=DOCS / "pictures" / f"{name}.png")


def test_the_mine_is_taken(people, settings):
    settings.DEMO = False
    page = people.come(viewport=HERO, color_scheme="dark")
    page.goto("/")
    page.screenshot(path=DOCS / "pictures" / "home.png")


def test_the_mail_of_a_turn_is_taken(people):
    page = people.come(viewport={"width": 640, "height": 980}, color_scheme="dark")
    page.set_content(MAIL.read_text())
    page.screenshot(path=DOCS / "pictures" / "turn-mail.png")
