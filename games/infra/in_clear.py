"""Requests that come without TLS to a site that has it."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def came_in_clear(request: HttpRequest) -> bool:
    """Tell whether everybody on the way could read a request, though the site's address is https."""
    return bool(settings.SECURE_SSL_REDIRECT) and not request.is_secure()
