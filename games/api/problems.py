"""What goes wrong, in the one form that programs get, with a code that stays the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.utils.translation import gettext, gettext_noop

from games.models import Match
from games.present.refusals import plainly, sentence
from games.rules.kernel.refusal import Refused

BAD_REQUEST, UNAUTHORIZED, FORBIDDEN, NOT_FOUND, NOT_ALLOWED = 400, 401, 403, 404, 405
CONFLICT, TOO_LARGE, UNPROCESSABLE, TOO_MANY, FAULT, UNAVAILABLE = 409, 413, 422, 429, 500, 503

#: What only the API says; all other codes and sentences are those of the pages.
SENTENCES: Mapping[str, str] = {
    "unreadable": gettext_noop("The body of the request isn't valid JSON."),
    "token_in_address": gettext_noop(
        "An address never holds a token, because addresses are written to logs. Send it in the header "
        "“Authorization: Bearer”, and revoke this one."
    ),
    "in_clear": gettext_noop(
        "This came over plain HTTP, where anyone on the way can read the token. Use https://, and revoke "
        "this token."
    ),
    "no_token": gettext_noop("This needs an API token that works, in the header “Authorization: Bearer”."),
    "scope": gettext_noop("This token isn't allowed to do that. It needs the scope “{scope}”."),
    "not_found": gettext_noop("There is nothing here, or nothing that you may see."),
    "not_allowed": gettext_noop("This address doesn't take that method."),
    "too_large": gettext_noop("The request is too large."),
    "invalid": gettext_noop("The request doesn't fit the documentation. See “details” for where."),
    "no_key": gettext_noop(
        "Give this request a key of its own, in the header “Idempotency-Key” or the field “key”, so that "
        "sending it twice does it once."
    ),
    "cursor": gettext_noop("That cursor isn't one of ours, or is too old. Begin again without one."),
    "address": gettext_noop("That isn't an email address that can be invited."),
    "unavailable": gettext_noop("The service can't answer right now. Nothing has changed; try again."),
    "server": gettext_noop("Something went wrong on our side."),
}
#: By status, for answers that were made before the API was reached.
OF_STATUS = {
    BAD_REQUEST: "unreadable",
    UNAUTHORIZED: "no_token",
    FORBIDDEN: "scope",
    NOT_FOUND: "not_found",
    NOT_ALLOWED: "not_allowed",
    TOO_LARGE: "too_large",
    UNAVAILABLE: "unavailable",
}
#: Refusals because somebody or something was faster.
LATE = frozenset(
    {
        *("stale", "not_running", "too_late", "begun", "called_off", "door_is_shut", "table_is_full"),
        *("no_free_seat", "not_a_seat", "sits_here_already", "invited_already"),
        *("moved_on", "another_moment"),
    }
)
NOT_MINE = frozenset({"not_yours", "not_the_host", "suspended", "not_to_be_invited", "no_robots"})


class Problem(Exception):
    """Raised to answer with an error."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str = "",
        details: Mapping[str, Any] | None = None,
        still_open: Sequence[Any] | None = None,
    ) -> None:
        super().__init__(code)
        self.status, self.code, self.message = status, code, message
        self.details, self.still_open = dict(details or {}), still_open

    def answer(self) -> HttpResponse:
        told = self.message or gettext(SENTENCES[self.code]).format_map(self.details)
        error: dict[str, Any] = {"code": self.code, "message": told, "details": self.details}
        if self.still_open is not None:
            error["open"] = list(self.still_open)
        answer = JsonResponse({"error": error}, status=self.status)
        if self.status == UNAUTHORIZED:
            answer["WWW-Authenticate"] = "Bearer"
        if self.status in (TOO_MANY, UNAVAILABLE):
            answer["Retry-After"] = str(self.details.get("seconds", 60))
        return answer


def nothing_here() -> Problem:
    """Make the one answer for what isn't there and for what its reader may not see."""
    return Problem(NOT_FOUND, "not_found")


def of_refusal(
    code: str,
    details: Mapping[str, Any] | None = None,
    match: Match | None = None,
    still_open: Sequence[Any] | None = None,
) -> Problem:
    """Say why something was refused, in the words of the match's game."""
    told = sentence(match.rules, code, details, match.options_read) if match else plainly(code, details)
    return Problem(status_of(code), code, told, details, still_open)


def of_refused(refused: Refused, match: Match | None = None) -> Problem:
    return of_refusal(refused.code, refused.plain_details(), match)


def status_of(code: str) -> int:
    if code == "too_many":
        return TOO_MANY
    if code in ("fault", "try_again"):
        return UNAVAILABLE
    if code in NOT_MINE:
        return FORBIDDEN
    return CONFLICT if code in LATE else UNPROCESSABLE


def of_answer(answer: HttpResponse) -> HttpResponse:
    """Give an error that was made for a browser the form that programs read."""
    code = OF_STATUS.get(answer.status_code, "server")
    made = Problem(answer.status_code, code, details={"scope": ""} if code == "scope" else None).answer()
    for header in ("Allow", "Retry-After"):
        if header in answer:
            made[header] = answer[header]
    return made
