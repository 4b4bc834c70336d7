"""Sending what was queued: claim, check whether it still makes sense, render once, retry until sent.

A crash after sending but before recording it makes a second copy: the same bytes with the same id. One
process sends at a time, one email after the other, so such a crash makes at most one copy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from functools import partial

import structlog
from django.conf import settings
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import Case, IntegerField, Q, QuerySet, Value, When

from games.infra import locks, time_budget
from games.infra.statements import Change, kept, kept_change
from games.infra.time_budget import Stopping, never
from games.mail import choices, delivery, links
from games.mail.compose import frame
from games.mail.compose.kept import StoredEmail
from games.mail.kinds import (
    CODES,
    IN_DIGEST,
    INVITING,
    KINDS,
    OF_ACCOUNT,
    ON_PAGE,
    TO_PLAYERS,
    UNASKED,
    WHEN_PAUSED,
    MailKind,
)
from games.mail.send import still_true
from games.mail.send.connection import MailConnection
from games.models import MailState, Outbox, Seat
from games.players import codes
from games.reach import fan_out
from games.rules.kernel.refusal import TooNew

log = structlog.get_logger(__name__)

# The lock keeps senders apart. The lease lets other emails go first if this one stopped its sender.
LEASE = timedelta(seconds=30)
SOON = timedelta(seconds=5)
STINT = 5  # seconds: windows that are due don't wait longer behind emails
TRIES = 4
PAUSES = (timedelta(seconds=30), timedelta(minutes=5), timedelta(minutes=30))
BYTES_KEPT = timedelta(days=7)
#: Codes go first, because somebody is waiting for them right now.
FIRST = Case(When(kind__in=CODES, then=Value(0)), default=Value(1), output_field=IntegerField())
NAMELESS = {"postal"}  # providers that accept no id of ours, but keep the Message-ID
UNREACHABLE = "unreachable"  # in place of an error: the address gets no emails
#: If the reader has seen on the page what an email would say, it waits, and is sent only if they are still
#: awaited some minutes later; but it isn't put off for ever, however often they look.
PATIENCE = timedelta(minutes=5)


class GivenUp(Exception):
    """Raised when an email was tried often enough."""


def send_due(now: datetime, most: int = 1000, stopping: Stopping = never) -> int:
    """Send what is due, unless another process is sending; return how many were sent."""
    due = Outbox.objects.due(now).not_held_up(WHEN_PAUSED).order_by(FIRST, "send_after", "pk")
    found = list(due.values_list("pk", flat=True)[:most])
    return send_all(time_budget.within(STINT, found), now, stopping) if found else 0


def send(pk: int, now: datetime) -> bool:
    """Send one email, unless another process is sending; return whether it was sent."""
    return send_all([pk], now, never) == 1


def send_all(pks: Iterable[int], now: datetime, stopping: Stopping) -> int:
    """Send emails over one connection, as the only process that sends; return how many were sent."""
    with locks.alone("mails") as is_free:
        return _send_all(pks, now, stopping) if is_free else 0


def _send_all(pks: Iterable[int], now: datetime, stopping: Stopping) -> int:
    """Finish one email while the server takes the one before, and record that one before sending the next."""
    sent = 0
    underway: Outbox | None = None
    with MailConnection() as connection:
        try:
            for pk in pks:
                if stopping():
                    break
                row = claimed(pk, now)
                if row and underway and row.seat_id == underway.seat_id:
                    sent += note(underway, connection, now)  # so the next one repeats nothing
                    underway = None
                if row and (message := ready(row, now)):
                    sent += note(underway, connection, now)
                    connection.carry(partial(deliver, message))
                    underway = row
        except Exception:
            note(underway, connection, now)  # this one may have been sent all the same
            raise
        return sent + note(underway, connection, now)


def claimed(pk: int, now: datetime) -> Outbox | None:
    """Claim an email that is due, unless another process has."""
    if not Outbox.objects.claim(pk, now, now + LEASE):
        return None
    (row,) = _to_send(pk)
    return row


@kept
def _to_send(pk: int) -> QuerySet[Outbox]:
    return Outbox.objects.filter(pk=pk).select_related("match", "seat__player")


def ready(row: Outbox, now: datetime) -> StoredEmail | None:
    """Finish a claimed email if it is to be sent now. Never raise for a bad row."""
    try:
        if row.attempts > TRIES:
            raise GivenUp  # each earlier attempt was stopped in the middle
        if row.is_held_up and row.kind not in WHEN_PAUSED:
            Outbox.objects.hand_back(row.pk, now + SOON)
            return None
        if later := put_off_while_looking(row, now):
            Outbox.objects.wait(row.pk, later)
            return None
        if not row.rendered and not is_its_turn(row, now):
            return None
        return envelope(row) if prepare(row, now) else None
    except TooNew:
        Outbox.objects.hand_back(row.pk, now + SOON)
    except Exception as error:  # one bad row must not stop the others
        put_off(row, error, now)
    return None


def note(row: Outbox | None, connection: MailConnection, now: datetime) -> bool:
    """Wait until the mail server has taken the email under way, record that, and return whether it did."""
    if row is None:
        return False
    try:
        connection.wait()
    except Exception as error:
        connection.hang_up()
        put_off(row, error, now)
        return False
    _note_sent(row.pk, row.attempts, now)
    return True


@kept_change
def _note_sent(pk: int, attempts: int, now: datetime) -> Change:
    mine = Outbox.objects.filter(pk=pk, attempts=attempts)
    return Change(mine, state=MailState.SENT, sent_at=now, lease_until=None, error="")


def put_off_while_looking(row: Outbox, now: datetime) -> datetime | None:
    """Return until when to put off an email whose reader has seen on the page what it would say."""
    seen_at = row.seat.seen_at if row.seat else None
    if seen_at is None or row.rendered or row.kind not in ON_PAGE or seen_at < row.created_at:
        return None
    later = min(seen_at + PATIENCE, row.created_at + 3 * PATIENCE)
    return later if later > now else None


def is_its_turn(row: Outbox, now: datetime) -> bool:
    """Give the notice to other channels first; put the email off, or supersede it, if one of them will do."""
    due = fan_out.email_due(row, now, is_true)
    if isinstance(due, fan_out.Never):
        _supersede(row.pk, row.attempts, row.question)
    elif due is not None:
        Outbox.objects.wait(row.pk, due)
    return due is None


def prepare(row: Outbox, now: datetime) -> bool:
    """Finish an email as of now and store its bytes, once; supersede it if it no longer makes sense.

    An email that was finished before is sent unchanged, but only to the person it was written for.
    """
    is_to_be_asked = row.kind in UNASKED and not row.rendered
    if is_to_be_asked and delivery.is_unwelcome(row):
        # Without a trace: a blocked player's invitations must not be noticed.
        _mine(row.pk, row.attempts, row.question).delete()
        return False
    if not (has_its_reader(row) if row.rendered else still_makes_sense(row, now)):
        _supersede(row.pk, row.attempts, row.question)
        return False
    if row.seat and not row.rendered and row.kind not in INVITING:
        row.to = row.seat.player.email if row.seat.player else ""
    if row.kind not in CODES and delivery.is_unreachable(row.to):
        # Shown to the match and to its owner, who can fix it with a code: codes are sent to any address.
        _fail(row.pk, row.attempts, row.question, row.to)
        return False
    if is_to_be_asked and (later := delivery.asked_too_often(row.to, now)):
        Outbox.objects.wait(row.pk, later)
        return False
    return bool(row.rendered) or finish(row, now)


def _mine(pk: int, attempts: int, question: str) -> QuerySet[Outbox]:
    """Find a row that this process has claimed.

    If the match has gone on under another question since the row was read, the next attempt does it.
    """
    return Outbox.objects.filter(pk=pk, attempts=attempts, question=question)


@kept_change
def _supersede(pk: int, attempts: int, question: str) -> Change:
    mine = _mine(pk, attempts, question)
    return Change(mine, state=MailState.SUPERSEDED, lease_until=None, rendered=None)


@kept_change
def _fail(pk: int, attempts: int, question: str, to: str) -> Change:
    mine = _mine(pk, attempts, question)
    return Change(mine, state=MailState.FAILED, lease_until=None, to=to, error=UNREACHABLE)


@kept_change
def _store(pk: int, attempts: int, question: str, content: bytes | None, to: str) -> Change:
    return Change(_mine(pk, attempts, question), rendered=content, to=to)


def finish(row: Outbox, now: datetime) -> bool:
    """Write an email with its links, and store its bytes; return whether this process may still send it."""
    finished = frame.finish(row, now)
    content = None if is_kept_nowhere(row) else finished.content
    with locks.writing():
        if not _store(row.pk, row.attempts, row.question, content, row.to):
            return False
        links.write(finished.links)
    row.rendered = finished.content
    return True


def is_kept_nowhere(row: Outbox) -> bool:
    """Tell whether it has a code: those are written again for each attempt, and come out the same."""
    return row.kind in CODES and not codes.may_be_kept()


def has_its_reader(row: Outbox) -> bool:
    """Tell whether the person it was written for still has the seat, or the address, and wants emails."""
    seat = row.seat
    if row.kind in TO_PLAYERS:
        player = delivery.owner_of(row.to)
        return player is not None and not (player.muted or choices.is_unwanted(row, player))
    if seat is None:
        return True
    if row.kind in INVITING:
        return seat.player is None and seat.generation == row.generation
    return seat.player is not None and seat.generation == row.generation and not is_unwanted(row, seat)


def is_unwanted(row: Outbox, seat: Seat) -> bool:
    """Tell whether its reader doesn't want this email; confirmations of their own actions always go."""
    player = seat.player
    muted = seat.muted or (player is not None and player.muted)
    gathered = player is not None and player.digest and row.kind in IN_DIGEST
    chosen = player is not None and choices.is_unwanted(row, player)
    return (muted or gathered or chosen) and not KINDS[row.kind].always_wanted


def still_makes_sense(row: Outbox, now: datetime) -> bool:
    """Tell whether it still has its reader and is still true."""
    return has_its_reader(row) and _is_true(row, now)


def is_true(row: Outbox, now: datetime) -> bool:
    """Tell whether what it says is still true of its seat, whatever emails the player wants."""
    seat = row.seat
    has_left = seat is not None and (seat.player is None or seat.generation != row.generation)
    return not has_left and _is_true(row, now)


def _is_true(row: Outbox, now: datetime) -> bool:
    belongs_nowhere = row.seat is None or row.match is None
    if row.kind not in OF_ACCOUNT | TO_PLAYERS and belongs_nowhere:
        return True
    return check_of(KINDS[row.kind])(row, now)


def check_of(kind: MailKind) -> Callable[[Outbox, datetime], bool]:
    """Find the function that checks whether what a kind of email says is still true."""
    found: Callable[[Outbox, datetime], bool] = getattr(still_true, kind.still)
    return found


def deliver(message: StoredEmail, server: BaseEmailBackend) -> None:
    """Hand a finished email to the mail server, over a connection that stays open for the next."""
    server.open()
    if server.send_messages([message]) != 1:
        raise OSError("the mail server accepted no message")


def envelope(row: Outbox) -> StoredEmail:
    """Put the stored bytes into an envelope that bounces to us; a provider gets our id instead."""
    back = "" if settings.MAIL_PROVIDER else delivery.return_path(row)
    message = StoredEmail(bytes(row.rendered or b""), row.to, back)
    if settings.MAIL_PROVIDER and settings.MAIL_PROVIDER not in NAMELESS:
        message.metadata = {"mail": str(row.message_id)}
    return message


def put_off(row: Outbox, error: Exception, now: datetime) -> None:
    """Try again later, or give up and show it."""
    # The class alone: a server's text may contain addresses.
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
    """Wipe the bytes of emails sent or given up a week ago, because they contain live links."""
    over = Q(sent_at__lt=now - BYTES_KEPT) | Q(state=MailState.FAILED, send_after__lt=now - BYTES_KEPT)
    old = Outbox.objects.filter(over, rendered__isnull=False)
    with transaction.atomic():
        return old.update(rendered=None)
