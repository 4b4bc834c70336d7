"""The people one has played with, and the circles one belongs to or is invited to."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.circles import belonging
from games.lobby import contacts
from games.web.match.players_only import player_of
from games.web.people.paging import Paging, page_asked


@never_cache
@require_safe
def people(request: HttpRequest) -> HttpResponse:
    player, number = player_of(request), page_asked(request.GET)
    found, more = contacts.page(player, number)
    context = {
        "contacts": found,
        "paging": Paging(number, more),
        "invitations": belonging.invitations(player),
    }
    return render(request, "pages/people.html", context)
