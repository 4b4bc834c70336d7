"""Download the log of a finished match with a program that checks it; for its players."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.infra import limits
from games.infra.locks import writing
from games.match import proof as story
from games.models import Seat
from games.rules.kernel.refusal import HistoryBroken, Refused, TooNew
from games.web.match.players_only import nothing_here, seated
from games.web.match.seat_actions import too_many


@never_cache
@require_POST
@seated
def proof(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Give the file; 404 while its secret is sealed, or if its log can't be read."""
    now = timezone.now()
    if not seat.match.is_unsealed(now):
        return nothing_here(request)
    try:
        with writing():
            limits.take("exports of a player", str(seat.player_id), now)
        content = story.write(seat.match, now)
    except Refused as refused:
        return too_many(request, refused)
    except (HistoryBroken, TooNew):
        return nothing_here(request)
    answer = HttpResponse(content, content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="match-{seat.match.public_id}.zip"'
    return answer
