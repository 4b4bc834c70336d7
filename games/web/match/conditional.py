"""Answer 304 to a page that reloads itself and already shows the latest."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response

NOT_MODIFIED = 304


def tag_of(mark: str) -> str:
    """Write a mark as an ETag; a weak one, because each rendering has new keys for its buttons."""
    return f'W/"{mark}"'


def unchanged(request: HttpRequest, mark: str) -> HttpResponse | None:
    """Answer 304 if the browser's page has this mark already; None if it needs a new one."""
    if "If-None-Match" not in request.headers:
        return None
    found = get_conditional_response(request, etag=tag_of(mark))
    return marked(HttpResponse(status=NOT_MODIFIED), mark) if found else None


def marked(page: HttpResponse, mark: str) -> HttpResponse:
    """Set the mark as the page's ETag."""
    page["ETag"] = tag_of(mark)
    return page
