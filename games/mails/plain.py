"""Mails as plain text: what happened, what is asked, until when, and where to answer."""

from __future__ import annotations

from datetime import datetime
from email.utils import format_datetime
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.mail import EmailMessage

from games import history, news
from games.follow_ups import label
from games.mails import table
from games.models import Deadline, Outbox, names_of
from games.rules.kernel.redaction import seen
from games.rules.kernel.seats import PUBLIC
from games.rules.kernel.table import played, questions
from games.telling import tell, word

SUBJECTS: dict[str, str] = {
    "turn": "Your turn",
    "window": "You are attacked",
    "secret": "A choice in secret",
    "over": "The match is over",
    "reminder": "Reminder: you are waited for",
    "ahead": "Your plan will stop",
    **{str(kind): subject for kind, subject in table.SUBJECTS.items()},
}
LAST_LINES = 12


def host() -> str:
    """Give the host that message ids are made under."""
    return urlsplit(settings.SITE_URL).hostname or "localhost"


def render(row: Outbox, now: datetime) -> bytes:
    """Finish a mail, headers and all, as this reader may have it."""
    assert row.match is not None
    parts = [*told(row), f"{settings.SITE_URL}/m/{row.match.public_id}/"]
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


def told(row: Outbox) -> list[str]:
    """Say what happened and what is asked; once a match goes on, what its reader was asked before."""
    if row.kind not in news.KINDS:
        return [story(row), asked(row, row.question), deadline(row, row.question)]
    if row.kind != news.News.RESUMED:
        return [table.told(row)]
    question = waits_for(row)
    return [table.told(row), asked(row, question), deadline(row, question)]


def story(row: Outbox) -> str:
    """Tell the last that happened, as anybody may know it: a letter that is passed on shows no hand."""
    assert row.match is not None
    rules, names = row.match.rules, names_of(row.match.seats.select_related("player"))
    records, folded = history.load(row.match)
    events = (seen(rules, record, PUBLIC, folded.options) for record in played(records))
    lines = (tell(rules, event, lambda seat: names[seat], folded.options) for event in events if event)
    return "\n".join([line for line in lines if line][-LAST_LINES:])


def asked(row: Outbox, about: str) -> str:
    """Say what is asked, if it still is."""
    assert row.match is not None
    _, folded = history.load(row.match)
    waiting = questions(row.match.rules, folded)
    kind = next((one.kind for name, one in waiting.items() if label(name) == about), "")
    return word(row.match.rules, f"asked.{kind}", folded.options)


def waits_for(row: Outbox) -> str:
    """Name the question on which the reader's clock runs; a pause has held up the mail that asked it."""
    assert row.seat is not None
    clocks = Deadline.objects.filter(match=row.match, seat=row.seat.number, kind="question", state="running")
    return clocks.order_by("due_at").values_list("question", flat=True).first() or ""


def deadline(row: Outbox, about: str) -> str:
    """Say until when, in the reader's own zone, and name it."""
    clock = Deadline.objects.filter(match=row.match, question=about, kind="question").last()
    if not about or clock is None or row.seat is None or row.seat.player is None:
        return ""
    zone = row.seat.player.time_zone
    return f"Time until {clock.due_at.astimezone(ZoneInfo(zone)):%A %d %B %H:%M} ({zone})."
