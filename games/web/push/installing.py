"""What a browser needs to install the site: manifest, service worker, and a page for when it is offline."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.templatetags.static import static
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from games.present.site_name import site_name

GROUND, SKY = "#1b1315", "#e9d6b8"
ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-maskable-512.png", "512x512", "maskable"),
)
#: What the page for offline use needs. Nothing else is ever kept in a browser.
DRESS = ("site.css", "lost.css", "favicon.svg")
SCRIPT = Path(__file__).with_name("service_worker.js")


@never_cache  # in the language of whoever asks
@require_safe
@login_not_required
def manifest(request: HttpRequest) -> HttpResponse:
    """Describe the site as something to install."""
    told = {
        "id": "/",
        "name": site_name(),
        "short_name": settings.SITE_NAME or "Quartz",
        "description": _("Board games you can play by email"),
        "lang": get_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": SKY,
        "icons": [
            {"src": static(f"games/{name}"), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for name, sizes, purpose in ICONS
        ],
    }
    return HttpResponse(json.dumps(told, ensure_ascii=False), content_type="application/manifest+json")


@cache_control(public=True, no_cache=True)
@require_safe
@login_not_required
def service_worker(request: HttpRequest) -> HttpResponse:
    """Serve the script that shows notifications, and one page when the network is away."""
    facts = {
        "offline": resolve_url("offline"),
        "seen": resolve_url("push_seen"),
        "home": resolve_url("home"),
        "dress": [static(f"games/{name}") for name in DRESS],
        "icon": static("games/icon-192.png"),
        "badge": static("games/icon-badge-96.png"),
    }
    script = f"const SITE = {json.dumps(facts)};\n{_script()}"
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")


@never_cache  # in the language of whoever asks
@require_safe
@login_not_required
def offline(request: HttpRequest) -> HttpResponse:
    """Say that the network is away. The service worker fetches it without cookies, so it is nobody's own."""
    return render(request, "pages/offline.html")


@cache
def _script() -> str:
    return SCRIPT.read_text()
