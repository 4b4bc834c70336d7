"""Jays can be seen and played to its end on its page, and by email."""

from __future__ import annotations

import email
import itertools
import random
from datetime import timedelta
from email import policy

import pytest
import time_machine
from django.conf import settings as site
from django.core import mail
from django.utils import timezone

from games.models import Match, MatchStatus, Submission
from games.ops import sweep
from games.play import history
from tests.kit.cast import NOON, Page, address, at, browser, filled, match_of
from tests.kit.mail_players import Mail, Reader, World
from tests.kit.play_people import remembering
from tests.titles.jays.paragraphs import jy

pytestmark = pytest.mark.django_db(transaction=True)
MOST = 1500
STEP = timedelta(seconds=site.SEND_AFTER + 1)


def is_over(match: Match) -> bool:
    match.refresh_from_db()
    return match.status == MatchStatus.OVER


def test_its_board_its_styles_its_emblem_and_its_help_are_shown(client):
    match = match_of("alice", "bob", game="jays")
    with at():
        page = browser("alice").get(address(match)).content.decode()
    assert page.count("The nest of ") == 2
    assert 'href="/static/titles/jays/style.css"' in page
    assert 'src="/static/titles/jays/emblem.svg"' in client.get("/").content.decode()
    assert "Two to four jays" in client.get("/rules/jays/").content.decode()
    assert b"circle" in b"".join(client.get("/static/titles/jays/emblem.svg"))


@jy("JY-1", "JY-2")
def test_two_people_play_it_on_their_pages():
    match, dice = match_of("alice", "bob", game="jays"), random.Random(7)
    clients = {seat.number: browser(seat.player) for seat in match.seats.select_related("player")}
    with at(), remembering():
        for _ in range(MOST):
            if is_over(match):
                break
            client = clients[match.awaited[0]]
            form = Page.of(client.get(address(match))).asking[0]
            assert client.post(address(match), filled(form, dice)).status_code in {302, 422}
    assert is_over(match)
    history.check_chain(match)


def test_two_people_play_it_by_email(settings):
    settings.SITE_URL, settings.REPLY_DOMAIN = "https://play.example", "reply.play.example"
    settings.AUTHSERV_ID = "mx.play.example"
    world = World(None, None, random.Random(5))
    readers = {f"{name}@example.org": Reader(name, world, with_hand=True) for name in ("alice", "bob")}
    ways = itertools.cycle([Reader.by_pipe, Reader.by_link])
    with time_machine.travel(NOON, tick=False) as clock, remembering():
        match = match_of("alice", "bob", game="jays")
        match.seats.update(hand_in_mail=True)
        for _ in range(MOST):
            if is_over(match):
                break
            sweep.sweep(timezone.now())
            came, mail.outbox = mail.outbox, []
            for one in came:
                told = Mail(email.message_from_bytes(one.message().as_bytes(), policy=policy.default))
                if told.asks:
                    next(ways)(readers[str(told.head["To"])], told)
            clock.shift(STEP)
    assert is_over(match)
    history.check_chain(match)
    doors = {*Submission.objects.filter(match=match, outcome="played").values_list("door", flat=True)}
    assert {"link", "reply"} <= doors and not doors & {"page", "timer"}
