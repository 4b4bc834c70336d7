"""A press of which we can't be sure whose it is: told in our words, and what was written is given back."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.web.site.visitor import use_settings_of_player

#: The fields of our forms in which people write.
WRITTEN = ("said", "note", "text", "invite", "words")
FORBIDDEN = 403


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Say why a press without its token didn't count; nothing is sent again."""
    use_settings_of_player(request)  # it is refused before anybody has asked who is signed in
    return ask_to_press_again(request, {})


def ask_to_press_again(request: HttpRequest, more: dict[str, str]) -> HttpResponse:
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
