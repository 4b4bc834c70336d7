"""What the others call a player: asked after the first sign-in, changed on the page of one's settings."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.models import read_name
from games.views.accounts import on_this_site
from games.views.seated import player_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def name(request: HttpRequest) -> HttpResponse:
    """Ask for the name, or keep it, and go on to where one was going."""
    player = player_of(request)
    if request.method != "POST":
        return _page(request, player.display_name, request.GET.get("next", ""))
    told, then = request.POST.get("name", ""), request.POST.get("next", "")
    try:
        player.display_name = read_name(told)
    except ValidationError as wrong:
        return _page(request, told, then, wrong.messages[0])
    player.save(update_fields=["display_name"])
    return HttpResponseRedirect(on_this_site(request, then))


def _page(request: HttpRequest, told: str, then: str, error: str = "") -> HttpResponse:
    context = {"name": told, "next": on_this_site(request, then), "error": error}
    return render(request, "pages/name.html", context, status=422 if error else 200)
