"""A page to look at, and who looks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, Response

from tests.browser.people import People
from tests.kit.cast import person


@dataclass(frozen=True)
class Stop:
    """A page, and who is signed in there: alice, if nobody else is named."""

    name: str
    path: str
    who: str = "alice"  # nobody, where this is empty
    typed: str = ""  # an address to type there, for the page that comes after

    def go(self, page: Page) -> Response | None:
        came = page.goto(self.path)
        if self.typed:
            page.get_by_role("main").get_by_role("textbox").first.fill(self.typed)
            page.keyboard.press("Enter")
            page.wait_for_url("**/code*")
        return came


def come_all(people: People, stops: list[Stop], **context: Any) -> dict[str, Page]:
    """Open a browser for everybody who has something to look at."""
    return {who: people.come(person(who) if who else None, **context) for who in {one.who for one in stops}}
