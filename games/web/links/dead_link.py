"""One page for all links that don't work, so that nobody learns why."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

GONE = 410


class DeadLink(Exception):
    """Raised when a link turns out not to work; its page is in the browser's language, not the player's."""


def dead_link_page(request: HttpRequest) -> HttpResponse:
    """Say the same for every link that doesn't work: cut off, invented, expired or of a former player."""
    return render(request, "pages/link_bad.html", status=GONE)
