"""The email with a code: typed by hand, shown where only its reader looks, and pressed by nobody."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from games.mail.compose import frame
from games.mail.send import outbox
from games.models import Outbox
from games.players import codes
from games.players.codes import Errand
from tests.kit.mail_scenes import NOON, finished, html_of, read, scene, shared_code, text_of
from tests.kit.reading_html import seen

pytestmark = pytest.mark.django_db
IN_FOURS = re.compile(r"\b[A-Z]{4}-[A-Z]{4}\b")


@pytest.fixture
def email(settings) -> bytes:
    settings.SITE_URL = "https://quartz.example.org"
    return finished(scene("quartz", Errand.SIGN_IN)).content


def test_the_code_stands_in_both_parts_and_not_where_others_might_look(email):
    html, text, subject = html_of(email), text_of(email), str(read(email)["Subject"])
    (code,) = {*IN_FOURS.findall(text)}
    assert f"Your code: {code}\n" in text and "The code works for 10 minutes" in text and code in html
    assert subject == f"{code}: Your sign-in code"
    shown_on_a_locked_screen = html[html.index("<body") : html.index('role="article"')]
    assert "wants to sign in" in shown_on_a_locked_screen


def test_a_code_for_any_browser_is_in_no_subject():
    assert str(read(finished(shared_code("en")).content)["Subject"]) == "Your sign-in code"


def test_nothing_in_it_is_more_than_the_front_page(email):
    assert set(seen(html_of(email)).addresses) == {"https://quartz.example.org"}
    assert read(email)["Auto-Submitted"] == "auto-generated"


def test_each_try_to_send_it_writes_the_same_bytes():
    row = scene("quartz", Errand.SIGN_IN)
    first, second = (frame.finish(row, NOON + timedelta(minutes=minute)).content for minute in (1, 7))
    assert first == second


# --- the code itself


def asked(errand: Errand = Errand.SIGN_IN, address: str = "alice@example.org", **more: bool):
    found = codes.ask(errand, address, NOON, "en", **more)
    return found, Outbox.objects.get(message_id=found.email)


def test_it_is_worked_out_from_the_emails_name_and_the_key(settings):
    found, row = asked()
    code = codes.in_email(row)
    assert len(code) == codes.SHORT and set(code) <= {*codes.LETTERS}
    assert codes.is_right(found, code) and codes.is_right(found, f" {code[:4]}-{code[4:].lower()}")
    assert not codes.is_right(found, "") and not codes.is_right(found, code[:-1])
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", [settings.SECRET_KEY]
    assert codes.is_right(found, code) and codes.in_email(row) != code
    settings.SECRET_KEY_FALLBACKS = []
    assert not codes.is_right(found, code)


def test_no_two_have_the_same_but_those_that_are_shared():
    told = {codes.in_email(asked()[1]) for _ in range(50)}
    assert len(told) == 50
    (one, row), (other, _), (elsewhere, _) = (
        asked(address=address, shared=True)
        for address in ("alice@example.org", "Alice@Example.org", "bob@example.org")
    )
    assert one.email == other.email != elsewhere.email and one.asking != other.asking
    assert len(codes.in_email(row)) == codes.LONG
    later = codes.ask(Errand.SIGN_IN, "alice@example.org", NOON + codes.HOLDS, "en", shared=True)
    assert later.email != one.email


def test_it_is_not_sent_when_it_holds_no_longer():
    _, row = asked(Errand.MOVE)
    assert not outbox.send(row.pk, NOON + codes.HOLDS)
    row.refresh_from_db()
    assert row.state == "superseded"


def test_codes_go_out_before_whatever_else_is_due():
    Outbox.objects.create(
        kind="bounced", to="a@example.org", dedupe="1", send_after=NOON - timedelta(hours=1)
    )
    _, row = asked(Errand.MOVE)
    due = Outbox.objects.due(NOON).order_by(outbox.FIRST, "send_after", "pk")
    assert due.first() == row


def test_rows_of_codes_are_thrown_away():
    for address, state in (("a@example.org", "superseded"), ("b@example.org", "sent")):
        _, row = asked(address=address)
        Outbox.objects.filter(pk=row.pk).update(state=state)
    assert codes.forget(NOON + timedelta(hours=23)) == 0
    assert codes.forget(NOON + timedelta(hours=25)) == 1
    assert codes.forget(NOON + timedelta(days=8)) == 1
