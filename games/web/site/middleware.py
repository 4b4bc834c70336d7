"""The middlewares that run before every page, in the order of settings.MIDDLEWARE.

The pages shown instead are drawn elsewhere: `database_away`, `csrf_failure`, and for codes and second factors
the pages of `games.web.account`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, resolve_url
from django.utils import timezone, translation
from django.utils.cache import add_never_cache_headers
from django.views.defaults import permission_denied

from games.models import Player
from games.web.account import recent_proof, staff_attempts
from games.web.account.access import ACTIONS, GUARDED
from games.web.match.players_only import nothing_here
from games.web.site.csrf_failure import ask_to_press_again
from games.web.site.database_away import AWAY, try_again
from games.web.site.visitor import use_settings_of_player

GetResponse = Callable[[HttpRequest], HttpResponse]
#: Addresses for staff alone; nobody else is told that they exist. Compare with `path_info`, which decides on
#: the view: the prefix that `path` adds may come from a forged header.
FOR_STAFF = "/admin/"
#: Addresses whose pages may hold codes and keys: no browser or proxy may store them.
NEVER_STORED = ("/accounts/", FOR_STAFF)
_MATCH_PAGE = re.compile(r"/m/[\w-]+/")


class _Middleware:
    """Let a request through unchanged; a subclass overrides what it does differently."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)


class DatabaseAway(_Middleware):
    """Answer in place of any page whose database goes away before it is done.

    It comes before everything that asks who is signed in, which is the first query of a request.
    """

    def process_view(
        self, request: HttpRequest, page: Callable[..., HttpResponse], *_: Any
    ) -> HttpResponse | None:
        if not getattr(page, "login_required", True):
            return None
        try:
            bool(request.user.is_authenticated)  # Django remembers it: one query a request
        except AWAY as away:
            return try_again(request, away)
        return None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return try_again(request, error) if isinstance(error, AWAY) else None


class Reader(_Middleware):
    """Draw pages in the language and time zone of the signed-in player, else in those the browser asks for.

    It comes after DatabaseAway, which has already asked who is signed in.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with translation.override(translation.get_language()), timezone.override(None):
            answer = self.get_response(request)
            answer.headers.setdefault("Content-Language", translation.get_language())
            return answer

    def process_view(self, request: HttpRequest, *_: Any) -> None:
        use_settings_of_player(request)


class SecondFactor(_Middleware):
    """Let only staff who have shown a second factor in this browser into the staff's rooms."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        if request.path_info.startswith(NEVER_STORED):
            add_never_cache_headers(answer)
        return answer

    def process_view(
        self, request: HttpRequest, view: Any, blanks: Any, named: dict[str, Any]
    ) -> HttpResponse | None:
        if not request.path_info.startswith(FOR_STAFF):
            return None
        answer, why = self._kept_out(request)
        if why and (request.method == "POST" or why == staff_attempts.NO_OPERATOR):
            staff_attempts.note(request, view, named, why)
        return answer

    def _kept_out(self, request: HttpRequest) -> tuple[HttpResponse | None, str]:
        """Give the page for someone who may not enter, and the reason as a code; None and "" for staff."""
        if not isinstance(request.user, Player):
            return redirect_to_login(request.path), staff_attempts.OUTSIDER
        if not request.user.is_staff:
            return nothing_here(request), staff_attempts.NO_STAFF
        if not recent_proof.has_factor(request.user):
            return redirect(f"{resolve_url('mfa_index')}?staff"), staff_attempts.NO_SECOND_FACTOR
        if not recent_proof.has_shown_factor_since_sign_in(request, request.user):
            return redirect(
                recent_proof.ask_for_factor(request.user, request.path)
            ), staff_attempts.NO_SECOND_FACTOR
        if request.path_info.startswith(staff_attempts.OF_OPERATORS) and not request.user.is_operator:
            return permission_denied(request, PermissionDenied()), staff_attempts.NO_OPERATOR
        return None, ""


class SignedOut(_Middleware):
    """Answer a form sent after its session ended: on the way to the sign-in page it would be lost.

    It comes before LoginRequired. The answer is the same for every address.
    """

    def process_view(
        self, request: HttpRequest, page: Callable[..., HttpResponse], *_: Any
    ) -> HttpResponse | None:
        is_closed = request.method == "POST" and getattr(page, "login_required", True)
        if not is_closed or request.user.is_authenticated:
            return None
        match_page = _MATCH_PAGE.match(request.path)
        answer = ask_to_press_again(request, {"then": match_page[0] if match_page else "/"})
        add_never_cache_headers(answer)
        return answer


class LoginRequired(LoginRequiredMiddleware):
    """Send visitors who aren't signed in away from closed pages; don't ask who they are on open ones.

    Django's own asks on each page, also on those that must answer while the database is away.
    """

    def process_view(
        self, request: HttpRequest, page: Callable[..., HttpResponseBase], *blanks: Any
    ) -> HttpResponseBase | None:
        if not getattr(page, "login_required", True):
            return None
        return super().process_view(request, page, *blanks)


class Guard(_Middleware):
    """Ask for the code or second factor that a sensitive action needs, before its page is reached."""

    def process_view(
        self, request: HttpRequest, page: Callable[..., HttpResponseBase], *blanks: object
    ) -> HttpResponse | None:
        place, player = request.resolver_match, request.user
        if place is None or place.url_name not in GUARDED or not isinstance(player, Player):
            return None
        asked = (action for action in ACTIONS if action.url == place.url_name and action.is_asked(request))
        way = next(filter(None, (action.missing(request, player) for action in asked)), "")
        return redirect(way) if way else None
