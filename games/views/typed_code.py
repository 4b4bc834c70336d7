"""A code that is mailed to somebody who is signed in, and typed in where it was asked for.

What is kept of it lies in the visitor's session on the server: the address, a keyed hash, until when it
holds, and how many tries are left.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Any

from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from games import limits
from games.locks import writing
from games.mails.code import coded
from games.views.accounts import hashed, send
from games.views.visitor import address_of

LETTERS, LENGTH = "BCDFGHJKMNPQRSTVWXZ", 8
HOLDS, TRIES = timedelta(minutes=10), 5


class Gone(Exception):
    """Raised when no code holds any more."""


class Wrong(Exception):
    """Raised when something else was typed."""


def ask(request: HttpRequest, kept_as: str, to: str, subject: str, why: str, now: datetime) -> None:
    """Mail a code; raise Refused for one too many."""
    with writing():
        limits.take("codes asked from an address", address_of(request), now)
        limits.take("codes for a mail address", to.lower(), now)
    code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    until = (now + HOLDS).isoformat()
    request.session[kept_as] = {"email": to, "code": hashed(code), "until": until, "tries": TRIES}
    send(coded(to, subject, why, code, HOLDS))


def mailed_to(request: HttpRequest, kept_as: str, now: datetime) -> str:
    """Give the address that a code which still holds was mailed to, or nothing."""
    kept = _kept(request, kept_as, now)
    return kept["email"] if kept else ""


def take(request: HttpRequest, kept_as: str, now: datetime) -> str:
    """Take what was typed; give the address it was mailed to. Raises Gone, Wrong, or Refused."""
    kept = _kept(request, kept_as, now)
    if kept is None:
        raise Gone
    with writing():
        limits.take("codes tried from an address", address_of(request), now)
    request.session[kept_as] = kept | {"tries": kept["tries"] - 1}  # counted before it is compared
    request.session.save()
    if not constant_time_compare(hashed(request.POST.get("code", "")), kept["code"]):
        raise Wrong
    del request.session[kept_as]
    return str(kept["email"])


def _kept(request: HttpRequest, kept_as: str, now: datetime) -> dict[str, Any] | None:
    kept: dict[str, Any] | None = request.session.get(kept_as)
    if kept is None or kept["tries"] <= 0 or now >= datetime.fromisoformat(kept["until"]):
        return None
    return kept
