"""The page that checks the draws of a match, and says what each check proves and what it doesn't."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.infra import limits
from games.infra.locks import writing
from games.match import checking
from games.models import Match, MatchStatus, Seat
from games.play.history import secret_of
from games.present.match_names import match_name
from games.present.words import title
from games.rules.kernel.refusal import HistoryBroken, Refused, TooNew
from games.web.match.players_only import seated
from games.web.match.refused import TOO_MANY
from games.web.replay.frame import CHECK, ways

UNAVAILABLE = 503


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@seated
def check(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Explain the checks; run them when asked to, once the match is over."""
    context = check_context(seat.match, timezone.now())
    if request.method != "POST" or not context["is_open"]:
        return render(request, "pages/check.html", context)
    try:
        with writing():
            limits.take("checks of a player", str(seat.player_id), timezone.now())
        return render(request, "pages/check.html", context | {"checked": checking.check(seat.match)})
    except Refused:
        return render(request, "pages/check.html", context | {"too_many": True}, status=TOO_MANY)
    except (HistoryBroken, TooNew):
        return render(request, "pages/check.html", context | {"fault": True}, status=UNAVAILABLE)


def check_context(match: Match, now: datetime) -> dict[str, object]:
    """Gather what is known of a match's draws: what was fixed before it began, and at the end the secret."""
    is_open = match.is_unsealed(now)
    return {
        "match": match,
        "title": match_name(match),
        "game": title(match.rules.meta),
        "is_open": is_open,
        "is_player": True,
        "site": settings.SITE_URL,
        "secret": secret_of(match).hex() if is_open else "",
        "ways": ways(match, CHECK, "", is_player=True, is_over=match.status == MatchStatus.OVER),
    }
