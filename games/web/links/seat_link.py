"""The form on pages behind emailed seats: as for any seat, and for strangers name, language and time zone."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext as _

from games.clocks.settings import zone_names
from games.lobby.fill import Accepted
from games.models import Match, Player, folded, read_name
from games.rules.kernel.seat_options import seat_options
from games.web.account.profile import regions
from games.web.lobby import seat_form
from games.web.lobby.seat_form import InvalidForm


def said_in(request: HttpRequest, match: Match) -> Accepted:
    """Read the form; raise InvalidForm."""
    posted = request.POST.dict()
    zone, language = posted.get("zone", "UTC"), posted.get("language", "")
    if zone not in zone_names():
        raise InvalidForm({"zone": _("There is no such time zone.")})
    more = {
        "name": _name_in(posted),
        "language": language if language in dict(settings.LANGUAGES) else "en",
        "time_zone": zone,
    }
    return seat_form.accepted(match.rules, seat_options(match.rules, match.options_read), posted, **more)


def _name_in(posted: dict[str, str]) -> str:
    """Read the name a stranger chose, if any; raise InvalidForm."""
    told = posted.get("name", "").strip()
    try:
        return read_name(told) if told else ""
    except ValidationError as wrong:
        raise InvalidForm({"name": wrong.messages[0]}) from None


def asked(request: HttpRequest, match: Match, address: str, wrong: dict[str, str]) -> dict[str, Any]:
    """Gather what the form shows, with what was filled in so far."""
    said = request.POST.dict()
    brings = seat_options(match.rules, match.options_read)
    return {
        "wrong": wrong,
        "refused": " ".join(wrong.values()),
        "is_new": not Player.objects.filter(email__lower=folded(address)).exists(),
        "said": said,
        "taking": seat_form.asked(match.rules, brings, said, wrong),
        "regions": regions("UTC"),
        "zone": said.get("zone", "UTC"),
        "is_guess": "zone" not in said,
        "languages": settings.LANGUAGES,
        "language": said.get("language") or translation.get_language(),
    }
