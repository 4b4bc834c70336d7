"""List the browsers a player is signed in with, and sign out."""

from __future__ import annotations

from allauth.usersessions.views import ListUserSessionsView
from django.contrib.auth import logout
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.reach.push import devices
from games.web.account import known_browsers
from games.web.match.players_only import player_of


@method_decorator(never_cache, name="dispatch")
class Sessions(ListUserSessionsView):
    """Show the player's browsers, and sign out all but this one."""

    template_name = "pages/sessions.html"

    def form_valid(self, form: BaseForm) -> HttpResponse:
        """Sign out all other browsers, and send them no more notifications either."""
        player = player_of(self.request)
        devices.forget_others(player, known_browsers.marks(self.request, player))
        return super().form_valid(form)


@never_cache
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out; whoever uses this browser next gets no notifications of this player."""
    player = player_of(request)
    devices.forget_browser(player, known_browsers.marks(request, player))
    logout(request)
    return redirect("home")
