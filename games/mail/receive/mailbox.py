"""Receiving without a provider: a mailbox of ours that we look into. What is stored is deleted there."""

from __future__ import annotations

import imaplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from urllib.parse import SplitResult, unquote, urlsplit

import structlog
from django.conf import settings

from games.infra import locks
from games.infra.time_budget import Stopping, never
from games.mail.receive import replies
from games.mail.receive.parsing.parts import MOST_BYTES
from games.models import Deadline, DeadlineKind, DeadlineState, Heartbeat

log = structlog.get_logger(__name__)

DOOR = "mailbox"
TRIED, READ = "mailbox tried", Heartbeat.MAILBOX
EVERY = timedelta(seconds=15)
PATIENCE = 10  # seconds without a word from the mail server
MOST = 100  # emails at a time
PORTS = {"imap": 143, "imaps": 993}
CLOSED = (OSError, imaplib.IMAP4.error)


def fetch_due(now: datetime, stopping: Stopping = never) -> int:
    """Look into the mailbox if there is one and it is time; return how many emails were stored."""
    if not settings.IMAP_URL or not _is_due(now):
        return 0
    with locks.alone("mailbox") as is_free:
        if not is_free:
            return 0
        Heartbeat.record(TRIED, now)
        try:
            return fetch(now, stopping)
        except CLOSED as error:  # the class alone: the server's text may contain an address
            log.warning("mailbox_not_read", reason=type(error).__name__)
            return 0


def _is_due(now: datetime) -> bool:
    """Tell whether the last look was some time ago, or a deadline has passed since."""
    age = Heartbeat.age(TRIED, now)
    if age is None or age >= EVERY:
        return True
    waiting = Deadline.objects.filter(kind=DeadlineKind.QUESTION, state=DeadlineState.RUNNING)
    return waiting.filter(due_at__gt=now - age, due_at__lte=now).exists()


def fetch(now: datetime, stopping: Stopping = never) -> int:
    """Store what is in the mailbox, and delete it there; raise OSError and imaplib's errors.

    If anything goes wrong with an email, it stays in the mailbox.
    """
    stored = 0
    with _opened(urlsplit(settings.IMAP_URL)) as box:
        _, found = box.uid("SEARCH", "UNDELETED")
        for name in (found[0] or b"").decode().split()[:MOST]:
            if stopping():
                break
            raw = _content(box, name)
            if raw is not None:
                replies.receive(raw, door=DOOR, now=now)
                box.uid("STORE", name, "+FLAGS.SILENT", r"(\Deleted)")
                stored += 1
        box.expunge()
    Heartbeat.record(READ, now)
    return stored


def look() -> None:
    """Open the mailbox and change nothing; raise OSError and imaplib's errors."""
    with _opened(urlsplit(settings.IMAP_URL)):
        pass


@contextmanager
def _opened(address: SplitResult) -> Iterator[imaplib.IMAP4]:
    host, port = address.hostname or "", address.port or PORTS[address.scheme]
    box = (
        imaplib.IMAP4_SSL(host, port, ssl_context=ssl.create_default_context(), timeout=PATIENCE)
        if address.scheme == "imaps"
        else imaplib.IMAP4(host, port, timeout=PATIENCE)
    )
    try:
        box.login(unquote(address.username or ""), unquote(address.password or ""))
        told, _ = box.select(f'"{unquote(address.path.strip("/")) or "INBOX"}"')
        if told != "OK":
            raise imaplib.IMAP4.error("there is no such folder")
        yield box
        box.logout()
    finally:
        with suppress(OSError):
            box.shutdown()


def _content(box: imaplib.IMAP4, name: str) -> bytes | None:
    """Fetch an email, but no more of it than would be stored."""
    _, found = box.uid("FETCH", name, f"(BODY.PEEK[]<0.{MOST_BYTES + 1}>)")
    return next((one[1] for one in found if isinstance(one, tuple)), None)
