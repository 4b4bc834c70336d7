"""The browsers in which one is signed in, and signing out."""

from __future__ import annotations

from allauth.usersessions.models import UserSession
from allauth.usersessions.views import ListUserSessionsView
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.models import Player


@method_decorator(never_cache, name="dispatch")
class Sessions(ListUserSessionsView):
    """Show where one is signed in, and sign all others out."""

    template_name = "pages/sessions.html"


def sign_out_everywhere(player: Player, but: str | None = None) -> None:
    """End a player's sessions in all browsers, or in all but one: who comes back types a code again."""
    for session in UserSession.objects.filter(user=player).exclude(session_key=but or ""):
        session.end()


@never_cache
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("home")
