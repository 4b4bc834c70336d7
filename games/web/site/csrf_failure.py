"""A press of which we can't be sure whose it is: told in our words, and what was written is given back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

from games.web.site.reader_settings import speak_to

GetResponse = Callable[[HttpRequest], HttpResponse]
#: The fields of our forms in which people write.
WRITTEN = ("said", "note", "text", "invite", "words")
FORBIDDEN = 403
_AT_A_MATCH = re.compile(r"/m/[\w-]+/")


class SignedOut:
    """Answers a form that comes when nobody is signed in any more: on the way to sign in it would be lost.

    It stands in front of what leads to signing in. Whatever the address, the answer is the same.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, page: Callable[..., HttpResponse], *_: Any
    ) -> HttpResponse | None:
        is_closed = request.method == "POST" and getattr(page, "login_required", True)
        if not is_closed or request.user.is_authenticated:
            return None
        at_a_match = _AT_A_MATCH.match(request.path)
        answer = _press_again(request, {"then": at_a_match[0] if at_a_match else "/"})
        add_never_cache_headers(answer)
        return answer


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Say why a press without its token didn't count; nothing is sent again."""
    speak_to(request)  # it is refused before anybody has asked who is signed in
    return _press_again(request, {})


def _press_again(request: HttpRequest, more: dict[str, str]) -> HttpResponse:
    """Give back what was written; not what another site has sent in somebody's name."""
    is_ours = _is_ours(request)
    written = [request.POST[name] for name in WRITTEN if is_ours and request.POST.get(name)]
    page = render(request, "403_csrf.html", {"written": written} | more, status=FORBIDDEN)
    page["HX-Push-Url"] = "false"
    return page


def _is_ours(request: HttpRequest) -> bool:
    """Tell whether a form was sent from a page of ours, as far as the browser says."""
    ours = urlsplit(request.build_absolute_uri()).netloc
    try:
        return urlsplit(request.headers.get("Origin", f"//{ours}")).netloc == ours
    except ValueError:  # no address at all
        return False
