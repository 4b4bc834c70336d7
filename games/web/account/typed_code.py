"""Codes that are emailed to an address and typed in here: to sign in, or to show that one means it.

What is kept of a code lies in the visitor's session on the server: the address, the name of the email, until
when it holds. Each errand has a code of its own.
"""

from __future__ import annotations

from datetime import datetime

from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext as _

from games.infra import bell, limits
from games.infra.locks import writing
from games.mail.kinds import Errand
from games.models import Match, Player, read_address
from games.players import codes
from games.players.codes import Asked
from games.rules.kernel.refusal import Refused
from games.web.account import known_browsers
from games.web.site.visitor import address_of

GONE, UNPROCESSABLE = 410, 422


class Wrong(Exception):
    """Raised when a code is not the one, with the sentence for it; `is_over` if no other can be tried."""

    def __init__(self, sentence: str, status: int, *, is_over: bool) -> None:
        super().__init__(sentence)
        self.status, self.is_over = status, is_over


def mail(
    request: HttpRequest, errand: Errand, address: str, now: datetime, match: Match | None = None
) -> None:
    """Have a code emailed to an address; raise ValidationError for what is none, Refused for too many."""
    address = read_address(address)
    with writing():
        limits.take("codes asked from an address", address_of(request), now)
        limits.take("codes asked by a player", str(request.user.pk or ""), now)
        limits.take("codes for a mail address", known_browsers.whose(request, address, None), now)
        asked = codes.ask(errand, address, now, translation.get_language() or "", match=match)
    keep(request, asked)


def mail_to_sign_in(request: HttpRequest, address: str, now: datetime) -> None:
    """Have a code emailed to whoever has that address; raise Refused for too many from one place.

    Nothing here depends on whether anybody has: that is looked up by the worker that sends the email.
    """
    owner = known_browsers.owner(request, address)
    with writing():
        limits.take("codes asked from an address", known_browsers.place(request, owner), now)
        is_shared = not _has_own_code_left(request, address, owner, now)
        language = translation.get_language() or ""
        asked = codes.ask(Errand.SIGN_IN, address, now, language, shared=is_shared)
    keep(request, asked)


def _has_own_code_left(request: HttpRequest, address: str, owner: Player | None, now: datetime) -> bool:
    try:
        limits.take("codes to sign in with an address", known_browsers.whose(request, address, owner), now)
    except Refused:
        return False
    return True


def keep(request: HttpRequest, asked: Asked) -> None:
    """Remember which code this browser waits for, and have it sent."""
    request.session[asked.errand] = asked.kept()
    bell.ring()


def mailed_to(request: HttpRequest, errand: Errand, now: datetime) -> str:
    """Say where a code is that still holds."""
    asked = waited_for(request, errand, now)
    return asked.address if asked else ""


def waited_for(request: HttpRequest, errand: Errand, now: datetime) -> Asked | None:
    """Find the code this browser waits for, while it holds."""
    kept = request.session.get(errand)
    asked = Asked(**kept) if kept else None
    return asked if asked and now < asked.ends_at else None


def take(request: HttpRequest, errand: Errand, now: datetime) -> str:
    """Take the code that was typed, once; give the address it came to. Raises Wrong or Refused."""
    asked = waited_for(request, errand, now)
    if asked is None:
        raise _gone()
    place = known_browsers.place(request, known_browsers.owner(request, asked.address))
    with writing():
        limits.take("codes tried from an address", place, now)
        tried = codes.take_try(asked, now)
    if tried and codes.is_right(asked, request.POST.get("code", "")):
        return _used(request, asked)
    if tried in (0, codes.TRIES):
        del request.session[errand]
    raise _wrong(is_over=tried == codes.TRIES) if tried else _gone()


def _used(request: HttpRequest, asked: Asked) -> str:
    del request.session[asked.errand]
    with writing():
        is_unused = codes.use(asked)
    if not is_unused:
        raise _gone()
    return asked.address


def _wrong(*, is_over: bool) -> Wrong:
    told = _("That is not the code. Look again, or ask for a new one.")
    return Wrong(told, UNPROCESSABLE, is_over=is_over)


def _gone() -> Wrong:
    return Wrong(_("That code holds no longer. Ask for a new one."), GONE, is_over=True)
