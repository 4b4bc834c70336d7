"""The main pages as they are read aloud: what is where, in which order, called what. Kept beside the tests.

`PAGES=new` writes them anew; then read what has changed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.stop import Stop, come_all
from tests.browser.tour import LATER, furnish
from tests.kit.cast import at

KEPT = Path(__file__).parent / "snapshots"
MAIN = {
    *("home", "home-for-anybody", "account_login-for-anybody", "code-to-type", "match", "match-of-cards"),
    *("match-waiting", "match-over", "hours", "my_mails", "link", "not-found"),
}
#: What is another each time, and says nothing.
RANDOM = re.compile(
    r"(?<=/)(?:[A-Za-z0-9_-]{16,}|[0-9a-f-]{36})(?=[/\s\"?#.]|$)|localhost:\d+|(?<=\btable )[0-9A-Z]{4}\b"
    r"|(?<=· )[0-9A-Z]{4}(?= ·|\"?$)|(?<=\()[0-9A-Z]{4}(?=\))|(?<=after=)[\w-]+",
    re.MULTILINE,
)


@pytest.fixture
def stops(site) -> Iterator[list[Stop]]:
    with at(LATER):
        yield furnish()


def read(page: Page) -> str:
    told = RANDOM.sub("…", page.locator("body").aria_snapshot())
    # Of a list to choose from only what is chosen: there are some hundred time zones.
    lines = [line for line in told.splitlines() if "- option" not in line or "[selected]" in line]
    return "\n".join(lines) + "\n"


def test_the_main_pages_are_read_in_a_good_order(people, stops):
    pages = come_all(people, stops)
    differ = []
    for stop in stops:
        if stop.name in MAIN:
            page, kept = pages[stop.who], KEPT / f"{stop.name}.yml"
            stop.go(page)
            told = read(page)
            if os.environ.get("PAGES") == "new":
                kept.parent.mkdir(exist_ok=True)
                kept.write_text(told)
            if kept.read_text() != told:
                differ.append(stop.name)
    assert differ == [], "read anew with PAGES=new, and look at the difference"
    assert {path.stem for path in KEPT.glob("*.yml")} == MAIN == MAIN & {one.name for one in stops}
