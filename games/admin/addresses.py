"""Mail addresses for who judges: none to one, or mails again."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.views.decorators.http import require_http_methods

from games.admin import doors, forms
from games.admin.person_acts import ON_ADDRESSES
from games.views.seated import nothing_here


@require_http_methods(["GET", "HEAD", "POST"])
@doors.for_moderators
def act(request: HttpRequest, act: str) -> HttpResponse:
    if act not in ON_ADDRESSES:
        return nothing_here(request)
    return forms.run(request, ON_ADDRESSES[act], None, resolve_url("admin:people"))
