"""How a page looks for news: what is asked, and what the page is then."""

from __future__ import annotations

from playwright.sync_api import Page, Request

from games.models import Match, Seat
from tests.browser.people import People
from tests.kit.cast import address, turn_seat

LOOK = 21_000


def waiter(found: Match) -> Seat:
    """Give somebody whose turn it isn't, and won't be after the next move."""
    others = found.seats.exclude(number__in=found.awaited).select_related("player").order_by("number")
    turn = turn_seat(found).number
    return next(seat for seat in others if seat.number != (turn + 1) % 3)


def come(people: People, found: Match, seat: Seat, tab: str = "") -> Page:
    page = people.come(seat.player)
    page.clock.install()
    page.goto(address(found, tab))
    page.evaluate("window.here = 'still the same document'")
    return page


def is_same_document(page: Page) -> bool:
    return bool(page.evaluate("window.here === 'still the same document'"))


def is_look(asked: Request) -> bool:
    """Tell a page's own looks from its pictures, which may come late."""
    return asked.resource_type in ("xhr", "fetch")


def hear_looks(page: Page) -> list[str]:
    """Note from now on how the page looks."""
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.method) if is_look(one) else None)
    return asked


def look(page: Page) -> int:
    """Let the time pass until the page looks, and give the answer's status."""
    with page.expect_response(lambda one: is_look(one.request)) as answered:
        page.clock.fast_forward(LOOK)
    return int(answered.value.status)
