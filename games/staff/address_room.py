"""Email addresses, for moderators: stop email to one, or allow it again."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.views.decorators.http import require_http_methods

from games.staff import action_page, entrance
from games.staff.actions import ON_ADDRESSES
from games.web.match.players_only import nothing_here


@entrance.offers(ON_ADDRESSES)
@require_http_methods(["GET", "HEAD", "POST"])
@entrance.for_moderators
def act(request: HttpRequest, act: str) -> HttpResponse:
    if act not in ON_ADDRESSES:
        return nothing_here(request)
    return action_page.run(request, ON_ADDRESSES[act], None, resolve_url("admin:people"))
