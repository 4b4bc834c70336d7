"""Pages that are looked at again and again: one that shows the latest already is told so, and no more."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response

NOT_MODIFIED = 304


def tag_of(mark: str) -> str:
    """Write a mark as a header; weak, for what is drawn anew holds other keys for its buttons."""
    return f'W/"{mark}"'


def unchanged(request: HttpRequest, mark: str) -> HttpResponse | None:
    """Say that a page shows the latest already, to one that says what it shows."""
    if "If-None-Match" not in request.headers:
        return None
    found = get_conditional_response(request, etag=tag_of(mark))
    return marked(HttpResponse(status=NOT_MODIFIED), mark) if found else None


def marked(page: HttpResponse, mark: str) -> HttpResponse:
    """Let a page say what it shows."""
    page["ETag"] = tag_of(mark)
    return page
