"""What becomes of emails sent: bounces, addresses that take none, and what their owners see."""

from __future__ import annotations

import smtplib
from datetime import timedelta
from email.message import EmailMessage

import pytest

from games.mail import delivery
from games.mail.receive import replies
from games.mail.receive.parsing import bounces
from games.mail.send import outbox
from games.models import (
    Delivery,
    DeliveryStep,
    Heard,
    Inbound,
    InboundState,
    MailState,
    Outbox,
    Seat,
    Unreachable,
)
from games.ops import upkeep
from games.ops.verification import faults
from games.players import addresses
from games.rules.kernel.refusal import Refused
from tests.kit.cast import person
from tests.kit.mail_server import sink
from tests.kit.mailed_links import mail_to
from tests.kit.replies_by_mail import SOON, Asked, asked

pytestmark = pytest.mark.django_db(transaction=True)
DAY = timedelta(days=1)


def report(action: str = "failed", status: str = "5.1.1", text: str = "It could not be delivered.") -> bytes:
    """Write what a mail server sends back."""
    return (
        "Return-Path: <>\r\nFrom: MAILER-DAEMON@mail.example.org\r\nSubject: Undelivered\r\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="dsn"\r\n\r\n'
        f"--dsn\r\nContent-Type: text/plain\r\n\r\n{text}\r\n"
        "--dsn\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mail.example.org\r\n\r\n"
        f"Final-Recipient: rfc822; alice@example.org\r\nAction: {action}\r\nStatus: {status}\r\n"
        "--dsn\r\nContent-Type: message/rfc822\r\n\r\nSubject: Quartz\r\n\r\nA\r\n--dsn--\r\n"
    ).encode()


def came_back(mail: Outbox, raw: bytes, now=SOON) -> Inbound:
    row = replies.receive(raw, door="pipe", recipient=delivery.return_path(mail), sender="<>", now=now)
    replies.read_due(now)
    row.refresh_from_db()
    return row


def unreachable() -> list[str]:
    return [row.address for row in Unreachable.objects.all()]


def sent(to: Asked, number: int = 1) -> list[Outbox]:
    return [mail_to(to.seat) for _ in range(number)]


# --- the address it comes back to


def test_each_mail_has_an_address_of_its_own_to_come_back_to():
    first, second = sent(asked(), 2)
    paths = {delivery.return_path(first), delivery.return_path(second)}
    assert len(paths) == 2 and all(len(path.partition("@")[0]) <= 64 for path in paths)
    assert delivery.returned(delivery.return_path(first)) == first
    assert delivery.returned(delivery.return_path(first).upper()) == first


def test_it_outlives_a_change_of_keys_and_no_more(settings):
    (mail,) = sent(asked())
    path = delivery.return_path(mail)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another"
    assert delivery.returned(path) == mail
    settings.SECRET_KEY_FALLBACKS = []
    assert delivery.returned(path) is None


@pytest.mark.parametrize(
    "bend",
    [
        lambda path: path.replace("b+", "b+b"),
        lambda path: path[:20] + ("a" if path[20] != "a" else "c") + path[21:],
        lambda path: path.replace("bounce.play.example", "evil.example"),
        lambda path: path + ".evil.example",
        lambda path: path.replace("b+", "r+"),
    ],
)
def test_an_address_we_did_not_write_is_nobodys(bend):
    (mail,) = sent(asked())
    assert delivery.returned(bend(delivery.return_path(mail))) is None


def test_without_a_domain_for_bounces_there_is_no_such_address(settings):
    (mail,) = sent(asked())
    path = delivery.return_path(mail)
    settings.BOUNCE_DOMAIN = ""
    assert (delivery.return_path(mail), delivery.returned(path)) == ("", None)


def test_a_mail_server_sends_it_back_over_smtp():
    """Out to a mail server on loopback, which answers to the envelope's address."""
    (mail,) = sent(asked())
    message = EmailMessage()
    message["Message-ID"] = "<1@play.example>"
    message.set_content("your turn")
    with sink() as (box, port), smtplib.SMTP("127.0.0.1", port) as line:
        line.send_message(message, delivery.return_path(mail), [mail.to])
    assert len(box.letters) == 1
    assert came_back(mail, report()).state == InboundState.BOUNCE
    assert unreachable() == [mail.to]


# --- what is hard and what may pass


@pytest.mark.parametrize(
    ("status", "is_hard"),
    [
        ("5.1.1", True),
        ("5.1.10", True),
        ("5.2.1", True),
        ("5.0.0", True),
        ("5.2.2", False),
        ("5.4.4", False),
        ("5.7.1", False),
        ("4.4.1", False),
        ("", False),
    ],
)
def test_an_address_that_is_gone_is_told_from_one_that_is_full(status, is_hard):
    assert bounces.is_hard(status) == is_hard
    (mail,) = sent(asked())
    row = came_back(mail, report(status=status))
    assert row.state == InboundState.BOUNCE
    assert [one.step for one in Delivery.objects.filter(mail=mail)] == [DeliveryStep.BOUNCED]
    assert unreachable() == ([mail.to] if status.removesuffix("x") in (status, "") and is_hard else [])[
        :1
    ] or (status == "5.1.1x")


def test_three_bounces_in_three_days_are_one_too_many():
    mails = sent(asked(), 4)
    for number, mail in enumerate(mails[:3]):
        came_back(mail, report(status="5.2.2", text=str(number)), SOON + number * DAY * 2)
    assert unreachable() == []
    came_back(mails[3], report(status="5.2.2", text="x"), SOON + 4.5 * DAY)
    assert unreachable() == [mails[0].to]


def test_a_delay_is_no_bounce():
    for mail in sent(asked(), 4):
        came_back(mail, report("delayed", "4.4.1", text=str(mail.pk)))
    assert {one.step for one in Delivery.objects.all()} == {DeliveryStep.DEFERRED}
    assert unreachable() == []


def test_a_report_that_comes_twice_counts_once():
    (mail,) = sent(asked())
    for _ in range(5):
        came_back(mail, report(status="5.2.2"))
    assert Delivery.objects.count() == 1 and unreachable() == []


def test_a_holiday_notice_to_that_address_is_no_bounce():
    (mail,) = sent(asked())
    raw = b"From: alice@example.org\r\nAuto-Submitted: auto-replied\r\n\r\n5.1.1 days of holiday\r\n"
    row = came_back(mail, raw)
    assert (row.state, row.why) == (InboundState.IGNORED, "no_report")
    assert not Delivery.objects.exists()


def test_the_words_of_exim_are_understood():
    (mail,) = sent(asked())
    raw = (
        b"From: Mailer-Daemon@mail.example.org\r\nX-Failed-Recipients: alice@example.org\r\n\r\n"
        b"alice@example.org\r\n    host mail.example.org: 550 5.1.1 no such user\r\n"
    )
    assert came_back(mail, raw).why == "5.1.1"
    assert unreachable() == [mail.to]


@pytest.mark.parametrize(
    "raw",
    [
        report("ruined"),
        report().replace(b"Action:", b"Reaction:"),
        report() + b"x" * 300_000,
        b"\0",
        b"--dsn" * 90_000,
    ],
)
def test_an_odd_report_has_no_effect(raw):
    (mail,) = sent(asked())
    assert came_back(mail, raw).state != InboundState.WAITING
    assert unreachable() == []


# --- an address that takes none


def test_nothing_is_sent_there_and_that_shows():
    to = asked()
    waiting = Outbox.objects.filter(seat=to.seat, state=MailState.QUEUED)
    came_back(to.mail, report())
    outbox.send_due(SOON + DAY)
    assert not waiting.exists()
    failed = Outbox.objects.filter(seat=to.seat, state=MailState.FAILED)
    assert {row.error for row in failed} == {outbox.UNREACHABLE} and failed.exists()
    assert not any("given up" in fault for fault in faults(to.match.pk))


def test_what_was_finished_before_stays_here_too():
    to = asked()
    Outbox.objects.filter(pk=to.mail.pk).update(rendered=b"Subject: x\n\n", attempts=1)
    came_back(to.mail, report())
    assert not outbox.send(to.mail.pk, SOON + DAY)
    to.mail.refresh_from_db()
    assert (to.mail.state, to.mail.error) == (MailState.FAILED, outbox.UNREACHABLE)


def test_one_who_wants_no_invitations_still_gets_turns():
    to = asked()
    Unreachable.objects.create(address=to.mail.to, why="never")
    assert not delivery.is_unreachable(to.mail.to)


def test_it_is_the_same_address_however_it_is_spelled():
    delivery.leave_alone("Alice@Example.org", "bounced", SOON)
    assert delivery.is_unreachable("alice@example.ORG")


# --- putting it right


def test_an_address_that_was_shown_to_work_gets_mails_again():
    to = asked()
    came_back(to.mail, report())
    addresses.confirm(to.seat.player, to.seat.player.email, SOON)
    assert unreachable() == []
    assert Seat.objects.get(pk=to.seat.pk).generation == to.seat.generation


def test_a_new_address_ends_what_was_mailed_to_the_old_one():
    to = asked()
    addresses.confirm(to.seat.player, "alice@new.example", SOON)
    seat = Seat.objects.select_related("player").get(pk=to.seat.pk)
    assert (seat.player.email, seat.generation) == ("alice@new.example", to.seat.generation + 1)
    assert replies.receive(b"To: " + to.address.encode() + b"\r\n\r\nA", door="pipe", now=SOON).seat is None
    outbox.send_due(SOON + DAY)
    assert Outbox.objects.filter(seat=seat, state=MailState.SENT, to="alice@new.example").exists()


def test_nobody_takes_another_players_address():
    bob = person("bob")
    with pytest.raises(Refused, match="taken"):
        addresses.confirm(person("alice"), bob.email.upper(), SOON)


def test_ids_of_webhooks_are_forgotten_in_time():
    assert delivery.hear("mailgun:1", "x", SOON)
    upkeep.prune(SOON + 29 * DAY)
    assert Heard.objects.exists()
    upkeep.prune(SOON + 31 * DAY)
    assert not Heard.objects.exists()
