"""Choose the language of pages and emails."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import resolve_url
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.models import Language
from games.web.match.players_only import player_of
from games.web.site.section_note import back_to


@never_cache
@require_POST
def language(request: HttpRequest) -> HttpResponse:
    player, wanted = player_of(request), request.POST.get("language", "")
    if wanted not in Language.values:
        return HttpResponseBadRequest()
    player.language = wanted
    player.save(update_fields=["language"])
    return back_to(resolve_url("hours"), "language")
