"""Watch a match whose players allow it; 404 for all others."""

from __future__ import annotations

import structlog
from django.contrib.auth.decorators import login_not_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.infra.statements import kept
from games.models import Match, Player, Seat
from games.present.match_names import match_name
from games.present.words import title
from games.rules.kernel.refusal import HistoryBroken, TooNew
from games.web.match.conditional import marked, unchanged
from games.web.match.mark import make_mark
from games.web.match.players_only import nothing_here, watchable
from games.web.match.watching import Watching, shown, watch_context
from games.web.site import link_preview
from games.web.site.match_list import waiting_for

log = structlog.get_logger(__name__)
UNAVAILABLE = 503


@never_cache
@require_safe
@login_not_required
def watch(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a match to an onlooker; redirect its players to their own page."""
    now, reader = timezone.now(), request.user if isinstance(request.user, Player) else None
    found = watchable.first(public_id, signed_in=reader is not None)
    if found is None:
        return nothing_here(request)
    if reader and _own.exists(found, reader):
        return redirect("match", public_id)
    frame = {
        "match": found,
        "game": title(found.rules.meta),
        "title": match_name(found),
        "here": resolve_url("watch", public_id),
        "zone": timezone.get_current_timezone_name(),
        "waiting": len(waiting_for(reader)) if reader else 0,
        "preview": None if reader else link_preview.of_game(found.rules, gettext("Watch a match")),
    }
    mark = make_mark([*shown(found), frame["waiting"]], now)
    if known := unchanged(request, mark):
        return known
    try:
        page = watch_context(Watching.of(found, now), request.GET)
        return marked(render(request, "pages/watch.html", frame | page | {"mark": mark}), mark)
    except (HistoryBroken, TooNew) as fault:
        log.error("watched_page_without_table", match=found.pk, reason=type(fault).__name__)
        return render(request, "pages/watch.html", frame | {"fault": True}, status=UNAVAILABLE)


@kept
def _own(match: Match, player: Player) -> QuerySet[Seat]:
    return Seat.objects.filter(match=match, player=player)
