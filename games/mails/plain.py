"""Mails as plain text: what happened, what is asked, until when, and where to answer."""

from __future__ import annotations

from datetime import datetime
from email.utils import format_datetime
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.mail import EmailMessage

from games import history
from games.follow_ups import label
from games.models import Deadline, Outbox
from games.rules.kernel.redaction import seen
from games.rules.kernel.seats import PUBLIC
from games.rules.kernel.table import played, questions
from games.rules.telling_english import tell, word

SUBJECTS = {
    "turn": "Your turn",
    "window": "You are attacked",
    "secret": "A choice in secret",
    "over": "The match is over",
    "reminder": "Reminder: you are waited for",
    "ahead": "Your plan will stop",
}
LAST_LINES = 12


def host() -> str:
    """Give the host that message ids are made under."""
    return urlsplit(settings.SITE_URL).hostname or "localhost"


def render(row: Outbox, now: datetime) -> bytes:
    """Finish a mail, headers and all, as this reader may have it."""
    assert row.match is not None
    assert row.seat is not None
    parts = [story(row), asked(row), deadline(row), f"{settings.SITE_URL}/m/{row.match.public_id}/"]
    message = EmailMessage(
        subject=f"{SUBJECTS.get(row.kind, 'News')}: {row.match.rules.meta.title}",
        body="\n\n".join(part for part in parts if part) + "\n",
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[row.to],
        headers={
            "Message-ID": f"<{row.message_id}@{host()}>",
            "Date": format_datetime(row.created_at),
            "Auto-Submitted": "auto-generated",
        },
    )
    return message.message().as_bytes()


def story(row: Outbox) -> str:
    """Tell the last that happened, as anybody may know it: a letter that is passed on shows no hand."""
    assert row.match is not None
    rules, names = row.match.rules, {seat.number: seat.name for seat in row.match.seats.all()}
    records, table = history.load(row.match)
    told = (seen(rules, record, PUBLIC, table.options) for record in played(records))
    lines = (tell(rules, event, lambda seat: names[seat], table.options) for event in told if event)
    return "\n".join([line for line in lines if line][-LAST_LINES:])


def asked(row: Outbox) -> str:
    """Say what is asked, if it still is."""
    assert row.match is not None
    _, table = history.load(row.match)
    waiting = questions(row.match.rules, table)
    kind = next((one.kind for name, one in waiting.items() if label(name) == row.question), "")
    return word(row.match.rules, f"asked.{kind}", table.options)


def deadline(row: Outbox) -> str:
    """Say until when, in the reader's own zone, and name it."""
    clock = Deadline.objects.filter(match=row.match, question=row.question, kind="question").last()
    if not row.question or clock is None or row.seat is None or row.seat.player is None:
        return ""
    zone = row.seat.player.time_zone
    return f"Time until {clock.due_at.astimezone(ZoneInfo(zone)):%A %d %B %H:%M} ({zone})."
