"""Out and in again: the email that is sent and the answer to it, by servers on loopback."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings as site
from django.core.mail import get_connection

from games.mail import delivery
from games.mail.receive import mailbox, replies
from games.mail.send import connection
from games.models import Delivery, DeliveryStep, Inbound, InboundState, Link, MailState, Outbox, Submission
from games.ops import sweep
from tests.kit.cast import NOON, match_of, turn_seat
from tests.kit.imap_server import mailbox_server
from tests.kit.letters_back import answer, read
from tests.kit.mail_server import sink
from tests.kit.replies_by_mail import VOUCHED

pytestmark = pytest.mark.django_db(transaction=True)
SENT = NOON + timedelta(seconds=site.SEND_AFTER)


@pytest.fixture
def world(settings, monkeypatch):
    """Run a mail server and a mailbox, and let emails go out there and come in here."""
    with sink() as (box, port), mailbox_server() as (folder, address):
        settings.IMAP_URL = address
        server = "django.core.mail.backends.smtp.EmailBackend"
        monkeypatch.setattr(
            connection.mail, "get_connection", lambda: get_connection(server, host="127.0.0.1", port=port)
        )
        yield box, folder


@pytest.mark.parametrize("by", ["code", "word"])
def test_a_turn_is_mailed_answered_and_played(world, by):
    box, folder = world
    match = match_of()
    seat = turn_seat(match)
    sweep.sweep(SENT)
    (turn,) = [one for one in map(read, box.letters) if str(one["To"]) == seat.player.email]
    choice = Link.objects.filter(mail__seat=seat, purpose="choice", content__contains='"mine"').get()
    folder.put(answer(turn, choice.code if by == "code" else choice.words[0]))
    assert mailbox.fetch(SENT) == 1
    sweep.sweep(SENT + timedelta(minutes=1))
    row = Inbound.objects.get()
    assert row.state == InboundState.PLAYED, row.why
    assert Submission.objects.get(door="reply", seat=seat).command == choice.content
    assert Delivery.objects.filter(mail=choice.mail, step=DeliveryStep.ACTED).exists()


def test_the_quoted_mail_alone_is_no_answer(world):
    box, folder = world
    match = match_of()
    seat = turn_seat(match)
    sweep.sweep(SENT)
    (turn,) = [one for one in map(read, box.letters) if str(one["To"]) == seat.player.email]
    folder.put(answer(turn, ""))
    mailbox.fetch(SENT)
    replies.read_due(SENT)
    assert Inbound.objects.get().why == "no_choice"


def test_no_line_of_our_own_mail_would_be_an_answer_to_it(world):
    """Mail programs that quote without a mark put our own words where an answer stands."""
    box, _ = world
    seat = turn_seat(match_of())
    sweep.sweep(SENT)
    row = Outbox.objects.get(seat=seat, state=MailState.SENT, kind="turn")
    (turn,) = [one for one in map(read, box.letters) if str(one["To"]) == seat.player.email]
    lines = turn.get_body(("plain",)).get_content().splitlines()
    assert not [line for line in lines if replies.chosen(row, replies.first_line.fold(line))]


def test_the_envelope_bears_the_address_of_this_mail(world):
    box, _ = world
    seat = turn_seat(match_of())
    sweep.sweep(SENT)
    row = Outbox.objects.get(seat=seat, state=MailState.SENT, kind="turn")
    assert delivery.return_path(row) in [letter.sender for letter in box.letters]


@pytest.mark.parametrize(("text", "head", "kind"), [("A", "", "confirm"), ("what?", VOUCHED, "unreadable")])
def test_what_could_not_be_played_is_answered_by_a_mail(world, text, head, kind):
    box, folder = world
    seat = turn_seat(match_of())
    sweep.sweep(SENT)
    (turn,) = [one for one in map(read, box.letters) if str(one["To"]) == seat.player.email]
    folder.put(answer(turn, text).replace(VOUCHED.encode(), head.encode()))
    mailbox.fetch(SENT)
    sweep.sweep(SENT + timedelta(minutes=1))
    row = Outbox.objects.get(kind=kind)
    assert (row.state, row.error) == (MailState.SENT, "")
    told = read(box.letters[-1])
    assert str(told["To"]) == seat.player.email
    assert "/t/" in told.get_body(("plain",)).get_content()


def test_who_has_another_address_is_told_there(world, monkeypatch):
    box, _ = world
    seat = turn_seat(match_of())
    monkeypatch.setattr(delivery, "verified", lambda player: {player.email, "second@example.org"})
    monkeypatch.setattr(delivery, "owner_of", lambda address: seat.player)
    for minute in range(3):
        delivery.leave_alone(seat.player.email, "bounced", NOON + timedelta(minutes=minute))
    sweep.sweep(SENT)
    told = [one for one in map(read, box.letters) if str(one["To"]) == "second@example.org"]
    assert len(told) == 1
    assert "/mails/sent/" in told[0].get_body(("plain",)).get_content()
    assert not [one for one in map(read, box.letters) if str(one["To"]) == seat.player.email]
