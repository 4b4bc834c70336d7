"""What a player is emailed about a reply: that it wasn't understood, or a question whether it was meant.

It goes to the player of the seat, at the address we know. Two programs that answer each other stop soon:
there are limits per hour and on answers in a row, each to a reply to the one before.
"""

from __future__ import annotations

from datetime import datetime

import structlog

from games.infra import bell, limits
from games.infra.locks import writing
from games.mail import links, queue
from games.mail.kinds.play import CONFIRM, MESSAGE, UNREADABLE
from games.mail.press import What
from games.models import Inbound, Link, Outbox, Purpose
from games.models.inbound import ANSWER, MOST_IN_A_ROW, OF_MESSAGE, SAID
from games.rules.kernel.refusal import Refused

log = structlog.get_logger(__name__)


def ask(choice: Link, now: datetime) -> None:
    """Ask the player whether this was meant; once for each choice in an email."""
    assert choice.seat is not None
    with writing():
        made = _mail_to(choice, CONFIRM, f"confirm:{choice.pk}", choice.question, now)
        mail, is_new = queue.write_once(made)
        if is_new:
            same = {"question": choice.question, "content": choice.content, "since": choice.since}
            links.write([links.of_seat(choice.seat, Purpose.CONFIRM, mail, at=choice.at, **same)])
    bell.ring()


def answer(row: Inbound, reply: Link, why: str, believed: bool, now: datetime) -> None:
    """Say that a reply wasn't understood, and what would be; unverified replies count separately."""
    assert reply.mail is not None
    if Inbound.objects.answers_in_a_row(reply.mail) >= MOST_IN_A_ROW:
        return
    limit = "answers to replies" if believed else "answers to unproven replies"
    try:
        with writing():
            limits.take(limit, str(reply.player_id or reply.pk), now)
            _queue(row, reply, why, now)
    except Refused:
        return
    bell.ring()


def tell_of_message(row: Inbound, reply: Link, why: str, believed: bool, now: datetime) -> None:
    """Say that a message is in the chat, or why it isn't; unverified replies count separately."""
    limit = "answers to replies" if believed else "answers to unproven replies"
    try:
        with writing():
            limits.take(limit, str(reply.player_id or reply.pk), now)
            Inbound.objects.filter(pk=row.pk).update(why=(why or SAID)[:40])
            queue.write([_mail_to(reply, MESSAGE, f"{OF_MESSAGE}{row.pk}", "", now)])
    except Refused:
        return
    bell.ring()


def tell_unread(row: Inbound, reply: Link | None, now: datetime) -> None:
    """Log for the host, and email the player, that emails are left unread; once an hour.

    Call this in the transaction that saves the unread row.
    """
    try:
        limits.take("word of unread mails", str(reply.player_id or reply.pk) if reply else "nobody", now)
    except Refused:
        return
    log.warning("mails_left_unread", inbound=row.pk)
    if reply is not None:
        _queue(row, reply, row.why, now)


def _queue(row: Inbound, reply: Link, why: str, now: datetime) -> None:
    assert reply.mail is not None
    late = why == What.STALE  # nothing is asked any more, so the email must not depend on it
    question = "" if late else reply.mail.question
    # Save the reason first, because the writer of the email looks it up there.
    Inbound.objects.filter(pk=row.pk).update(why=why[:40])
    queue.write([_mail_to(reply, UNREADABLE, f"{ANSWER}{row.pk}", question, now)])


def _mail_to(link: Link, kind: str, reason: str, about: str, now: datetime) -> Outbox:
    return queue.email(
        kind, reason, now, match=link.match, seat=link.seat, generation=link.generation, about=about
    )
