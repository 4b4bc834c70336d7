"""Emails that were looked at: nothing too pale, nothing too wide, narrow and wide, light and dark."""

from __future__ import annotations

import pytest

from tests.kit.mail_pictures import SNAPSHOTS, views, wrong_with

pytestmark = pytest.mark.slow
#: One of each build: answers, a table, a result, a line of cards, a code; the longest words are Russian.
LOOKED_AT = (
    *("quartz-turn-hand", "quartz-window-ru", "quartz-over", "quartz-receipt-ru", "quartz-digest"),
    *("quartz-invitation-pt-br", "quartz_cards-turn", "quartz_cards-turn-hand-ru"),
    *("account-code_hand", "account-address_moved-ru"),
)
PALE = '<body style="background:#fffaf1"><p style="color:#a89888">Too pale</p>'
WIDE = '<body><p style="width:2000px">Too wide</p>'


def test_every_build_of_mail_can_be_read(browser):
    for (width, scheme), page in views(browser).items():
        for name in LOOKED_AT:
            html = (SNAPSHOTS / f"{name}.html").read_text()
            assert wrong_with(html, page) == [], f"{name}, {width} wide, {scheme}"


@pytest.mark.parametrize(("html", "told"), [(PALE, "contrast 2.7: Too pale"), (WIDE, "scrolls sideways")])
def test_what_could_not_be_read_would_be_found(browser, html, told):
    page = next(iter(views(browser).values()))
    assert told in wrong_with(html, page)
