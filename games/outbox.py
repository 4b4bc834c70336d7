"""Sending what was queued: claim, look whether it still makes sense, render once, try until it is sent.

A crash between sending and noting it down makes a second copy: the same bytes under the same id.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from email.utils import format_datetime

import structlog
from django.conf import settings
from django.core import mail
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Q

from games import follow, history, stints
from games.desk import Desk
from games.follow_ups import label
from games.mails import plain
from games.models import MailState, Match, MatchStatus, Outbox, Seat
from games.rules.kernel.refusal import TooNew
from games.rules.kernel.table import questions

log = structlog.get_logger(__name__)

LEASE = timedelta(minutes=2)
SOON = timedelta(seconds=5)
STINT = 5  # seconds: windows that are due wait behind mails no longer
TRIES = 4
PAUSES = (timedelta(seconds=30), timedelta(minutes=5), timedelta(minutes=30))
BYTES_KEPT = timedelta(days=7)


class GivenUp(Exception):
    """Raised when a mail was tried often enough."""


def send_due(now: datetime, most: int = 200) -> int:
    """Send what is due; give the number sent."""
    due = list(Outbox.objects.due(now).order_by("send_after").values_list("pk", flat=True)[:most])
    return sum(send(pk, now) for pk in stints.within(STINT, due))


def send(pk: int, now: datetime) -> bool:
    """Send one mail if nobody else is at it; tell whether it went out. Never raises for a bad row."""
    if not Outbox.objects.claim(pk, now, now + LEASE):
        return False
    row = Outbox.objects.select_related("match", "seat__player").get(pk=pk)
    try:
        if row.attempts > TRIES:
            raise GivenUp  # whoever tried before was stopped in the middle, each time
        if not row.rendered and not prepare(row, now):
            return False
        deliver(row)
    except TooNew:
        Outbox.objects.hand_back(pk, now + SOON)
        return False
    except Exception as error:  # one bad row stops nobody else
        put_off(row, error, now)
        return False
    Outbox.objects.filter(pk=pk, attempts=row.attempts).update(
        state=MailState.SENT, sent_at=now, lease_until=None, error=""
    )
    return True


def prepare(row: Outbox, now: datetime) -> bool:
    """Render a mail as of now and keep its bytes; without a reason any more it is superseded."""
    if not still_makes_sense(row, now):
        Outbox.objects.filter(pk=row.pk, attempts=row.attempts).update(
            state=MailState.SUPERSEDED, lease_until=None
        )
        return False
    row.to = row.seat.player.email if row.seat and row.seat.player else ""
    row.rendered = plain.render(row, now)
    mine = Outbox.objects.filter(pk=row.pk, attempts=row.attempts)
    return bool(mine.update(rendered=row.rendered, to=row.to))


def still_makes_sense(row: Outbox, now: datetime) -> bool:
    """Tell whether its question is still waited for, by the same person in the same seat."""
    if row.seat is None or row.match is None:
        return True
    if row.seat.player is None or row.seat.generation != row.generation:
        return False
    if row.kind == "ahead":
        return is_news(row.match, row.seat, row.question, now)
    return not row.question or is_waited_for(row.match, row.seat, row.question)


def is_news(match: Match, seat: Seat, about: str, now: datetime) -> bool:
    """Tell whether the plan this is about still lies there and will stop, and its owner isn't asked yet."""
    if match.status != MatchStatus.RUNNING:
        return False
    desk = Desk.of(match, now)
    laid = desk.orders.get(seat.number)
    return laid is not None and about == f"order-{laid.pk}" and follow.will_stop(desk, seat.number)


def is_waited_for(match: Match, seat: Seat, question: str) -> bool:
    if match.status != MatchStatus.RUNNING or seat.number not in match.awaited:
        return False
    _, table = history.load(match)
    waiting = questions(match.rules, table)
    return any(label(name) == question and one.awaited for name, one in waiting.items())


def deliver(row: Outbox) -> None:
    """Hand the kept bytes to the mail server."""
    subject, _, body = bytes(row.rendered or b"").decode().partition("\n\n")
    message = EmailMessage(
        subject=subject,
        body=body,
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[row.to],
        headers={
            "Message-ID": f"<{row.message_id}@{plain.host()}>",
            "Date": format_datetime(row.created_at),
            "Auto-Submitted": "auto-generated",
        },
    )
    with mail.get_connection() as connection:
        if connection.send_messages([message]) != 1:
            raise OSError("the mail server took no message")


def put_off(row: Outbox, error: Exception, now: datetime) -> None:
    """Try again later, or give up and show it."""
    # The class alone: what a server answers may hold addresses.
    failed = row.attempts >= TRIES
    pause = PAUSES[min(row.attempts, len(PAUSES)) - 1]
    Outbox.objects.filter(pk=row.pk, attempts=row.attempts).update(
        state=MailState.FAILED if failed else MailState.QUEUED,
        send_after=now + pause,
        lease_until=None,
        error=type(error).__name__,
    )
    log.warning("mail_put_off", mail=row.pk, attempt=row.attempts, given_up=failed)


def wipe_old(now: datetime) -> int:
    """Forget the bytes of mails sent or given up a week ago: they hold live links."""
    over = Q(sent_at__lt=now - BYTES_KEPT) | Q(state=MailState.FAILED, send_after__lt=now - BYTES_KEPT)
    old = Outbox.objects.filter(over, rendered__isnull=False)
    with transaction.atomic():
        return old.update(rendered=None)
