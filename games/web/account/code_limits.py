"""The page and sentences for codes requested or tried too often."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import gettext as _

from games.present.refusals import how_long
from games.rules.kernel.refusal import Refused

TOO_MANY = 429


def too_many(page: HttpResponse, refused: Refused) -> HttpResponse:
    page.status_code = TOO_MANY
    page["Retry-After"] = str(refused.details["seconds"])
    return page


def too_many_codes(refused: Refused) -> str:
    return _(
        "Too many codes were requested. The last one you received still works in the browser "
        "that requested it. You can request another in %(wait)s."
    ) % {"wait": _wait(refused)}


def too_many_tries(refused: Refused) -> str:
    return _("Too many codes were tried from your network. Nothing is lost: try again in %(wait)s.") % {
        "wait": _wait(refused)
    }


def _wait(refused: Refused) -> str:
    return how_long(int(str(refused.details["seconds"])))
