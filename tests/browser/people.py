"""People with browsers: each in a context of their own, with everything their browser complains of kept."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.utils.translation import gettext, override
from playwright.sync_api import ConsoleMessage, Locator, Page, expect

from games.models import Player
from tests.kit.cast import browser as signed_in
from tests.kit.second_factor import AGAIN, app_code
from tests.kit.waiting import LONG

#: A browser mentions every answer of another status than 200, a refused form too.
MENTIONED = re.compile(
    r"Failed to load resource: the server responded with a status of 4\d\d"
    # A preview that a newer one has taken the place of is broken off; one that fails is a sendError as well.
    r"|htmx:(afterRequest|sendAbort), "
)
PHONE, DESKTOP, NARROW = (
    {"width": 390, "height": 844},
    {"width": 1280, "height": 900},
    {"width": 320, "height": 640},
)
#: A page of a match is no longer than this, on a narrow phone and on a desk.
LONGEST = {
    "phone": ({"width": 360, "height": 740}, 3000),
    "desk": ({"width": 1440, "height": 900}, 2000),
}

#: Look at everything as who doesn't want things to move, so that nothing is caught in between.
USUAL = {"viewport": PHONE, "reduced_motion": "reduce", "locale": "en-GB", "timezone_id": "Europe/Berlin"}


class People:
    def __init__(self, site: str, new_context: Callable[..., Any]) -> None:
        self.site, self.new_context = site, new_context
        self.complaints: list[str] = []

    def come(self, player: Player | None = None, **context: Any) -> Page:
        """Open a browser, signed in as a player or as nobody."""
        here = self.new_context(base_url=self.site, **{**USUAL, **context})
        here.set_default_timeout(LONG * 1000)
        if player:
            here.add_cookies(
                [{"name": settings.SESSION_COOKIE_NAME, "value": ticket(player), "url": self.site}]
            )
        page: Page = here.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def _hear(self, line: ConsoleMessage) -> None:
        if line.type in ("error", "warning") and not MENTIONED.match(line.text):
            self.complaints.append(f"{line.text} ({line.location})")


def ticket(player: Player) -> str:
    """Sign a player in, and give what their browser would keep; staff show a second factor."""
    client = signed_in(player)
    if player.is_staff:
        client.post(AGAIN, {"code": app_code()})
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def said(page: Page, text: str) -> str:
    """Say a sentence of the pages in the language this page is in."""
    with override(page.locator("html").get_attribute("lang")):
        return gettext(text)


def asking(page: Page) -> Locator:
    """Find the forms that answer what is asked, by what they send: however they look."""
    answers = page.locator("[name=do]")
    return page.locator("form", has=answers).filter(has=page.locator("input[name=press]"))


def mining(page: Page) -> Locator:
    """Find the button that answers a turn of Quartz by mining."""
    return page.locator("button[name=do][value='mine?']")


def open_offer(page: Page) -> Locator:
    """Open the first answer that leaves something to choose."""
    offer = page.locator("section.asking details.offer").first
    offer.locator("summary").first.click()
    return offer


def open_tab(page: Page, name: str) -> None:
    """Press a tab of the match, and wait until that is the one that is open."""
    tab = page.locator("nav.tabs").get_by_role("link", name=re.compile(rf"^{name}\b"))
    tab.click()
    expect(tab).to_have_attribute("aria-current", "page")


class ByMouse:
    """Somebody who clicks and taps."""

    def choose(self, control: Locator) -> None:
        control.check()

    def leave(self, control: Locator) -> None:
        control.uncheck()

    def pick(self, select: Locator) -> None:
        select.select_option(index=1)

    def press(self, button: Locator) -> None:
        button.click()


class ByKeys:
    """Somebody who has a keyboard and nothing else."""

    def choose(self, control: Locator) -> None:
        control.focus()
        control.press("Space")
        expect(control).to_be_checked()

    def leave(self, control: Locator) -> None:
        control.focus()
        control.press("Space")
        expect(control).not_to_be_checked()

    def pick(self, select: Locator) -> None:
        select.focus()
        select.press("ArrowDown")

    def press(self, button: Locator) -> None:
        button.focus()
        button.press("Enter")


def answer(page: Page, dice: random.Random, hand: ByMouse | ByKeys, *, refused: bool = False) -> None:
    """Press what is offered, at random; what was refused is left for the first thing on offer."""
    section = page.locator("section.asking", has=page.locator("input[name=press]")).filter(
        has=page.locator("[name=do]")
    )
    unfold(section.first, hand)
    ways = section.first.locator("button[name=do], details.offer > summary")
    button = section.first.locator("button:not([name])").first
    if ways.count():
        button = ways.nth(0 if refused else dice.randrange(ways.count()))
        if button.get_attribute("name") is None:
            button = by_steps(button, hand)
    else:
        fill_in(section.first.locator("form").first, hand)
    page.locator("#live").evaluate("live => live.setAttribute('data-old', '')")
    hand.press(button)
    page.locator("#live:not([data-old])").wait_for()


def unfold(section: Locator, hand: ByMouse | ByKeys) -> None:
    """Open every fold; the page may reopen one by itself just as it is pressed, so look again after each."""
    folds = section.locator("details.fold")
    while shut := [fold for fold in folds.all() if fold.get_attribute("open") is None]:
        hand.press(shut[0].locator("> summary"))


def by_steps(summary: Locator, hand: ByMouse | ByKeys) -> Locator:
    """Open a choice that leaves something to choose, choose it, and give the button that confirms it."""
    offer = summary.locator("xpath=..")
    if offer.get_attribute("open") is None:
        hand.press(summary)
    fill_in(offer.locator("form"), hand)
    return offer.locator("button:not([name])")


def fill_in(form: Locator, hand: ByMouse | ByKeys) -> None:
    """Choose the first of everything that a form leaves open."""
    value = form.locator("input[name=do]").get_attribute("value")
    blanks = form.locator(f'input[type=radio][name^="{value}/"]')
    for name in dict.fromkeys(blank.get_attribute("name") for blank in blanks.all()):
        hand.choose(form.locator(f'input[type=radio][name="{name}"]').first)
    for group in form.locator("fieldset").all():
        tick(group.locator(f'input[type=checkbox][name^="{value}/"]').all(), group, hand)
    for select in form.locator(f'select[name^="{value}/"]').all():
        hand.pick(select)


def tick(boxes: list[Locator], group: Locator, hand: ByMouse | ByKeys) -> None:
    """Tick as many boxes as the form says must be, in place of what is ticked already."""
    hint = group.locator("legend .note")
    told = re.findall(r"\d+", hint.inner_text()) if boxes and hint.count() else []
    wanted = boxes[: int(told[0]) if len(told) == 1 else 0]
    for box in boxes[len(wanted) :] if wanted else []:
        if box.is_checked():
            hand.leave(box)
    for box in wanted:
        if not box.is_checked():
            hand.choose(box)


def follow(page: Page, control: Locator) -> None:
    """Press what leads to another page, and wait until all of that is there."""
    with page.expect_navigation():
        control.click()


def width(page: Page) -> int:
    """How wide the page is; the next page's document is waited for, where a press just asked for it."""
    return int(page.locator("html").evaluate("html => html.scrollWidth"))
