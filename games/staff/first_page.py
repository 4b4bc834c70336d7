"""The first page of the moderators' area: what waits, oldest first; for operators, who is still missing."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.models import CaseState, Player
from games.staff import case_room, entrance, matches

MOST = 50


@require_safe
def first_page(request: HttpRequest) -> HttpResponse:
    player = entrance.moderator_of(request)
    title = _("What is waiting") if player.is_moderator else _("For operators")
    found: dict[str, Any] = {"title": title, "is_first_page": True}
    if player.is_moderator:
        found |= _waiting(player)
    if player.is_operator:
        found["moderators"] = Player.objects.filter(is_moderator=True, is_active=True).count()
    return entrance.shown(request, "rooms/index.html", **found)


def _waiting(moderator: Player) -> dict[str, Any]:
    """Gather the cases that moderators have to do something about, and matches that nothing moves."""
    now = timezone.now()
    undecided = case_room.queue(moderator, now).exclude(state=CaseState.DECIDED)
    return {
        "now": now,
        "cases": undecided.order_by("opened_at", "pk")[:MOST],
        "stalled": matches.of_others(matches.stalled(now), moderator),
        "stopped": matches.of_others(matches.stopped(), moderator),
    }
