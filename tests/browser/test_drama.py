"""What has just happened is shown once in motion and stays to be seen; who wants no motion gets none.

    FILM=DIRECTORY python -m pytest tests/browser/test_drama.py

keeps the frames of each motion, to look at.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from games.lobby import alone
from games.models import Match
from games.rules import catalogue
from tests.browser.people import LONGEST, PHONE, mining
from tests.kit.cast import SOON, address, browser, match_of, person, play_on, turn_seat
from tests.kit.finished import finish

#: By game, the marks of what a page shows in motion.
MOTIONS = {
    "quartz": ("newest", "moves-shake", "takings"),
    "quartz_cards": ("newest", "wreck", "glows"),
    "gnomes": ("moves-lay", "moves-step", "moves-mine"),
    "gem_edge": ("moves-roll", "newest"),
}
QUARTZ = catalogue.by_slug()["quartz"]
FRAMES = range(0, 3400, 200)
MOST = 250
#: Stop every animation at a time, and say how many there are.
STOP_AT = """(time) => {
  const moving = document.getAnimations().filter((one) => one.effect.getTiming().iterations !== Infinity);
  moving.forEach((one) => { one.pause(); one.currentTime = time; });
  return moving.length;
}"""
#: Let every animation end, and list what can't be seen then.
HIDDEN_AT_THE_END = """() => {
  const moving = document.getAnimations().filter((one) => one.effect.getTiming().iterations !== Infinity);
  const moved = moving.map((one) => one.effect.target);
  moving.forEach((one) => one.finish());
  const unseen = moved.filter((one) => getComputedStyle(one).opacity !== "1");
  return unseen.map((one) => one.outerHTML.slice(0, 200));
}"""


def moments(game: str) -> Iterator[tuple[str, Match]]:
    """Play on, and stop at each motion the first time it is on the page."""
    found, client = match_of(game=game), browser("alice")
    left = {*MOTIONS[game]}
    for seed in range(MOST):
        if not left:
            return
        play_on(found, 1, seed=seed)
        page = client.get(address(found)).content.decode()
        for mark in sorted(left):
            if f" {mark}" in page or f'"{mark}' in page:
                left.discard(mark)
                yield mark, found
    raise AssertionError(f"never seen: {left}")


def open_page(people, found: Match, motion: str, player: str = "alice", viewport=PHONE) -> Page:
    """Open a match, with its animations standing where they begin: on a busy machine they would be over."""
    page = people.come(person(player), viewport=viewport, reduced_motion=motion)
    clock = page.context.new_cdp_session(page)
    clock.send("Animation.enable")
    clock.send("Animation.setPlaybackRate", {"playbackRate": 0})
    page.goto(address(found))
    return page


def film(page: Page, name: str) -> None:
    """Keep the frames, if somebody wants to look."""
    folder = os.environ.get("FILM")
    for time in FRAMES if folder else ():
        page.evaluate(STOP_AT, time)
        page.screenshot(path=Path(folder or "") / f"{name}-{time:04}.png", animations="allow")


@pytest.mark.parametrize("game", MOTIONS)
def test_what_has_just_happened_moves_and_then_stands_still(people, game):
    for mark, found in moments(game):
        page = open_page(people, found, "no-preference")
        page.locator(f".{mark}").first.scroll_into_view_if_needed()
        assert page.evaluate(STOP_AT, 0) > 0, mark
        film(page, f"{game}-{mark}")
        assert page.evaluate(HIDDEN_AT_THE_END) == [], mark
        assert open_page(people, found, "reduce").evaluate(STOP_AT, 0) == 0, mark


@pytest.mark.parametrize("game", MOTIONS)
def test_the_end_is_a_ceremony_that_leaves_everything_in_sight(people, game):
    found = finish(match_of(game=game))
    page = open_page(people, found, "no-preference")
    places = page.locator(".ceremony .ranking li").count()
    assert places == 3
    assert page.evaluate(STOP_AT, 0) >= places + 1  # and the verdict
    film(page, f"{game}-end")
    assert page.evaluate(HIDDEN_AT_THE_END) == []
    assert open_page(people, found, "reduce").evaluate(STOP_AT, 0) == 0


#: Whether the place where it comes to rest is all on the screen, above the tabs.
IN_SIGHT = """(it) => {
  const box = it.parentElement.getBoundingClientRect();
  const tabs = document.querySelector(".tabs").getBoundingClientRect();
  return box.top >= 0 && box.bottom <= tabs.top && box.height > 30;
}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
@pytest.mark.parametrize("others", ["people", "robots"])
def test_my_own_crystal_falls_where_i_see_it_without_scrolling(people, others, motion):
    """Among people it is somebody else's turn now; robots have all moved, and it is mine again."""
    found = match_of() if others == "people" else alone.open_lesson(person("alice"), QUARTZ, "lesson", SOON)
    player = turn_seat(found).player.display_name.lower()
    page = open_page(people, found, motion, player, LONGEST["phone"][0])
    mining(page).click()
    mine = page.locator(".done .newest")
    mine.wait_for()
    assert mine.evaluate(IN_SIGHT)
    assert mine.locator("svg").count() == 1
    assert mine.evaluate("it => it.getAnimations().length") == (1 if motion == "no-preference" else 0)
    if motion == "no-preference":
        film(page, f"quartz-own-{others}")
        assert page.evaluate(HIDDEN_AT_THE_END) == []
