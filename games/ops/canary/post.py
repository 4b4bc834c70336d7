"""The canary's mailbox: an address of the domain for replies, whose emails come in by the door for replies.

Nobody knows the address. Emails are matched with the rows they were sent from by the links in them, so what
strangers write counts for nothing.
"""

from __future__ import annotations

import base64
import hmac
import re
from collections.abc import Iterator
from typing import NamedTuple

from django.conf import settings
from django.utils.encoding import force_bytes

from games.mail import delivery, links
from games.mail.receive.parsing import parts
from games.mail.receive.parsing.parts import Unreadable
from games.models import Inbound, Link, Match, Outbox, Player, Purpose
from games.rules.tools.shelf import ToolError

SALT = b"games.canary"
BYTES = 24  # as many letters as in the reply addresses of emails
NAME = "Canary"
_LINK = re.compile(r"/t/([a-z2-7]{39})(?![a-z2-7])")


class Arrived(NamedTuple):
    """An email of a match that came in, and the links in it."""

    mail: Outbox
    links: list[Link]

    @property
    def choice(self) -> Link | None:
        """Find the first link in it that makes a choice."""
        return next((one for one in self.links if one.purpose == Purpose.CHOICE), None)


def address() -> str:
    """Give the canary's address; raise ToolError if emails to it would not come in."""
    if not (settings.INBOUND and settings.REPLY_DOMAIN):
        raise ToolError("the canary gets its emails where replies come in: set INBOUND and REPLY_DOMAIN")
    found = hmac.digest(force_bytes(settings.SECRET_KEY), SALT, "sha256")[:BYTES]
    return f"r+{base64.b32encode(found).decode().rstrip('=').lower()}@{settings.REPLY_DOMAIN}"


def player() -> Player:
    """Give the canary's account, to which emails go again if they came back once."""
    found, _ = Player.objects.get_or_create(email=address(), defaults={"display_name": NAME})
    delivery.reach_again(found.email)
    return found


def arrived(match: Match) -> Iterator[Arrived]:
    """Give the emails of a match that have come in."""
    for row in Inbound.objects.filter(recipient__iexact=address()).exclude(raw=None).order_by("pk"):
        found = [one for one in _links_in(bytes(row.raw or b"")) if one.match_id == match.pk and one.mail]
        if found and found[0].mail:
            yield Arrived(found[0].mail, found)


def _links_in(raw: bytes) -> list[Link]:
    """Find our links in the text of an email, in their order."""
    try:
        written = [one for one in parts.take_apart(raw).parts if one.head.kind == "text/plain"]
        text = "\n".join(one.text() for one in written)
    except Unreadable:
        return []
    tokens = dict.fromkeys(token for token in _LINK.findall(text))
    return [found for token in tokens if (found := links.find(token))]


def throw_away(address: str) -> None:
    """Delete what came in at the canary's address."""
    Inbound.objects.filter(recipient__iexact=address).delete()
