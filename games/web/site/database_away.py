"""The database is away: a page that keeps what was sent, to be sent again, and asks it nothing."""

from __future__ import annotations

import structlog
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

log = structlog.get_logger(__name__)

#: What a driver raises that has lost its server, or can't get at it. A fault of ours is another error.
AWAY = (OperationalError, InterfaceError)
RETRY_AFTER = 10
OURS = "csrfmiddlewaretoken"  # drawn anew for the form that is kept


def try_again(request: HttpRequest, away: Exception) -> HttpResponse:
    """Give the form back as it was posted: the same key in it makes the second press safe."""
    log.error("database_away", reason=type(away).__name__, detail=str(away)[:200])
    posted = [(name, value) for name, values in request.POST.lists() for value in values if name != OURS]
    page = render(request, "pages/away.html", {"posted": posted}, status=503)
    page["Retry-After"] = str(RETRY_AFTER)
    add_never_cache_headers(page)
    return page
