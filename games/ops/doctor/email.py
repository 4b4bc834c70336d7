"""Whether emails go out, and replies come in."""

from __future__ import annotations

import imaplib
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.core import mail
from django.core.mail.backends.smtp import EmailBackend as Smtp
from django.db import DatabaseError

from games.mail.receive import mailbox
from games.models import Heartbeat, Inbound
from games.ops.doctor.finding import Finding, ill, well, worry
from games.rules.tools.shelf import ToolError

SUBJECT = "A test from your site"
TEXT = "This email was sent by `manage.py doctor`. If you can read it, emails leave {site}.\n"
READ_WITHIN = timedelta(minutes=10)
MAILBOX, PIPE = "mailbox", "pipe"


def server(send_to: str) -> Iterator[Finding]:
    """See whether the mail server takes us, and one email if an address is given."""
    if send_to:
        yield _send(send_to)
    elif settings.MAIL_PROVIDER:
        told = f"by the API of {settings.MAIL_PROVIDER}, not tried"
        yield worry("email", told, "Try it: `manage.py doctor --send you@example.org`.")
    else:
        yield _sign_in()


def _sign_in() -> Finding:
    """Connect and sign in to the mail server; send nothing."""
    connection = mail.get_connection()
    if not isinstance(connection, Smtp):
        return ill("email", "isn't sent to anybody", "Set EMAIL_URL to your mail server.")
    try:
        connection.open()
        connection.close()
    except OSError as error:  # smtplib's errors are OSErrors; the class alone, for a text may hold an address
        told = f"the mail server doesn't take us: {type(error).__name__}"
        return ill("email", told, "Are EMAIL_URL's host, port, user and password right?")
    return well("email", "the mail server takes us; --send ADDRESS sends one")


def _send(to: str) -> Finding:
    if "@" not in to:
        raise ToolError(f"{to!r} is no address")
    text = TEXT.format(site=settings.SITE_URL)
    message = mail.EmailMessage(SUBJECT, text, settings.DEFAULT_FROM_EMAIL, [to])
    try:
        sent = message.send()
    except Exception as error:  # a provider's library has errors of its own
        told = f"a test to {to} wasn't taken: {type(error).__name__}"
        return ill("email", told, "Are EMAIL_URL and MAIL_FROM, or the provider's keys, right?")
    if not sent:
        return ill("email", f"a test to {to} wasn't taken", "Look at the log of the mail server.")
    return well("email", f"a test to {to} was taken: see that it arrives, and not as spam")


def replies(now: datetime) -> Iterator[Finding]:
    """See whether replies to emails would be read."""
    if not settings.INBOUND:
        do = "Set INBOUND and REPLY_DOMAIN if players should play by reply."
        yield worry("replies", "can't be sent: emails have links only", do)
        return
    if settings.INBOUND == MAILBOX:
        yield _mailbox(now)
    try:
        last = Inbound.objects.order_by("-pk").values_list("received_at", flat=True).first()
    except DatabaseError:
        return
    if last is None:
        yield worry("replies", "none has come yet", "Reply to an email of the site, and run this again.")
    else:
        yield well("replies", f"the last came {(now - last).total_seconds() / 3600:.0f} h ago")


def _mailbox(now: datetime) -> Finding:
    do = "Is IMAP_URL right? Until it is, replies stay in the mailbox."
    try:
        mailbox.look()
    except (OSError, imaplib.IMAP4.error) as error:
        return ill("mailbox", f"can't be read: {type(error).__name__}", do)
    age = Heartbeat.age(mailbox.READ, now)
    if age is None or age > READ_WITHIN:
        return ill(
            "mailbox", "opens, but nothing reads it", "Start a worker, or `manage.py sweep --forever`."
        )
    return well("mailbox", f"was read {age.total_seconds():.0f} s ago")
