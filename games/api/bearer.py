"""Who asks: the token in the header, its player, and whether it may do what is asked."""

from __future__ import annotations

import zoneinfo
from typing import Any

import structlog
from django.http import HttpRequest
from django.utils import timezone, translation

from games.api.problems import FORBIDDEN, UNAUTHORIZED, Problem, of_refused
from games.models import ApiToken, Player
from games.players import api_tokens
from games.rules.kernel.refusal import Refused
from games.web.site.visitor import address_of

log = structlog.get_logger(__name__)

ANY = ""  # a scope that every token has
WORD = "bearer "


class Bearer:
    """Let a request in whose token has a scope. Nothing else of the request says who it is from."""

    openapi_security_schema = {"type": "http", "scheme": "bearer"}  # noqa: RUF012

    def __init__(self, scope: str) -> None:
        self.scope = scope

    def __call__(self, request: HttpRequest) -> ApiToken:
        now = timezone.now()
        try:
            token = _token(request)
            api_tokens.note_use(token, address_of(request), now)
        except Refused as refused:
            raise of_refused(refused) from None
        _use_settings_of(token.player)
        if self.scope and not token.allows(self.scope):
            raise Problem(FORBIDDEN, "scope", details={"scope": self.scope})
        return token


def _token(request: HttpRequest) -> ApiToken:
    """Find the request's token; raise Problem without one that works, Refused after too many."""
    now, told = timezone.now(), request.headers.get("Authorization", "")
    secret = told[len(WORD) :].strip() if told[: len(WORD)].lower() == WORD else ""
    token = api_tokens.find(secret, now)
    if token is None:
        if secret:
            log.warning("token_refused")
            api_tokens.refuse(address_of(request), now)
        raise Problem(UNAUTHORIZED, "no_token")
    return token


def _use_settings_of(player: Player) -> None:
    """Answer in the player's language, whatever the program asks for; the middleware ends it."""
    translation.activate(player.language)
    timezone.activate(zoneinfo.ZoneInfo(player.time_zone))


def token_of(request: HttpRequest) -> ApiToken:
    """Give the token of a request that was let in."""
    found: Any = request.auth  # type: ignore[attr-defined]
    assert isinstance(found, ApiToken)
    return found


def player_of(request: HttpRequest) -> Player:
    return token_of(request).player
