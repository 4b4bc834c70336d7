"""The front page: my matches; for visitors, what this site is and its games."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.lobby.invitations import waiting_for as waiting_invitations
from games.models import Player
from games.rules import catalogue
from games.web.lobby.new_match import new_key
from games.web.match.conditional import marked, unchanged
from games.web.match.mark import make_mark
from games.web.match.players_only import player_of
from games.web.site import link_preview
from games.web.site.match_list import matches_of, waiting_for
from games.web.site.match_pictures import pictures


@require_safe
@login_not_required
def home(request: HttpRequest) -> HttpResponse:
    if isinstance(request.user, Player):
        return matches(request, request.user)
    games = [rules.meta for rules in catalogue.GAMES]
    context = {"games": games, "demo": settings.DEMO, "key": new_key(), "front_text": settings.FRONT_TEXT}
    context["preview"] = link_preview.of_site(gettext("Play board games with friends by email."))
    return render(request, "pages/home.html", context)


@require_safe
@never_cache
def next_match(request: HttpRequest) -> HttpResponse:
    """Redirect to the player's most urgent match, other than the one they come from."""
    waiting = [one for one in waiting_for(player_of(request)) if one != request.GET.get("after")]
    return redirect("match", waiting[0]) if waiting else redirect("home")


@never_cache
def matches(request: HttpRequest, player: Player) -> HttpResponse:
    """List a player's matches, first those that wait for the player."""
    found, invited, now = matches_of(player), waiting_invitations(player), timezone.now()
    mark = make_mark([*found.shown, *(one.pk for one in invited)], now)
    if known := unchanged(request, mark):
        return known
    context = {
        "mark": mark,
        "found": found,
        "invited": invited,
        "pictures": pictures(found.underway),
        "now": now,
        "zone": player.time_zone,
        "demo": settings.DEMO,
        "waiting": len(found.mine),
        "done": request.GET.get("done", ""),
        "games": [rules.meta for rules in catalogue.GAMES],
        "key": new_key(),
    }
    return marked(render(request, "pages/matches.html", context), mark)
