"""Codes that are emailed and typed in, to sign in or to confirm something.

The visitor's session on the server keeps the address a code went to, the id of the email, and when the code
expires. Each purpose (`Errand`) has a code of its own.
"""

from __future__ import annotations

from datetime import datetime

import structlog
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext as _

from games.infra import bell, limits
from games.infra.locks import writing
from games.mail.kinds import Errand
from games.models import Match, Player, read_address
from games.players import codes
from games.players.codes import CodeRequest
from games.rules.kernel.refusal import Refused
from games.web.account import known_browsers
from games.web.site.visitor import address_of

log = structlog.get_logger(__name__)

GONE, UNPROCESSABLE = 410, 422


class Wrong(Exception):
    """Raised for a wrong or expired code, with a sentence for it; `is_over` if no other try is left."""

    def __init__(self, sentence: str, status: int, *, is_over: bool) -> None:
        super().__init__(sentence)
        self.status, self.is_over = status, is_over


def mail(
    request: HttpRequest, errand: Errand, address: str, now: datetime, match: Match | None = None
) -> None:
    """Email a code; raise ValidationError for a malformed address, Refused for too many codes."""
    address = read_address(address)
    with writing():
        limits.take("codes asked from an address", address_of(request), now)
        limits.take("codes asked by a player", str(request.user.pk or ""), now)
        limits.take("codes for a mail address", known_browsers.code_limit_key(request, address, None), now)
        asked = codes.ask(errand, address, now, translation.get_language() or "", match=match)
    _remember(request, asked)


def mail_to_sign_in(request: HttpRequest, address: str, now: datetime) -> None:
    """Email a code if the address has an account; raise Refused for too many from one place.

    Nothing here depends on whether it has one: the worker that sends the email looks that up.
    """
    owner = known_browsers.owner(request, address)
    with writing():
        limits.take("codes asked from an address", known_browsers.limit_key(request, owner), now)
        is_shared = not _has_own_code_left(request, address, owner, now)
        language = translation.get_language() or ""
        asked = codes.ask(Errand.SIGN_IN, address, now, language, shared=is_shared)
    _remember(request, asked)


def _has_own_code_left(request: HttpRequest, address: str, owner: Player | None, now: datetime) -> bool:
    try:
        limits.take(
            "codes to sign in with an address", known_browsers.code_limit_key(request, address, owner), now
        )
    except Refused:
        return False
    return True


def _remember(request: HttpRequest, asked: CodeRequest) -> None:
    """Remember the code this browser waits for, and have it sent."""
    request.session[asked.errand] = asked.kept()
    bell.ring()


def mailed_to(request: HttpRequest, errand: Errand, now: datetime) -> str:
    """Give the address that an unexpired code was sent to, or ""."""
    asked = pending_code(request, errand, now)
    return asked.address if asked else ""


def pending_code(request: HttpRequest, errand: Errand, now: datetime) -> CodeRequest | None:
    """Find the code this browser waits for, unless it has expired."""
    kept = request.session.get(errand)
    asked = CodeRequest(**kept) if kept else None
    return asked if asked and now < asked.ends_at else None


def take(request: HttpRequest, errand: Errand, now: datetime) -> str:
    """Check the typed code and use it up; give the address it was sent to. Raise Wrong or Refused."""
    asked = pending_code(request, errand, now)
    if asked is None:
        raise _gone()
    limit_key = known_browsers.limit_key(request, known_browsers.owner(request, asked.address))
    with writing():
        limits.take("codes tried from an address", limit_key, now)
        tried = codes.take_try(asked, now)
    if tried and codes.is_right(asked, request.POST.get("code", "")):
        return _used(request, asked)
    log.warning("code_refused", errand=errand, tried=tried)
    if tried in (0, codes.TRIES):
        del request.session[errand]
    raise _wrong(is_over=tried == codes.TRIES) if tried else _gone()


def _used(request: HttpRequest, asked: CodeRequest) -> str:
    del request.session[asked.errand]
    with writing():
        is_unused = codes.use(asked)
    if not is_unused:
        raise _gone()
    return asked.address


def _wrong(*, is_over: bool) -> Wrong:
    told = _("That code isn't right. Check it, or request a new one.")
    return Wrong(told, UNPROCESSABLE, is_over=is_over)


def _gone() -> Wrong:
    return Wrong(_("That code no longer works. Request a new one."), GONE, is_over=True)
