"""Who runs this site, and their privacy notice, from the host's settings."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


def host(request: HttpRequest) -> dict[str, str]:
    """Give every page's footer the name and contact of the host."""
    contact: str = settings.HOST_CONTACT
    address = contact if "://" in contact else f"mailto:{contact}"
    return {"host_name": settings.HOST_NAME, "host_contact": contact, "host_address": address}


@require_safe
@login_not_required
def about(request: HttpRequest) -> HttpResponse:
    texts = {"privacy": settings.PRIVACY_TEXT, "imprint": settings.IMPRINT_TEXT}
    return render(request, "pages/about.html", texts)
