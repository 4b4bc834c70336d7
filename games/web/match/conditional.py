"""Answer 304 to a page that reloads itself and already shows the latest."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response

NOT_MODIFIED = 304
#: Says after how many seconds an open page asks for news again.
AGAIN = "Ask-Again"


def tag_of(mark: str) -> str:
    """Write a mark as an ETag; a weak one, because each rendering has new keys for its buttons."""
    return f'W/"{mark}"'


def unchanged(request: HttpRequest, mark: str, again: int | None = None) -> HttpResponse | None:
    """Answer 304 if the browser's page has this mark already; None if it needs a new one."""
    if "If-None-Match" not in request.headers:
        return None
    found = get_conditional_response(request, etag=tag_of(mark))
    return marked(HttpResponse(status=NOT_MODIFIED), mark, again) if found else None


def marked(page: HttpResponse, mark: str, again: int | None = None) -> HttpResponse:
    """Set the mark as the page's ETag, and after how many seconds to ask again if not as usual."""
    page["ETag"] = tag_of(mark)
    if again is not None:
        page[AGAIN] = str(again)
    return page
