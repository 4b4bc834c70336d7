"""Matches that need somebody: stopped by a fault, or stalled; and a search by address."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.contrib import messages
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.disputes import impartiality
from games.models import Deadline, DeadlineState, Match, MatchStatus, Player, read_text
from games.staff import entrance

#: A clock that ran out this long ago, though sweeps come every few seconds, is stuck.
PATIENCE = timedelta(minutes=10)
MOST = 100


@require_safe
@entrance.for_moderators
def matches(request: HttpRequest) -> HttpResponse:
    """List matches that need somebody, without those one plays in; find any match by its address."""
    moderator, now = entrance.moderator_of(request), timezone.now()
    if asked := read_text(request.GET.get("find", "")):
        public_id = asked.rstrip("/").rpartition("/")[2]
        if Match.objects.filter(public_id=public_id).exists():
            return redirect("admin:match", public_id)
        messages.warning(request, _("There is no match at that address."))
    return entrance.shown(
        request,
        "rooms/matches.html",
        title=_("Matches"),
        stopped=of_others(stopped(), moderator),
        stalled=of_others(stalled(now), moderator),
        asked=asked,
    )


def of_others(found: QuerySet[Match], moderator: Player) -> list[Match]:
    """List matches without those the moderator plays or played in, oldest first."""
    return list(found.exclude(pk__in=impartiality.tables_of(moderator)).order_by("created_at", "pk")[:MOST])


def stopped() -> QuerySet[Match]:
    return Match.objects.filter(status=MatchStatus.QUARANTINED, is_scratch=False)


def stalled(now: datetime) -> QuerySet[Match]:
    """Find running matches where nothing will happen by itself: no clock, a stuck one, one long run out."""
    running = Match.objects.filter(status=MatchStatus.RUNNING)
    clocks = Deadline.objects.filter(state=DeadlineState.RUNNING)
    unclocked = running.exclude(Exists(clocks.filter(match=OuterRef("pk"))))
    late = clocks.filter(due_at__lt=now - PATIENCE)
    stuck = Deadline.objects.filter(state=DeadlineState.STUCK)
    found = unclocked.values("pk").union(stuck.values("match"), late.values("match"))
    return running.filter(pk__in=found, is_scratch=False)
