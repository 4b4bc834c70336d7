"""Codes that are mailed: kept as a keyed hash, sent when the answer is out, and only so many of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

import structlog
from django.core.mail import EmailMessage
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from games import demo
from games.refusals import how_long
from games.rules.kernel.refusal import Refused

log = structlog.get_logger(__name__)

LETTERS = re.compile(r"[^A-Z0-9]")
TOO_MANY = 429


def hashed(code: str) -> str:
    """Hash a code, however it is spelled, so that it is kept nowhere in clear."""
    letters = LETTERS.sub("", code.upper())
    return salted_hmac("games.views.accounts.code", letters, algorithm="sha256").hexdigest()


def then_mailed(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Send what this request wants to mail when the answer is out.

    A mail server takes its time, and only for addresses that are known.
    """
    waiting: list[Callable[[], EmailMessage]] = vars(request).pop("mails", [])
    answer._resource_closers.extend(partial(send, written) for written in waiting)  # type: ignore[attr-defined]
    return answer


def send(written: Callable[[], EmailMessage]) -> None:
    """Write a mail and send it: both take a time that would tell a known address from another."""
    message = written()
    demo.keep(message, timezone.now())
    try:
        message.send()
    except OSError as error:  # SMTP's errors are among them
        log.error("code_not_mailed", reason=type(error).__name__)


def too_many(page: HttpResponse, refused: Refused) -> HttpResponse:
    page.status_code = TOO_MANY
    page["Retry-After"] = str(refused.details["seconds"])
    return page


def too_many_codes(refused: Refused) -> str:
    return _(
        "Many codes were asked for already. The last one that came still holds in the browser that asked "
        "for it; or ask for another in %(wait)s."
    ) % {"wait": _wait(refused)}


def too_many_tries(refused: Refused) -> str:
    return _("Many codes were tried from where you are. Nothing is lost: try again in %(wait)s.") % {
        "wait": _wait(refused)
    }


def _wait(refused: Refused) -> str:
    return how_long(int(str(refused.details["seconds"])))
