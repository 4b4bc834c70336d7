"""What a player is emailed about a reply: that it could not be read, or whether it was meant.

It goes to the player of the seat, at the address we know. Two programs that answer each other come to an end:
so many answers an hour, and so many in a row, each to a reply to the one before.
"""

from __future__ import annotations

from datetime import datetime

import structlog

from games.infra import bell, limits
from games.infra.locks import writing
from games.mail import links, queue
from games.mail.kinds.play import CONFIRM, UNREADABLE
from games.mail.press import What
from games.models import Inbound, Link, Outbox, Purpose
from games.models.inbound import ANSWER, MOST_IN_A_ROW
from games.rules.kernel.refusal import Refused

log = structlog.get_logger(__name__)


def ask(choice: Link, now: datetime) -> None:
    """Ask the player whether this was meant; once for each choice of an email."""
    assert choice.seat is not None
    with writing():
        made = _mail_to(choice, CONFIRM, f"confirm:{choice.pk}", choice.question, now)
        mail, is_new = queue.write_once(made)
        if is_new:
            same = {"question": choice.question, "content": choice.content, "since": choice.since}
            links.write([links.of_seat(choice.seat, Purpose.CONFIRM, mail, at=choice.at, **same)])
    bell.ring()


def answer(row: Inbound, reply: Link, why: str, believed: bool, now: datetime) -> None:
    """Say that a reply could not be read, and what could be; forgeries take nothing from what is proven."""
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


def tell_unread(row: Inbound, reply: Link | None, now: datetime) -> None:
    """Tell the host in the log and the player by an email, once an hour, that emails are left unread.

    Belongs in a transaction with the row that is left.
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
    late = why == What.STALE  # then nothing is asked any more, and the email must not depend on it
    question = "" if late else reply.mail.question
    # The reason first: whoever writes the email looks it up by the email that is answered.
    Inbound.objects.filter(pk=row.pk).update(why=why[:40])
    queue.write([_mail_to(reply, UNREADABLE, f"{ANSWER}{row.pk}", question, now)])


def _mail_to(link: Link, kind: str, reason: str, about: str, now: datetime) -> Outbox:
    return queue.email(
        kind, reason, now, match=link.match, seat=link.seat, generation=link.generation, about=about
    )
