"""The tabs of a match at its edges: right-to-left and long names, a long story, letters twice as large."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from games.match import chat
from games.models import Match, Player
from games.present.seat_view import SeatView
from tests.browser.people import NARROW, width
from tests.browser.tour import GAMES, LATER, midway
from tests.kit.cast import address, at, match_of, person, play_on

TABS = ("", "history/", "talk/", "orders/", "more/")
NAMED = {"alice": "W" * 40, "bob": "محمد عبد الرحمن بن عبد الله", "carol": "Жозефина-Вильгельмина фон Унд-цу"}
SPOKEN = "supercalifragilistic" * 12
LINES, MOST = 300, 60
WIDER = """() => [...document.querySelectorAll('main *')]
    .filter(one => one.getClientRects().length && one.getBoundingClientRect().right > innerWidth + 1)
    .filter(one => !one.closest('.hidden, svg, .tabs, .map'))
    .map(one => `${one.parentNode.className}>${one.nodeName}.${one.className}`)"""


def long_played(game: str) -> Match:
    """Play until the story is long and alice is asked."""
    found = match_of(game=game)
    for seed in range(MOST):
        play_on(found, 10, seed=seed)
        found.refresh_from_db()
        told = SeatView.of(found.seats.select_related("player").get(number=0), LATER).story.lines
        if len(told) >= LINES or not found.is_running:
            return found
    raise AssertionError("its story stays short")


MATCHES = [(game, played) for game in GAMES for played in (midway, long_played)]


@pytest.fixture(params=MATCHES, ids=lambda one: f"{one[0]}, {one[1].__name__}")
def found(request, site) -> Iterator[Match]:
    """Give a match in which names and messages are too long, or the story is too."""
    game, played = request.param
    with at(LATER):
        made = played(game)
        for name, called in NAMED.items():
            Player.objects.filter(pk=person(name).pk).update(display_name=called)
        for number in range(3):
            chat.say(made.pk, number, SPOKEN, LATER)
        yield made


def double(page: Page) -> None:
    """Make the letters twice as large, as somebody does who needs that."""
    page.evaluate("document.documentElement.style.fontSize = '200%'")


def open_all(page: Page) -> None:
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")


@pytest.mark.parametrize("is_large", [False, True], ids=["as it is", "twice as large"])
def test_nothing_is_wider_than_a_narrow_telephone(people, found, is_large):
    page = people.come(person("alice"), viewport=NARROW)
    wider = {}
    for tab in TABS:
        page.goto(address(found, tab))
        open_all(page)
        if is_large:
            double(page)
        if width(page) > NARROW["width"]:
            wider[tab or "table"] = (width(page), page.evaluate(WIDER)[:12])
    assert wider == {}


def test_a_name_from_the_right_turns_no_sentence_around(people, found):
    page = people.come(person("alice"), viewport=NARROW)
    page.goto(address(found, "history/"))
    line = page.locator(".story li", has_text=NAMED["bob"]).first
    assert line.evaluate("one => getComputedStyle(one).direction") == "ltr"
    assert f"\u2068{NAMED['bob']}\u2069" in (line.text_content() or "")


def test_a_long_story_is_shown_in_parts(people, found):
    page = people.come(person("alice"), viewport=NARROW)
    page.goto(address(found, "history/"))
    assert 0 < page.locator(".story li").count() < LINES
