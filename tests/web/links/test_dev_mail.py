"""The demo's mailbox: every email as it was sent, its links work, and its answers are read."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.conf import settings as configured
from django.test import Client

from games.mail.receive import replies
from games.mail.send import outbox
from games.models import Door, Inbound, Outbox, Submission
from tests.kit.account_mails import emails, mailed
from tests.kit.cast import Page
from tests.kit.every_mail import everything
from tests.kit.mailed_links import NOON, at, person, table

pytestmark = pytest.mark.django_db(transaction=True)
SEND = NOON + timedelta(seconds=configured.SEND_AFTER)


@pytest.fixture
def sent(settings) -> Outbox:
    settings.DEMO, settings.REPLY_DOMAIN = True, "replies.localhost"
    table()
    outbox.send_due(SEND)
    return Outbox.objects.get(kind="turn")


def address(row: Outbox, rest: str = "") -> str:
    return f"/dev/mail/{row.message_id}/{rest}"


def test_it_isnt_there_unless_the_demo_is_on(sent, settings):
    settings.DEMO = False
    paths = ("/dev/mail/", address(sent), address(sent, "html/"))
    assert [Client().get(path).status_code for path in paths] == [404] * 3
    assert Client().post(address(sent, "reply/"), {"text": "A"}).status_code == 404


def test_it_lists_what_was_sent_the_latest_first(sent):
    page = Client().get("/dev/mail/").content.decode()
    listed = re.findall(r"/dev/mail/([0-9a-f-]{36})/", page)
    assert str(sent.message_id) in listed
    assert len(listed) == Outbox.objects.filter(state="sent").count()


def test_a_mail_is_shown_as_it_was_sent_and_its_links_work(sent):
    page = Client().get(address(sent))
    assert "frame-src 'self'" in page["Content-Security-Policy"]
    html = Client().get(address(sent, "html/"))
    policy = html["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "script-src 'none'" in policy and "sandbox" in policy
    assert html["X-Frame-Options"] == "SAMEORIGIN"
    for content in (page.content.decode(), html.content.decode()):
        tokens = set(re.findall(r"/t/([a-z2-7]{39})", content))
        assert tokens
        assert {Client().get(f"/t/{token}").status_code for token in tokens} == {200}


def test_an_answer_takes_the_way_of_every_mail_that_comes_in(sent):
    code = sent.links.exclude(code="").get(content='{"kind":"leave"}').code
    with at(SEND + timedelta(minutes=1)):
        assert Client().post(address(sent, "reply/"), {"text": code}).status_code == 302
    assert Inbound.objects.get().door == "dev"
    replies.read_due(SEND + timedelta(minutes=1))
    assert Inbound.objects.get().state == "played"
    assert Submission.objects.get(door=Door.REPLY).command == '{"kind":"leave"}'


def test_the_answer_box_stands_on_the_page(sent):
    forms = Page.of(Client().get(address(sent))).forms
    assert [form.action for form in forms if form.action.endswith("reply/")] == [address(sent, "reply/")]


def test_a_code_is_found_there_at_once_and_can_be_typed(settings):
    settings.DEMO = True
    person("alice")
    client = Client()
    page = client.post("/accounts/login/", {"email": "alice@example.org"}, follow=True)
    assert "/dev/mail/" in page.content.decode()
    emails()
    listed = client.get("/dev/mail/").content.decode()
    assert "Your sign-in code" in listed and "alice@example.org" in listed
    (shown,) = re.findall(r"/dev/mail/[0-9a-f-]{36}/", listed)
    (code,) = set(re.findall(r"\b[A-Z]{4}-[A-Z]{4}\b", client.get(shown).content.decode()))
    assert client.post("/accounts/login/code", {"code": code})["Location"] == "/"


@pytest.mark.parametrize(("demo", "production"), [(False, False), (True, True)])
def test_codes_are_kept_nowhere_else(settings, demo, production):
    settings.DEMO = demo
    settings.ENV = replace(settings.ENV, kind="production" if production else "local")
    person("alice")
    Client().post("/accounts/login/", {"email": "alice@example.org"})
    code = mailed()
    rows = str(everything())
    assert code not in rows and code.replace("-", "") not in rows
    assert Outbox.objects.get().state == "sent" and not Outbox.objects.get().rendered
