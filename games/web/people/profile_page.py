"""A player's figures: one's own, with the switches, and those of people one knows."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils import timezone
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.infra.locks import writing
from games.models import Player
from games.present.paces import roughly
from games.records import profile, ratings
from games.rules.catalogue import by_slug
from games.web.match.players_only import nothing_here, player_of
from games.web.site.section_note import back_to, done_note

DONE = {"shown": gettext_noop("Saved."), "rated": gettext_noop("Saved.")}


@never_cache
@require_safe
def player_page(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """Show somebody's figures; 404 for a player the reader doesn't know."""
    reader = player_of(request)
    found = Player.objects.filter(pk=player_id).first()
    if found is None or not profile.may_see(reader, found):
        return nothing_here(request)
    shows = profile.shows_figures(reader, found)
    context = {"player": found, "circles": profile.shared_circles(reader, found), "shows": shows}
    return render(request, "pages/player.html", context | (_figures(found) if shows else {}))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def my_record(request: HttpRequest) -> HttpResponse:
    """Show one's own figures, and who else sees them; change that."""
    player = player_of(request)
    if request.method == "POST":
        section = "rated" if request.POST.get("say") == "rated" else "shown"
        _save(player, section, request.POST.get("wanted") == "on")
        return back_to(resolve_url("my_record"), section)
    context = {"player": player, "note": done_note(request.GET, DONE), "shows": True}
    return render(request, "pages/my_record.html", context | _figures(player))


def _save(player: Player, section: str, wanted: bool) -> None:
    with writing():
        held = Player.objects.select_for_update().get(pk=player.pk)
        if section == "shown":
            held.hides_figures = not wanted
        elif wanted != (held.rated_since is not None) and not held.is_robot:
            ratings.set_stale_for(held)
            held.rated_since = timezone.now() if wanted else None
        held.save(update_fields=["hides_figures", "rated_since"])


def _figures(player: Player) -> dict[str, Any]:
    found = profile.of_player(player)
    return {
        "profile": found,
        "answers": [roughly(timedelta(seconds=one)) for one in found.answers or ()],
        "games": [(by_slug()[one.game].meta, one) for one in found.games if one.game in by_slug()],
        "ratings": [
            (by_slug()[one.pool.game].meta, one)
            for one in ratings.of_player(player)
            if one.pool.game in by_slug()
        ],
    }
