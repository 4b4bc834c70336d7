"""List the browsers a player is signed in with, and sign out."""

from __future__ import annotations

from typing import Any

import structlog
from allauth.usersessions.views import ListUserSessionsView
from django.contrib.auth import logout
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.infra.locks import writing
from games.players import api_tokens
from games.reach.push import devices
from games.web.account import known_browsers
from games.web.match.players_only import player_of

log = structlog.get_logger(__name__)


@method_decorator(never_cache, name="dispatch")
class Sessions(ListUserSessionsView):
    """Show the player's browsers, and sign out all but this one."""

    template_name = "pages/sessions.html"

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        """Add how many programs act for the player: they aren't signed in, so they aren't in the list."""
        told = {"tokens": api_tokens.count(player_of(self.request), timezone.now())}
        context: dict[str, Any] = super().get_context_data(**more, **told)
        return context

    def form_valid(self, form: BaseForm) -> HttpResponse:
        """Sign out all other browsers, and notify them no more; revoke API tokens if that is asked for."""
        player = player_of(self.request)
        devices.forget_others(player, known_browsers.marks(self.request, player))
        if "tokens" in self.request.POST:
            with writing():
                api_tokens.revoke_all(player)
        return super().form_valid(form)


@never_cache
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out; whoever uses this browser next gets no notifications of this player."""
    player = player_of(request)
    devices.forget_browser(player, known_browsers.marks(request, player))
    logout(request)
    log.info("signed_out", player=str(player.pk))
    answer = redirect("home")
    # What was half written in this tab, and the service worker: the next one here may be somebody else.
    answer["Clear-Site-Data"] = '"storage"'
    return answer
