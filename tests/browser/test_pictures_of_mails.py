"""Emails that were looked at: nothing too pale, nothing too wide, narrow and wide, light and dark."""

from __future__ import annotations

import pytest

from tests.kit.mail_pictures import views, wrong_with
from tests.kit.mail_scenes import finished, fixed, html_of, scene

#: One of each build: answers, a table, a result, a line of cards, a code; the longest words are Russian.
LOOKED_AT = (
    ("quartz", "turn", True, "en"),
    ("quartz", "window", False, "ru"),
    ("quartz", "over", False, "en"),
    ("quartz", "receipt", False, "ru"),
    ("quartz", "digest", False, "en"),
    ("quartz", "invitation", False, "pt-br"),
    ("quartz_cards", "turn", False, "en"),
    ("quartz_cards", "turn", True, "ru"),
    ("account", "code_hand", False, "en"),
    ("account", "address_moved", False, "ru"),
)
PALE = '<body style="background:#fffaf1"><p style="color:#a89888">Too pale</p>'
WIDE = '<body><p style="width:2000px">Too wide</p>'


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("game", "kind", "hand", "language"), LOOKED_AT)
def test_every_build_of_email_can_be_read(browser, game, kind, hand, language):
    with fixed():
        html = html_of(finished(scene(game, kind, hand=hand, language=language)).content)
    for (width, scheme), page in views(browser).items():
        assert wrong_with(html, page) == [], f"{width} wide, {scheme}"


@pytest.mark.parametrize(("html", "told"), [(PALE, "contrast 2.7: Too pale"), (WIDE, "scrolls sideways")])
def test_what_could_not_be_read_would_be_found(browser, html, told):
    page = next(iter(views(browser).values()))
    assert told in wrong_with(html, page)
