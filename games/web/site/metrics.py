"""Figures for Prometheus, for whoever has the token of the site."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest

from games.ops.metrics import RowsCollector
from games.web.match.players_only import nothing_here
from quartz_site import timings

SCHEME = "Bearer "


@never_cache
@require_safe
@login_not_required
def metrics(request: HttpRequest) -> HttpResponse:
    """Give all figures; 404 without the token, as if there were no such page."""
    if not _may_read(request.headers.get("Authorization", "")):
        return nothing_here(request)
    registry = CollectorRegistry()
    registry.register(RowsCollector())
    return HttpResponse(generate_latest(registry) + timings.told(), content_type=CONTENT_TYPE_LATEST)


def _may_read(authorization: str) -> bool:
    given = authorization.removeprefix(SCHEME) if authorization.startswith(SCHEME) else ""
    return bool(settings.METRICS_TOKEN) and constant_time_compare(given, settings.METRICS_TOKEN)
