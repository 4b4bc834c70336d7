"""Demo mode: sign in as a demo player, or create a match for them. 404 outside demo mode."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.models import Language, Player
from games.ops import demo
from games.web.match.players_only import open_hands

P = ParamSpec("P")
R = TypeVar("R", bound=HttpResponseBase)


def in_demo(page: Callable[P, R]) -> Callable[P, R]:
    @wraps(page)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        if not settings.DEMO:
            raise Http404
        return page(*args, **kwargs)

    return guarded


@never_cache
@login_not_required
@in_demo
@require_POST
def sign_in_as(request: HttpRequest) -> HttpResponse:
    wanted = request.POST.get("player", "")
    player = next((one for one in demo.players() if str(one.pk) == wanted), None)
    if player is None:
        raise Http404
    sign_in(request, player)
    return redirect("home")


@never_cache
@login_not_required
@in_demo
@require_POST
def set_table(request: HttpRequest) -> HttpResponse:
    demo.open_demo_table(timezone.now())
    return redirect("home" if request.user.is_authenticated else "account_login")


def sign_in(request: HttpRequest, player: Player) -> None:
    """Sign a visitor in as a demo player, with hands open, in the visitor's language."""
    if player.language == Language.ENGLISH and get_language() in Language.values:  # not changed yet
        player.language = str(get_language())
        player.save(update_fields=["language"])
    login(request, player, settings.AUTHENTICATION_BACKENDS[0])
    UserSession.objects.create_from_request(request)
    open_hands(request.session, player, timezone.now())
