"""A refused press: why, with which HTTP status, and how often somebody may be refused."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse

from games.infra import limits
from games.infra.locks import writing
from games.models import Match, Seat
from games.present.plan_drafts import Posted
from games.present.refusals import sentence
from games.rules.kernel.refusal import Refused
from games.web.site.visitor import address_of

OK, FORBIDDEN, CONFLICT, UNPROCESSABLE, TOO_MANY = 200, 403, 409, 422, 429
#: Refusals that say nothing against the player: our own faults, incomplete forms, and those counted already.
UNCOUNTED = frozenset({"too_many", "fault", "try_again", "incomplete", "not_laid"})
STALE = frozenset({"stale", "not_running", "too_late"})


@dataclass(frozen=True)
class Refusal:
    """Why a press was refused, the version its form was drawn at, and what the form held."""

    code: str
    details: dict[str, Any] | None = None
    since: int | None = None
    question: str = ""
    posted: Posted | None = None
    is_counted: bool = False  # by `play.submit`, which limits its own refusals

    @property
    def status(self) -> int:
        if self.code == "too_many":
            return TOO_MANY
        return CONFLICT if self.code in STALE else UNPROCESSABLE

    def mark(self, response: HttpResponse) -> HttpResponse:
        """Set the response's status and, after too many tries, when to try again."""
        response.status_code = self.status
        if self.status == TOO_MANY:
            response["Retry-After"] = str((self.details or {}).get("seconds", 60))
        return response


def count_refusal(request: HttpRequest, seat: Seat, now: datetime, refusal: Refusal) -> Refusal:
    """Count a refusal as `play.submit` counts its own; beyond the limit, give "too_many" instead."""
    if refusal.is_counted or refusal.code in UNCOUNTED:
        return refusal
    try:
        with writing():
            limits.take("refusals of a seat", str(seat.pk), now)
            limits.take("refusals of an address", address_of(request), now)
    except Refused as too_many:
        return replace(refusal, code=too_many.code, details=too_many.plain_details())
    return refusal


def refusal_sentence(match: Match, code: str, details: dict[str, Any] | None = None) -> str:
    """Give the sentence for a refusal, in the words of the match's game."""
    return sentence(match.rules, code, details, match.options_read)


def reload(seat: Seat) -> Seat:
    """Load a seat and its match again, since another request may have changed them."""
    return Seat.objects.select_related("match", "player").get(pk=seat.pk)
