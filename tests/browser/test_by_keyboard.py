"""With a keyboard and nothing else: from the front page to a move and a plan, always seeing where one is."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from games.models import Match, Order
from games.ops.demo import open_demo_table
from tests.browser.people import DESKTOP, asking
from tests.kit.cast import NOON

FURTHEST = 150


def tab_to(page: Page, wanted: Locator, key: str = "Tab") -> None:
    """Press Tab until that has the focus, and look whether the focus shows on the way."""
    for _ in range(FURTHEST):
        page.keyboard.press(key)
        at, shows = page.evaluate(
            """() => {
                const at = document.activeElement, look = getComputedStyle(at);
                return [at.outerHTML.slice(0, 80), look.outlineStyle !== "none" || look.boxShadow !== "none"];
            }"""
        )
        assert shows, f"nobody sees that one is at {at}"
        if wanted.evaluate("one => one === document.activeElement"):
            return
    raise AssertionError(f"{wanted} can't be reached")


def test_somebody_moves_and_plans_without_a_mouse(people):
    found = open_demo_table(NOON)
    seat = found.seats.select_related("player").get(number=found.awaited[0])
    page = people.come(seat.player, viewport=DESKTOP, color_scheme="dark")
    page.goto("/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.hash") == "#main", "first one may skip to the content"
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("main").locator(f'a[href*="/m/{found.public_id}/"]').first)
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/m/{found.public_id}/*")
    press_first(page)
    assert Match.objects.get(pk=found.pk).version > found.version
    # What came of the move has the focus; the tabs stand above it.
    plan_tab = page.locator(f'.tabs a[href="/m/{found.public_id}/orders/"]')
    tab_to(page, plan_tab, "Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".tabs [aria-current]")).to_have_attribute("href", f"/m/{found.public_id}/orders/")
    expect(plan_tab).to_be_focused()
    plan = page.locator('form[action$="orders/"]').get_by_role("button").first
    tab_to(page, plan)
    tab_to(page, plan_tab, "Shift+Tab")  # there is a way back, and forth again
    tab_to(page, plan)
    page.keyboard.press("Enter")
    expect(page.locator(".done")).to_contain_text("Your orders are saved.")
    assert Order.objects.filter(seat=seat).exists()


def press_first(page: Page) -> None:
    """Take the first choice there is, and press the button that does it."""
    form = asking(page).first
    offers = form.locator("input[type=radio][name=do]")
    if offers.count():
        tab_to(page, offers.first)
        page.keyboard.press("Space")
        expect(offers.first).to_be_checked()
    button = form.locator("button[name=do], button:not([name])").first
    tab_to(page, button)
    page.keyboard.press("Enter")
    expect(page.locator(".done")).to_be_visible()
