"""List the browsers a player is signed in with, and sign out."""

from __future__ import annotations

from allauth.usersessions.views import ListUserSessionsView
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST


@method_decorator(never_cache, name="dispatch")
class Sessions(ListUserSessionsView):
    """Show the player's browsers, and sign out all but this one."""

    template_name = "pages/sessions.html"


@never_cache
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("home")
