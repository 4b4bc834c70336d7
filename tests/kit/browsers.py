"""Browsers for tests of accounts: one that has just entered a code, and one with a stolen session."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from allauth.mfa.models import Authenticator
from django.test import Client

from games.mail import links
from games.models import Link, Outbox, Purpose
from games.web.account import recent_proof
from tests.kit.account_mails import emails, mailed
from tests.kit.cast import NOON, at, browser

WHO = "/accounts/who/"
#: When a code entered at noon no longer counts.
LATER = NOON + recent_proof.HOLDS + timedelta(seconds=1)
SECRET = "JBSWY3DPEHPK3PXP"


def stolen(name: str = "alice") -> Client:
    """Return a browser with an old session: all that a thief of a cookie has."""
    with at(NOON - timedelta(days=30)):
        return browser(name)


def shows_who(client: Client) -> None:
    """Enter the code that is sent to the main address."""
    client.post(WHO)
    client.post(WHO, {"code": mailed()})


def told() -> set[tuple[str, str]]:
    """Return who was emailed about which change."""
    rows = Outbox.objects.exclude(kind__startswith="code_").filter(match=None)
    return {(row.kind, row.to) for row in rows}


def factors(player: Any) -> list[str]:
    return sorted(Authenticator.objects.filter(user=player).values_list("type", flat=True))


def undo_links() -> list[str]:
    """Return the URLs that undo a change, in the order their emails were queued."""
    emails()
    found = Link.objects.filter(purpose=Purpose.UNDO).order_by("mail_id", "pk")
    return [f"/t/{links.token(link)}" for link in found]
