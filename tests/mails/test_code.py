"""The mail with a code: typed by hand, shown where only its reader looks, and pressed by nobody."""

from __future__ import annotations

from datetime import timedelta

from games.mails.code import coded
from tests.mails.test_frame import seen

CODE = "BCDFGHJK"


def letter():
    return coded("ana@example.org", "Your code", "You want to sign in.", CODE, timedelta(minutes=10))


def test_the_code_stands_in_both_parts_and_not_where_others_might_look():
    one = letter()
    (html, kind), *_ = one.alternatives
    assert "Your code: BCDF-GHJK\n" in one.body and "It holds for 10 minutes" in one.body
    assert kind == "text/html" and "BCDF-GHJK" in html
    assert "BCDF" not in str(one.subject) and one.body.index("BCDF") > len(
        "Your code\n\nYou want to sign in."
    )
    shown_on_a_locked_screen = html[html.index("<body") : html.index('role="article"')]
    assert "You want to sign in." in shown_on_a_locked_screen and "BCDF" not in shown_on_a_locked_screen


def test_nothing_in_it_is_more_than_the_front_page(settings):
    (html, _kind), *_ = letter().alternatives
    assert set(seen(html).addresses) == {settings.SITE_URL}
    assert letter().extra_headers["Auto-Submitted"] == "auto-generated"
