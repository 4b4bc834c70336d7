"""Where links lead that lead nowhere: one page for all of them, so that none tells why."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

GONE = 410


class Nowhere(Exception):
    """Raised where a link turns out to lead nowhere; the page that says so speaks nobody's language."""


def nowhere(request: HttpRequest) -> HttpResponse:
    """Say the same of every link that leads nowhere: cut, made up, of another seat's time, or long over."""
    return render(request, "pages/link_bad.html", status=GONE)
