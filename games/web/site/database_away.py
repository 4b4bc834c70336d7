"""The database is away: a page that keeps what was sent, to be sent again, and asks it nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import structlog
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

GetResponse = Callable[[HttpRequest], HttpResponse]
log = structlog.get_logger(__name__)

#: What a driver raises that has lost its server, or can't get at it. A fault of ours is another error.
AWAY = (OperationalError, InterfaceError)
RETRY_AFTER = 10
OURS = "csrfmiddlewaretoken"  # drawn anew for the form that is kept


class DatabaseAway:
    """Answers in place of any page whose database goes away before it is done.

    It stands in front of what asks who is signed in, which is the first question to the database.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, page: Callable[..., HttpResponse], *_: Any
    ) -> HttpResponse | None:
        if not getattr(page, "login_required", True):
            return None
        try:
            bool(request.user.is_authenticated)  # remembered: who is signed in is asked once a request
        except AWAY as away:
            return try_again(request, away)
        return None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return try_again(request, error) if isinstance(error, AWAY) else None


class LoginRequired(LoginRequiredMiddleware):
    """Sends away from closed pages who isn't signed in, and asks who that is for those alone.

    Django's own asks before each page, where nothing answers for a database that is away.
    """

    def process_view(
        self, request: HttpRequest, page: Callable[..., HttpResponseBase], *blanks: Any
    ) -> HttpResponseBase | None:
        if not getattr(page, "login_required", True):
            return None
        return super().process_view(request, page, *blanks)


def try_again(request: HttpRequest, away: Exception) -> HttpResponse:
    """Give the form back as it was posted: the same key in it makes the second press safe."""
    log.error("database_away", reason=type(away).__name__, detail=str(away)[:200])
    posted = [(name, value) for name, values in request.POST.lists() for value in values if name != OURS]
    page = render(request, "pages/away.html", {"posted": posted}, status=503)
    page["Retry-After"] = str(RETRY_AFTER)
    add_never_cache_headers(page)
    return page
