"""A turn email and the replies to it, as raw bytes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings

from games.mail import links
from games.mail.receive import replies
from games.models import Door, Inbound, Link, Match, Order, Outbox, Purpose, Seat, Submission
from games.rules.kernel.codec import canonical
from games.titles.quartz.rules.orders import READY_MADE_ORDERS
from tests.kit.cast import NOON, match_of, turn_seat
from tests.kit.mailed_links import asked_of, mail_to

SOON = NOON + timedelta(minutes=5)
HERE = Path(__file__).parents[1] / "mail" / "receive"
VOUCHED = "Authentication-Results: mx.play.example; dmarc=pass header.from=example.org\r\n"
REPLY = b"@@REPLY@@"
#: A low limit on replies without a DMARC pass.
FEW_UNPROVEN = {"unproven mails to one mail's address": (3, 600)}


@dataclass(frozen=True)
class Asked:
    """A seat that was emailed its choices, with codes."""

    match: Match
    seat: Seat
    mail: Outbox
    reply: Link

    @property
    def address(self) -> str:
        return f"r+{links.token(self.reply)}@{settings.REPLY_DOMAIN}"

    def done(self) -> str:
        """Return the codes of what was played or planned by email."""
        by_mail = (Door.LINK, Door.REPLY)
        person = Submission.objects.filter(seat=self.seat, outcome="played", door__in=by_mail)
        played = {"mine": "A", "leave": "B"}
        moves = [next(code for word, code in played.items() if word in one.command) for one in person]
        return "".join(moves) + "P1" * Order.objects.filter(seat=self.seat).count()


def asked() -> Asked:
    """Start a match whose first seat is Alice's, and create her turn email."""
    match = match_of("bob", "carol", "alice")
    seat = turn_seat(match)
    assert seat.player.email == "alice@example.org"
    return ask(match, seat)


def asked_elsewhere() -> Asked:
    """Email Alice her turn in another match."""
    match = match_of("dora", "emil", "alice")
    return ask(match, match.seats.select_related("player").get(player__email="alice@example.org"))


def ask(match: Match, seat: Seat) -> Asked:
    question = next(iter(asked_of(seat)))
    mail = mail_to(seat, "turn", question)
    plan = canonical(READY_MADE_ORDERS["careful"](None)).decode()
    offered: list[dict[str, Any]] = [
        {"purpose": Purpose.CHOICE, "content": '{"kind":"mine"}', "code": "A"}
        | {"words": ["mine", "копать", "minerar"]},
        {"purpose": Purpose.CHOICE, "content": '{"kind":"leave"}', "code": "B"}
        | {"words": ["leave", "уйти", "sair"]},
        {"purpose": Purpose.ORDERS, "content": plan, "code": "P1", "words": ["careful", "осторожно"]},
        {"purpose": Purpose.REPLY},
    ]
    rows = [links.of_seat(seat, mail=mail, question=question, at=NOON, **one) for one in offered]
    return Asked(match, seat, mail, links.write(rows)[-1])


def written(text: str = "A", head: str = VOUCHED, author: str = "Alice <alice@example.org>") -> bytes:
    """Write a plain reply."""
    lines = f"{head}From: {author}\r\nTo: <@@REPLY@@>\r\nSubject: Re: Quartz\r\n\r\n{text}\r\n"
    return lines.encode()


def corpus(name: str) -> bytes:
    return (HERE / "replies" / f"{name}.eml").read_bytes()


def come_in(raw: bytes, to: Asked, **facts: Any) -> Inbound:
    """Receive an email as a reply, and process it."""
    row = replies.receive(raw.replace(REPLY, to.address.encode()), **{"door": "pipe", "now": SOON, **facts})
    replies.read_due(facts.get("now", SOON))
    row.refresh_from_db()
    return row
