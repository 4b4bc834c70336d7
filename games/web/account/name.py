"""A player's name and time zone: asked for after the first sign-in, and changed in the settings."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.models import read_name
from games.models.player import validate_time_zone
from games.web.account.profile import regions
from games.web.account.sign_in import on_this_site
from games.web.match.players_only import player_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def name(request: HttpRequest) -> HttpResponse:
    """Ask for the name; or save it, and continue to where the player was going."""
    player = player_of(request)
    if request.method != "POST":
        return _page(request, player.display_name, request.GET.get("next", ""), player.time_zone)
    told, then, zone = (request.POST.get(name, "") for name in ("name", "next", "zone"))
    try:
        player.display_name = read_name(told)
        if zone:
            validate_time_zone(zone)
    except ValidationError as wrong:
        return _page(request, told, then, zone, wrong.messages[0])
    if zone:
        player.time_zone, player.zone_confirmed = zone, True
    player.save(update_fields=["display_name", "time_zone", "zone_confirmed"])
    return HttpResponseRedirect(on_this_site(request, then))


def _page(request: HttpRequest, told: str, then: str, zone: str, error: str = "") -> HttpResponse:
    context = {
        "name": told,
        "next": on_this_site(request, then),
        "zone": zone,
        "regions": regions("UTC"),
        "is_guess": not player_of(request).zone_confirmed,
        "error": error,
    }
    return render(request, "pages/name.html", context, status=422 if error else 200)
