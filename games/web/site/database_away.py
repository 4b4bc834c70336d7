"""The page for when the database is away: it needs no query, and keeps the form to be sent again."""

from __future__ import annotations

import structlog
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

log = structlog.get_logger(__name__)

#: What the driver raises when it has lost or can't reach its server. Our own faults raise other errors.
AWAY = (OperationalError, InterfaceError)
RETRY_AFTER = 10
OURS = "csrfmiddlewaretoken"  # the kept form gets a new one


def try_again(request: HttpRequest, away: Exception) -> HttpResponse:
    """Give the form back as it was posted; it has the same key, so that a second press is safe."""
    log.error("database_away", reason=type(away).__name__, detail=str(away)[:200])
    posted = [(name, value) for name, values in request.POST.lists() for value in values if name != OURS]
    page = render(request, "pages/away.html", {"posted": posted}, status=503)
    page["Retry-After"] = str(RETRY_AFTER)
    add_never_cache_headers(page)
    return page
