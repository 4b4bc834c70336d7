"""The page for a form without a valid CSRF token or session: say so, and give back what was written."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.web.site.visitor import use_settings_of_player

#: The text fields of our forms.
WRITTEN = ("said", "note", "text", "invite", "words")
FORBIDDEN = 403


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Say why a form without its token was refused; don't offer to send it again."""
    use_settings_of_player(request)  # the CSRF check comes before `Reader`
    return ask_to_press_again(request, {})


def ask_to_press_again(request: HttpRequest, more: dict[str, str]) -> HttpResponse:
    """Draw the page with what was written, unless another site sent it."""
    is_ours = _is_ours(request)
    written = [request.POST[name] for name in WRITTEN if is_ours and request.POST.get(name)]
    page = render(request, "403_csrf.html", {"written": written} | more, status=FORBIDDEN)
    page["HX-Push-Url"] = "false"
    return page


def _is_ours(request: HttpRequest) -> bool:
    """Tell whether a form was sent from a page of ours, by the browser's Origin header."""
    ours = urlsplit(request.build_absolute_uri()).netloc
    try:
        return urlsplit(request.headers.get("Origin", f"//{ours}")).netloc == ours
    except ValueError:  # not an address
        return False
