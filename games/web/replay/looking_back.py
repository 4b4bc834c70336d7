"""Who may look back at a match: its players, and once it is over those who may watch it.

Others get a 404, or are asked to sign in first if they haven't.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

import structlog
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from games.models import Match, MatchStatus, Player, Seat
from games.present.match_names import match_name
from games.present.match_view import MatchView
from games.present.seat_view import WITHOUT_TABLE, SeatView
from games.present.words import title
from games.rules.kernel.refusal import HistoryBroken, TooNew
from games.web.match.players_only import MatchPage, seated, watchable
from games.web.match.watching import Watching
from games.web.replay.look import Viewpoint

log = structlog.get_logger(__name__)
NOT_FOUND, UNAVAILABLE = 404, 503
LookedBack = Callable[[HttpRequest, Viewpoint], HttpResponse]


def looking_back(page: LookedBack) -> MatchPage:
    """Call a page with the match as its reader may look back at it."""

    @seated
    def of_player(request: HttpRequest, seat: Seat) -> HttpResponse:
        if seat.match.status in WITHOUT_TABLE or not seat.match.version:
            return redirect("match", seat.match.public_id)
        return _loaded(request, seat.match, lambda: SeatView.of(seat, timezone.now()), page)

    @login_not_required
    @wraps(page)
    def shown(request: HttpRequest, public_id: str) -> HttpResponse:
        is_known = isinstance(request.user, Player)
        answer = of_player(request, public_id) if is_known else redirect_to_login(request.get_full_path())
        if is_known and answer.status_code != NOT_FOUND:
            return answer
        found = watchable.first(public_id, signed_in=is_known)
        if found is None:
            return answer
        if found.status != MatchStatus.OVER:
            return redirect("watch", public_id)
        return _loaded(request, found, lambda: Watching.of(found, timezone.now()), page)

    return shown


def _loaded(
    request: HttpRequest, match: Match, load: Callable[[], MatchView], page: LookedBack
) -> HttpResponse:
    try:
        return page(request, Viewpoint.of(load(), request.GET.get("as", "")))
    except (HistoryBroken, TooNew) as fault:
        log.error("replay_without_table", match=match.pk, reason=type(fault).__name__)
        context = {"fault": True, "match": match, "title": match_name(match), "game": title(match.rules.meta)}
        return render(request, "pages/replay.html", context, status=UNAVAILABLE)
