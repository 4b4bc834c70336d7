"""A whole match of three in three browsers: each with another language, screen, scheme and way to press."""

from __future__ import annotations

import random
from typing import Any

from django.utils import timezone
from playwright.sync_api import Page

from games.models import Match, MatchStatus, Player
from games.ops.demo import open_demo_table
from tests.browser.people import DESKTOP, NARROW, ByKeys, ByMouse, People, answer, asking, said, width
from tests.kit.cast import NOON
from tests.kit.nightly import more
from tests.kit.play_people import play_on

MOST = 400
#: Moves after each that are made without a browser; none by night.
BETWEEN = more(5, 0)
#: Who isn't looking at a page lets it rest: drawn anew by itself, it would change under the next one's hand.
PUT_AWAY = "Object.defineProperty(document, 'hidden', {value: true})"


def seat_them(people: People) -> tuple[Match, dict[int, tuple[Page, ByMouse | ByKeys]]]:
    """Set a table: Ana clicks, Bruno has a keyboard and likes it dark, Chika's telephone is a narrow one."""
    found = open_demo_table(NOON)
    ways: list[tuple[str, ByMouse | ByKeys, dict[str, Any]]] = [
        ("en", ByMouse(), {"viewport": DESKTOP, "color_scheme": "light"}),
        ("ru", ByKeys(), {"viewport": DESKTOP, "color_scheme": "dark"}),
        ("pt-br", ByMouse(), {"viewport": NARROW, "color_scheme": "dark", "has_touch": True}),
    ]
    at: dict[int, tuple[Page, ByMouse | ByKeys]] = {}
    for seat, (language, hand, context) in zip(
        found.seats.select_related("player").order_by("number"), ways, strict=True
    ):
        Player.objects.filter(seats=seat).update(language=language)
        page = people.come(seat.player, **context)
        page.add_init_script(PUT_AWAY)
        at[seat.number] = (page, hand)
    return found, at


def test_three_people_play_to_the_end(people):
    dice = random.Random(4)
    found, at = seat_them(people)
    here = f"/m/{found.public_id}/"
    refused = 0
    for step in range(MOST):
        found.refresh_from_db()
        if found.status == MatchStatus.OVER:
            break
        page, hand = at[found.awaited[0]]
        if BETWEEN or not asking(page).count():
            page.goto(here)
        was_refused = page.get_by_role("alert").count() > 0
        refused += was_refused
        with page.expect_response(lambda answered: answered.request.method == "POST"):
            answer(page, dice, hand, refused=was_refused)
        page.wait_for_load_state()
        assert width(page) <= page.evaluate("innerWidth")
        play_on(found, BETWEEN, seed=step, now=timezone.now())
    assert found.status == MatchStatus.OVER
    assert refused < MOST / 4
    languages = set()
    for page, _ in at.values():
        page.goto(here)
        assert page.get_by_role("heading", name=said(page, "How it ended")).is_visible()
        languages.add(page.locator("html").get_attribute("lang"))
    assert languages == {"en", "ru", "pt-br"}
