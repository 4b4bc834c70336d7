"""Who plays alone: whoever is signed in. On a demo site any visitor is a demo player; others sign in."""

from __future__ import annotations

from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url

from games.models import Player
from games.ops import demo
from games.web.site.demo_sign_in import sign_in


def visitor_or_none(request: HttpRequest) -> Player | None:
    """Give the player who asks; sign visitors in on a demo site; None for others, who have to sign in."""
    if not isinstance(request.user, Player) and settings.DEMO:
        sign_in(request, demo.first_player())
    return request.user if isinstance(request.user, Player) else None


def ask_to_sign_in(request: HttpRequest) -> HttpResponse:
    """Ask for an address first, and come back to the page with the button."""
    return redirect(f"{resolve_url('account_login')}?{urlencode({'next': request.path})}")
