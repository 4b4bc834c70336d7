"""The first load of a page: it weighs little, and nothing jumps while it comes."""

from __future__ import annotations

import gzip

import pytest
from playwright.sync_api import Page, Response

from tests.browser.tour import GAMES, LATER, midway
from tests.kit.cast import address, at, person

PHONE, DESK = {"width": 360, "height": 740}, {"width": 1440, "height": 900}
SCREENS = pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone", "desk"])
MOST_BYTES, MOST_SHIFT = 60_000, 0.02
WEIGHED = ("document", "stylesheet", "script")
WATCH = """
    window.shifts = [];
    new PerformanceObserver(list => {
        for (const entry of list.getEntries()) {
            const where = entry.sources.map(one => one.node?.className || one.node?.nodeName);
            if (!entry.hadRecentInput) window.shifts.push([entry.value, where.join()]);
        }
    }).observe({type: 'layout-shift', buffered: true});
"""


def places() -> dict[str, str]:
    """List what a player opens first, by name."""
    return {"home": "/", "new": "/new/quartz/"} | {game: address(midway(game)) for game in GAMES}


def shifts(page: Page, path: str) -> list[tuple[float, str]]:
    """Open a page for the first time; list what moved in it, and how far."""
    came = page.goto(path)
    assert came is not None and came.ok
    page.wait_for_load_state("networkidle")
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return [(float(how_far), what) for how_far, what in page.evaluate("window.shifts")]


@SCREENS
@pytest.mark.parametrize("moves", ["reduce", "no-preference"])
def test_nothing_jumps_on_the_first_load(people, screen, moves):
    with at(LATER):
        for name, path in places().items():
            page = people.come(person("alice"), viewport=screen, reduced_motion=moves)
            page.add_init_script(WATCH)
            seen = shifts(page, path)
            assert sum(how_far for how_far, _ in seen) < MOST_SHIFT, (name, seen)


def test_a_jump_would_be_noticed(people):
    page = people.come(viewport=PHONE)
    page.add_init_script(WATCH)
    shifts(page, "/")  # once it has been drawn: before that nothing can jump
    page.evaluate(
        "document.body.prepend(Object.assign(document.createElement('p'), {style: 'height: 300px'}))"
    )
    assert sum(how_far for how_far, _ in shifts_now(page)) > MOST_SHIFT


def shifts_now(page: Page) -> list[tuple[float, str]]:
    page.wait_for_function("() => window.shifts.length")
    return [(float(how_far), what) for how_far, what in page.evaluate("window.shifts")]


def weight(answers: list[Response]) -> dict[str, int]:
    """Weigh what pages, styles and scripts are when compressed."""
    return {one.url: len(gzip.compress(one.body(), 6)) for one in answers if is_weighed(one)}


def is_weighed(one: Response) -> bool:
    return one.request.resource_type in WEIGHED and one.status == 200


def test_a_first_visit_loads_little_besides_pictures(people):
    with at(LATER):
        for name, path in {"door": "", **places()}.items():
            page = people.come(person("alice") if path else None, viewport=PHONE)
            answers: list[Response] = []
            page.on("response", lambda one, heard=answers: heard.append(one))
            page.goto(path or "/")
            page.wait_for_load_state("networkidle")
            found = weight(answers)
            assert found and sum(found.values()) <= MOST_BYTES, (name, found)


def test_pages_are_sent_compressed(people):
    with at(LATER):
        page = people.come(person("alice"), viewport=PHONE)
        came = page.goto(address(midway("quartz")))
        assert came is not None and came.headers["content-encoding"] == "gzip"
