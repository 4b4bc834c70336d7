"""Whoever fetches what is in an email, a notification or a chat changes nothing: five ways of scanners."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games.mail import links, press
from games.models import Door, Outbox, Purpose
from games.reach.chat import saying
from games.rules.kernel.codec import canonical
from games.titles.quartz.rules.orders import READY_MADE_ORDERS
from games.web.links import play_link
from tests.kit.cast import Page
from tests.kit.every_mail import WANTED, everything, is_link, paths, sent_mails, token_in
from tests.kit.mailed_links import asked_of, at, link_for, table
from tests.kit.notice_links import chats_of, notice_paths

pytestmark = [pytest.mark.django_db(transaction=True)]


#: The button of a page that asks to confirm a move, which somebody has to press.
CONFIRMING = {"do"}


def a_robot_that_submits(client: Client, path: str) -> Iterator[Any]:
    """Send every form of a page as it was drawn, and once more for each of its buttons.

    Only the one button of a page that asks to confirm acts: a form that is sent without it does nothing.
    """
    for form in Page.of(client.get(path)).forms:
        if form.method == "post":
            action = form.action or path
            yield client.post(action, form.values())
            for name, value in form.buttons:
                if name in CONFIRMING:
                    continue
                yield client.post(action, form.values() | ({name: value} if name else {}))


def scan(path: str) -> None:
    """Fetch an address in all ways that need no browser; each has cookies of its own, none to begin with."""
    Client().head(path)
    Client().get(path)
    Client().post(path)
    Client().post(path, {"link": token_in(path)})
    for response in a_robot_that_submits(Client(), path):
        assert response.status_code != 500


@pytest.mark.parametrize("hand", [None, True], ids=["without the hand", "with the hand"])
def test_no_row_changes_whatever_scanners_do_with_every_address(hand):
    with sent_mails(hand=hand) as mails:
        assert set(mails) >= WANTED
        before, scanned = everything(), 0
        for kind, row in mails.items():
            for path in paths(row):
                scan(path)
                scanned += is_link(path)
            assert everything() == before, kind
        assert scanned > 40


def notices(mails: dict[str, Outbox]) -> list[tuple[Outbox, set[str]]]:
    """Give the addresses in what each notice becomes for a device and in chats."""
    chats = chats_of([*mails.values()])
    return [(row, notice_paths(row, chats, row.send_after)) for row in mails.values()]


def test_no_row_changes_whatever_scanners_do_with_what_push_and_chats_hold():
    """Services preview what is linked in a message, and so may the maker of a phone."""
    with sent_mails() as mails:
        told = notices(mails)
        before = everything()
        for row, paths_of_notice in told:
            for path in paths_of_notice:
                scan(path)
            assert everything() == before, row.kind
    assert {row.kind for row, found in told if found} >= WANTED - {"invitation"}
    assert not any(is_link(path) for _, found in told for path in found), "none acts for anybody"


def test_a_notice_with_a_link_that_acts_would_be_noticed(monkeypatch):
    def eager(request, link, now, *more):
        press.press(link, '{"kind":"leave"}', door=Door.LINK, now=now)
        return play_link.plain(request, link, "")

    with sent_mails(moves=3) as mails:
        choices = [path for path in paths(mails["turn"]) if links.find(token_in(path), Purpose.CHOICE)]
        acting = choices[0]
        monkeypatch.setattr(saying, "_page", lambda match: f"{settings.SITE_URL}{acting}")
        monkeypatch.setattr(play_link, "show", eager)
        told = notices({"turn": mails["turn"]})
        before = everything()
        for _, found in told:
            for path in found:
                scan(path)
        assert everything() != before


@pytest.mark.parametrize("purpose", Purpose)
def test_no_row_changes_whatever_a_link_is_for(purpose):
    with at():
        _, seat = table()
        about = next(iter(asked_of(seat)))
        content = '{"kind":"leave"}' if purpose in (Purpose.CHOICE, Purpose.CONFIRM) else ""
        orders = canonical(READY_MADE_ORDERS["careful"](None)).decode() if purpose == Purpose.ORDERS else ""
        link = link_for(seat, purpose, question=about, content=content or orders, address="a@example.org")
        before = everything()
        scan(f"/t/{links.token(link)}")
        scan(f"/feeds/{links.token(link)}/deadlines.ics")
        assert everything() == before


def test_a_page_that_acts_when_it_is_looked_at_would_be_noticed(monkeypatch):
    def eager(request, link, now, *more):
        press.press(link, '{"kind":"leave"}', door=Door.LINK, now=now)
        return play_link.plain(request, link, "")

    monkeypatch.setattr(play_link, "show", eager)
    with sent_mails(moves=3) as mails:
        before = everything()
        for path in links_of({"turn": mails["turn"]}):
            scan(path)
        assert everything() != before


def test_no_link_page_sets_a_cookie_or_a_session():
    with sent_mails(moves=20) as mails:
        for path in links_of(mails):
            client = Client()
            for response in (client.get(path), client.head(path), client.post(path)):
                assert not response.cookies
            assert not client.cookies


def links_of(mails: dict[str, Outbox]) -> list[str]:
    return [path for row in mails.values() for path in paths(row) if is_link(path)]
