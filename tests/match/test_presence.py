"""Who looks at the page isn't emailed what it shows, but is if still waited for some minutes later."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.core import mail
from django.test import Client

from games.mail.send import outbox
from games.match import presence
from games.models import MailState, Outbox, Seat
from games.players import notification_settings
from tests.kit.cast import address, at, browser
from tests.kit.mailed_links import NOON, fresh, table

pytestmark = pytest.mark.django_db(transaction=True)
SEND = NOON + timedelta(seconds=settings.SEND_AFTER)


def row() -> Outbox:
    return Outbox.objects.get(kind="turn")


def test_drawing_the_page_for_its_player_is_noted_once_a_minute():
    match, seat = table()
    client = browser(seat.player)
    seen = []
    for seconds in (0, 30, 61):
        with at(NOON + timedelta(seconds=seconds)):
            client.get(address(match))
        seen.append(fresh(seat).seen_at)
    assert seen == [NOON, NOON, NOON + timedelta(seconds=61)]


def test_nobody_elses_look_counts_nor_a_head():
    match, seat = table()
    with at(NOON):
        browser("eve").get(address(match))
        Client().get(address(match))
        browser(seat.player).head(address(match))
    assert fresh(seat).seen_at is None
    assert not Seat.objects.exclude(pk=seat.pk).filter(seen_at__isnull=False).exists()


def test_who_looks_is_not_mailed_but_is_some_minutes_later():
    _, seat = table()
    presence.note(fresh(seat), NOON + timedelta(seconds=30))
    outbox.send_due(SEND)
    assert (row().state, row().attempts) == (MailState.QUEUED, 0)
    later = NOON + timedelta(seconds=30) + outbox.PATIENCE
    assert row().send_after == later
    outbox.send_due(later)
    assert row().state == MailState.SENT


def test_who_looked_before_it_was_asked_is_mailed():
    _, seat = table()
    presence.note(fresh(seat), NOON - timedelta(seconds=1))
    outbox.send_due(SEND)
    assert row().state == MailState.SENT


def test_who_looks_again_and_again_is_mailed_in_the_end():
    _, seat = table()
    now = SEND
    for _ in range(60):
        presence.note(fresh(seat), now)
        outbox.send_due(now)
        if row().state == MailState.SENT:
            break
        now += timedelta(minutes=1)
    assert now - NOON <= 3 * outbox.PATIENCE + timedelta(minutes=2)
    assert row().state == MailState.SENT


def test_who_is_muted_gets_nothing_and_the_table_sees_it():
    match, seat = table()
    notification_settings.mute(match.pk, seat.number, NOON)
    outbox.send_due(SEND)
    assert {one.state for one in Outbox.objects.filter(seat=seat)} == {MailState.SUPERSEDED}
    assert not [one for one in mail.outbox if seat.player.email in one.to]
    other = match.seats.select_related("player").exclude(pk=seat.pk).first()
    for player in (seat.player, other.player):
        with at(SEND):
            assert (
                "Has muted emails from this match"
                in browser(player).get(address(match, "more/")).content.decode()
            )


def test_mails_of_a_match_are_stopped_and_had_again_on_its_page():
    match, seat = table()
    client = browser(seat.player)
    with at(SEND):
        for said, muted, hand in (("no_more", True, None), ("again", False, None), ("hand", False, True)):
            page = client.get(address(match, "more/")).content.decode()
            token = page.split("/mails/")[1].split('name="press" value="')[1].split('"')[0]
            assert client.post(address(match, "mails/"), {"press": token, "say": said}).status_code == 302
            assert (fresh(seat).muted, fresh(seat).hand_in_mail) == (muted, hand)
        assert client.post(address(match, "mails/"), {"press": token, "say": "x"}).status_code == 422
