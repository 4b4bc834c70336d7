"""The players somebody has blocked: the list, blocking and unblocking."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.players import blocks
from games.web.match.players_only import nothing_here, player_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def blocked(request: HttpRequest) -> HttpResponse:
    """Show the list, block or unblock; 404 for a player they never played with."""
    player = player_of(request)
    near = blocks.companions(player)
    if request.method == "POST":
        wanted, said = request.POST.get("player", ""), request.POST.get("say", "")
        other = next((one for one in near if str(one.pk) == wanted), None)
        known = next((one for one in blocks.blocked_by(player) if str(one.blocked_id) == wanted), None)
        if said == "block" and other:
            blocks.block(player, other, timezone.now())
        elif said == "lift" and known:
            blocks.lift(player, known.blocked_id)
        elif not (other or known):
            return nothing_here(request)
        return redirect("blocked")
    context = {"blocked": blocks.blocked_by(player), "companions": near}
    return render(request, "pages/blocked.html", context)
