"""Quartz's table in a browser, at moments that look different: for everybody to read, on any screen."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from games.models import Match, Seat
from tests.browser.people import DESKTOP, NARROW, PHONE, width
from tests.kit.cast import NOON, address, at, match_of, play_on, until
from tests.kit.play_people import asked

FIVE = ("alice", "bob", "carol", "dmitri", "emile")
MOMENTS: dict[str, dict[str, Any]] = {
    "turn": {"people": FIVE, "steps": 25},
    "window": {"people": FIVE[:4], "steps": 10, "options": {"covered_carts": True, "edition": "2019"}},
    "sell": {"people": FIVE[:3], "steps": 30},
}


def moment(kind: str, people: tuple[str, ...], steps: int, **settings: Any) -> tuple[Match, Seat]:
    """Play until somebody is asked that, and give whom."""
    found = match_of(*people, secret=bytes([7] * 32), **settings)
    play_on(found, steps, seed=3)
    until(found, kind, 5)
    found.refresh_from_db()
    return found, found.seats.select_related("player").get(number=asked(found, kind).seat)


@pytest.mark.parametrize("kind", MOMENTS)
def test_the_table_can_be_read_by_everybody(people, kind):
    axe = Axe()
    with at(NOON):
        found, seat = moment(kind, **MOMENTS[kind])
        page = people.come(seat.player)
        page.goto(address(found))
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        for screen in (PHONE, DESKTOP, NARROW):
            page.set_viewport_size(screen)
            assert width(page) <= screen["width"]
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                assert axe.run(page).response["violations"] == []


@pytest.mark.parametrize("game", ["quartz", "quartz_cards"])
def test_on_paper_it_is_read_wherever_it_was_dark_on_the_screen(people, game):
    with at(NOON):
        found = match_of(game=game)
        play_on(found, 12)
        page = people.come(found.seats.select_related("player").get(number=0).player)
        page.goto(address(found))
        page.emulate_media(media="print", color_scheme="dark")
        pale = Axe().run(page, options={"runOnly": {"type": "rule", "values": ["color-contrast"]}})
        assert pale.response["violations"] == []
        dark = page.locator("body").evaluate("one => getComputedStyle(one).color")
        assert dark == "rgb(43, 33, 28)"


def test_what_is_asked_comes_first_on_a_phone_and_stands_beside_the_table_on_a_desk(people):
    with at(NOON):
        found, seat = moment("turn", FIVE[:3], 9)
        page = people.come(seat.player)
        page.goto(address(found))
        asking, table, own = (page.locator(one).first for one in (".asking", ".the-table", ".stand.own"))
        rival = page.locator(".stand:not(.own)").first
        tops = [one.bounding_box()["y"] for one in (asking, table, own, rival)]
        assert tops == sorted(tops)
        page.set_viewport_size(DESKTOP)
        beside, there = asking.bounding_box(), table.bounding_box()
        assert beside["x"] >= there["x"] + there["width"] and abs(beside["y"] - there["y"]) < 40
