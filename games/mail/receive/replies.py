"""Replies: stored as they come, read by the sweep, and played only if everything is right.

A reply is played if it has the token of the email it answers, comes from an address of the seat's own player,
and DMARC vouches for that. Otherwise we ask the player, at the address we know, whether they meant it. We
never answer the sender directly: anybody can invent one.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.db import transaction

from games.infra import bell, limits, time_budget
from games.infra.locks import writing
from games.infra.time_budget import Stopping, never
from games.mail import delivery, links, press
from games.mail.press import PressResult
from games.mail.receive import answers
from games.mail.receive.parsing import automatic, bounces, first_line, for_chat, parts, senders
from games.mail.receive.parsing.for_chat import ForChat
from games.mail.receive.parsing.parts import ParsedEmail, Unreadable
from games.match import chat
from games.match.actions import Pressed
from games.models import Door, Inbound, InboundState, Link, Outbox, Purpose, Seat, names_of
from games.models.inbound import NO_CHOICE, NOBODY_CALLED_SO, SAID, UNPROVEN
from games.rules.kernel.refusal import Refused

log = structlog.get_logger(__name__)

LEASE = timedelta(seconds=30)
SOON = timedelta(seconds=5)
STINT = 5  # seconds
TRIES = 4
RAW_KEPT = timedelta(days=14)
NOBODYS_KEPT = timedelta(days=90)
MAY_BE_SAID = (Purpose.CHOICE, Purpose.ORDERS, Purpose.LIFT)
#: Headers that may contain the address it was sent to, the most reliable first.
RECIPIENTS = ("delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "to", "cc")
LONGEST_ADDRESS = 320
_OURS = re.compile(r"\b([rb])\+([a-z2-7]{39,42})@([a-z0-9.-]+)", re.IGNORECASE)


class ReadResult(NamedTuple):
    """What became of an email that came in."""

    state: InboundState
    why: str = ""


class TryAgain(Exception):
    """Raised when only a process of a newer version can do it."""


# --- storing


def receive(
    raw: bytes, *, door: str, now: datetime, recipient: str = "", sender: str = "", verdict: str = ""
) -> Inbound:
    """Store an email at once, and have it read soon. The same email is stored once."""
    with writing():
        kept = keep(raw, door=door, now=now, recipient=recipient, sender=sender, verdict=verdict)
    bell.ring()
    return kept


def keep(
    raw: bytes, *, door: str, now: datetime, recipient: str = "", sender: str = "", verdict: str = ""
) -> Inbound:
    """Store an email in the caller's transaction. If it is too large, store only its beginning."""
    raw, sender = raw[: parts.MOST_BYTES + 1], sender.replace("\0", "")
    known = next(_our_recipients(recipient, raw), recipient).replace("\0", "")[:LONGEST_ADDRESS]
    digest = hashlib.sha256(b"\0".join([raw, known.lower().encode()])).hexdigest()
    reply = _reply_link(known)
    mail = reply.mail if reply else delivery.returned(known)
    is_new = not Inbound.objects.filter(digest=digest).exists()
    is_read = is_new and _is_within_limits(mail, known, is_believed(raw, reply, verdict), now)
    row = Inbound(
        raw=raw if is_read else None,
        digest=digest,
        door=door,
        recipient=known,
        sender=sender[:LONGEST_ADDRESS],
        verdict=verdict,
        state=InboundState.WAITING if is_read else InboundState.IGNORED,
        why="" if is_read else "too_many",
        seat=reply.seat if reply and reply.is_current else None,
        mail=mail,
        received_at=now,
    )
    Inbound.objects.bulk_create([row], ignore_conflicts=True)
    kept = Inbound.objects.get(digest=digest)
    if is_new and not is_read:
        answers.tell_unread(kept, None if reply is None or links.is_dead(reply, now) else reply, now)
    return kept


def _is_within_limits(mail: Outbox | None, address: str, believed: bool, now: datetime) -> bool:
    """Count an email; return whether the limit allows it. Unverified ones have a limit of their own."""
    try:
        if mail is None:
            limits.take("mails to nobody", "all", now)
        elif believed:
            limits.take("mails to one mail's address", address.lower(), now)
        else:
            limits.take("unproven mails to one mail's address", address.lower(), now)
    except Refused:
        return False
    return True


def _our_recipients(recipient: str, raw: bytes) -> Iterator[str]:
    """Yield our addresses that an email was sent to; the envelope comes first."""
    yield from (match[0] for match in _OURS.finditer(recipient))
    try:
        head = parts.head_of(raw)
    except Unreadable:
        return
    for name in RECIPIENTS:
        yield from (match[0] for value in head.all(name) for match in _OURS.finditer(value))


def _reply_link(recipient: str) -> Link | None:
    found = _OURS.fullmatch(recipient)
    if not found or found[1].lower() != "r" or found[3].lower() != settings.REPLY_DOMAIN:
        return None
    return links.find(found[2], Purpose.REPLY)


# --- reading


def read_due(now: datetime, most: int = 200, stopping: Stopping = never) -> int:
    """Read what has come in; return how many emails were read."""
    found = list(Inbound.objects.due(now).order_by("received_at", "pk").values_list("pk", flat=True)[:most])
    count = 0
    for pk in time_budget.within(STINT, found):
        if stopping():
            break
        count += read_one(pk, now)
    return count


def read_one(pk: int, now: datetime) -> bool:
    """Read one email, unless another process does; return whether it was read. Never raise for a bad row."""
    if not Inbound.objects.claim(pk, now, now + LEASE):
        return False
    row = Inbound.objects.select_related("mail").get(pk=pk)
    try:
        became = _read(row, now)
    except TryAgain:
        Inbound.objects.hand_back(pk, now + SOON)
        return False
    except Exception:  # one bad row must not stop the others
        log.exception("mail_not_read", inbound=pk)
        return False
    mine = Inbound.objects.filter(pk=pk, attempts=row.attempts, state=InboundState.WAITING)
    return bool(mine.update(state=became.state, why=became.why[:40], lease_until=None))


def _read(row: Inbound, now: datetime) -> ReadResult:
    if row.attempts > TRIES:
        log.error("mail_given_up", inbound=row.pk)
        return ReadResult(InboundState.REFUSED, "given_up")
    if returned := delivery.returned(row.recipient):
        return _read_bounce(row, returned, now)
    reply = _reply_link(row.recipient)
    if reply is None or reply.mail is None or links.is_dead(reply, now):
        return ReadResult(InboundState.IGNORED, "dead" if reply else "nobodys")
    raw = bytes(row.raw or b"")
    believed = is_believed(raw, reply, row.verdict)
    try:
        if why := automatic.why_automatic(parts.head_of(raw), row.sender, _own_host()):
            return ReadResult(InboundState.IGNORED, why)
        letter, line = understood(raw)
        told = for_chat.read(letter)
    except Unreadable as fault:
        answers.answer(row, reply, fault.code, believed, now)
        return ReadResult(InboundState.REFUSED, fault.code)
    if told is not None:
        return _said(row, reply, told, believed, now)
    choice = chosen(reply.mail, line)
    if choice is None:
        answers.answer(row, reply, NO_CHOICE, believed, now)
        return ReadResult(InboundState.ANSWERED, NO_CHOICE)
    if not believed:
        answers.ask(choice, now)
        return ReadResult(InboundState.CONFIRM)
    return _played(row, reply, press.press(choice, door=Door.REPLY, now=now), now)


def understood(raw: bytes) -> tuple[ParsedEmail, str]:
    """Return an email and its first line, folded; raise Unreadable, also if there is no clear sender."""
    letter = parts.take_apart(raw)
    senders.author(letter.head)
    return letter, first_line.fold(first_line.first_line(letter))


def _said(row: Inbound, reply: Link, told: ForChat, believed: bool, now: datetime) -> ReadResult:
    """Send a message to the chat, if its author is believed; tell them what came of it."""
    why = _say(row, reply, told, now) if believed else UNPROVEN
    if why == "try_again":
        raise TryAgain
    answers.tell_of_message(row, reply, why, believed, now)
    return ReadResult(InboundState.ANSWERED if why else InboundState.PLAYED, why or SAID)


def _say(row: Inbound, reply: Link, told: ForChat, now: datetime) -> str:
    """Send a message to all players or to one; return why that isn't possible, or ""."""
    seat = reply.seat
    assert seat is not None
    try:
        to, text = _whom(seat, told)
        pressed = Pressed(reply.generation, _key_of(row, reply))
        chat.say(seat.match_id, seat.number, text, now, pressed, to=to)
    except Refused as refused:
        return refused.code
    with writing():
        delivery.acted(reply.mail, now)
    return ""


def _whom(seat: Seat, told: ForChat) -> tuple[int | None, str]:
    """Find whom alone a message is for, and what it says; raise Refused if nobody is called so."""
    if not told.is_private:
        return None, told.text
    if not seat.match.private_messages:
        raise Refused("no_private_messages")
    names = names_of(seat.match.seats.select_related("player"))
    del names[seat.number]
    to, text = for_chat.addressed(told.text, names)
    if to is None:
        raise Refused(NOBODY_CALLED_SO)
    return to, text


def _key_of(row: Inbound, reply: Link) -> str:
    """Make a key that is the same when a mail server brings the same email twice."""
    message_id = parts.head_of(bytes(row.raw or b"")).all("message-id")
    told = f"{reply.pk}:{message_id[0].strip()}" if message_id else row.digest
    return f"said:{hashlib.sha256(told.encode()).hexdigest()[:48]}"


def _played(row: Inbound, reply: Link, pressed: PressResult, now: datetime) -> ReadResult:
    if pressed.code == "try_again":
        raise TryAgain
    if pressed.what in press.DONE:
        return ReadResult(InboundState.PLAYED, pressed.what)
    why = pressed.code or pressed.what
    answers.answer(row, reply, why, True, now)
    return ReadResult(InboundState.ANSWERED, why)


def chosen(mail: Outbox, line: str) -> Link | None:
    """Find the one choice of an email that a folded line names, by code or by words."""
    if not line:
        return None
    offered = mail.links.select_related("seat__match", "match", "mail").filter(purpose__in=MAY_BE_SAID)
    meant = [one for one in offered if _is_said(one, line)]
    return meant[0] if len(meant) == 1 else None


def _is_said(link: Link, line: str) -> bool:
    code = first_line.fold(link.code)
    return (code != "" and first_line.as_code(line) == code) or line in map(first_line.fold, link.words)


def is_believed(raw: bytes, reply: Link | None, verdict: str) -> bool:
    """Tell whether the seat's own player wrote this, and a server we trust vouches for it."""
    player = reply.seat.player if reply and reply.seat else None
    if player is None:
        return False
    try:
        head = parts.head_of(raw)
        writer = senders.author(head)
    except Unreadable:
        return False
    found = verdict or senders.dmarc(head, settings.AUTHSERV_ID, writer)
    return found == senders.PASS and writer in delivery.verified(player)


def _own_host() -> str:
    return urlsplit(settings.SITE_URL).hostname or ""


def _read_bounce(row: Inbound, mail: Outbox, now: datetime) -> ReadResult:
    try:
        bounce = bounces.read(parts.take_apart(bytes(row.raw or b"")))
    except Unreadable as fault:
        return ReadResult(InboundState.REFUSED, fault.code)
    if bounce is None:  # an automatic reply, say from somebody on holiday, to an address nobody should answer
        return ReadResult(InboundState.IGNORED, "no_report")
    with writing():
        delivery.came_back(mail, bounce, f"dsn:{row.digest}", now)
    return ReadResult(InboundState.BOUNCE, bounce.status or bounce.action)


def wipe_old(now: datetime) -> int:
    """Wipe the bytes and senders of emails read two weeks ago; return how many.

    Emails that answered none of ours are deleted completely after some time.
    """
    old = Inbound.objects.filter(received_at__lt=now - RAW_KEPT).exclude(state=InboundState.WAITING)
    with transaction.atomic():
        old.filter(mail=None, received_at__lt=now - NOBODYS_KEPT).delete()
        return old.filter(raw__isnull=False).update(raw=None, recipient="", sender="")
