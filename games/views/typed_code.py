"""Codes that are mailed to an address and typed in here: to show that it is one's own, or that one means it.

What is kept of a code lies in the visitor's session on the server: the address, a keyed hash, until when it
holds, and how many tries are left. Each errand has a code of its own.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from games import limits
from games.locks import writing
from games.models import read_address
from games.views import known
from games.views.codes import hashed, send
from games.views.visitor import address_of

LETTERS, LENGTH = "BCDFGHJKMNPQRSTVWXZ", 8
HOLDS, TRIES = timedelta(minutes=10), 5


class Wrong(Exception):
    """Raised when a code is not the one, with the sentence for it; `gone` if none holds any more."""

    def __init__(self, sentence: str, gone: bool = False) -> None:
        super().__init__(sentence)
        self.status = 410 if gone else 422


def mail(
    request: HttpRequest, errand: str, address: str, now: datetime, write: Callable[[str, str], EmailMessage]
) -> None:
    """Mail a code to an address; raise ValidationError for what is none, Refused for too many."""
    address = read_address(address)
    with writing():
        limits.take("codes asked from an address", address_of(request), now)
        limits.take("codes asked by a player", str(request.user.pk or ""), now)
        limits.take("codes for a mail address", known.whose(request, address, None), now)
    code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    until = (now + HOLDS).isoformat()
    request.session[errand] = {"email": address, "code": hashed(code), "until": until, "tries": TRIES}
    send(partial(write, address, code))


def mailed_to(request: HttpRequest, errand: str, now: datetime) -> str:
    """Say where a code is that still holds."""
    kept = _kept(request, errand, now)
    return str(kept["email"]) if kept else ""


def take(request: HttpRequest, errand: str, now: datetime) -> str:
    """Take the code that was typed, once; give the address it came to. Raises Wrong or Refused."""
    kept = _kept(request, errand, now)
    if kept is None:
        raise Wrong(_("That code holds no longer. Ask for a new one."), gone=True)
    with writing():
        limits.take("codes tried from an address", address_of(request), now)
    request.session[errand] = kept | {"tries": kept["tries"] - 1}  # counted before it is compared
    request.session.save()
    if not constant_time_compare(hashed(request.POST.get("code", "")), kept["code"]):
        raise Wrong(_("That is not the code. Look again, or ask for a new one."))
    del request.session[errand]
    return str(kept["email"])


def _kept(request: HttpRequest, errand: str, now: datetime) -> dict[str, Any] | None:
    kept: dict[str, Any] | None = request.session.get(errand)
    if kept is None or kept["tries"] <= 0 or now >= datetime.fromisoformat(kept["until"]):
        return None
    return kept
