"""Is the process up; can it do its work. The answers name parts, never reasons: those are logged."""

from __future__ import annotations

from collections.abc import Callable

import redis
import structlog
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Heartbeat
from quartz_site.broker import WEB_SOCKET_TIMEOUT

log = structlog.get_logger(__name__)


class NotReady(Exception):
    """Raised when a part answers, but not well enough."""


@never_cache
@require_safe
@login_not_required
def healthz(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok\n", content_type="text/plain")


@never_cache
@require_safe
@login_not_required
def readyz(request: HttpRequest) -> JsonResponse:
    database = is_well("database", look_at_database)
    answer = {
        "database": database,
        "broker": is_well("broker", look_at_broker),
        # Without a database there is nothing to ask, and asking again would double the wait.
        "beat": database and is_well("beat", look_at_beat),
    }
    return JsonResponse(answer, status=200 if all(answer.values()) else 503)


def is_well(part: str, look: Callable[[], None]) -> bool:
    try:
        look()
    except (DatabaseError, redis.RedisError, OSError, NotReady) as reason:
        log.warning("not ready", part=part, reason=type(reason).__name__, detail=str(reason)[:200])
        return False
    return True


def look_at_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def look_at_broker() -> None:
    patience = {"socket_timeout": WEB_SOCKET_TIMEOUT, "socket_connect_timeout": WEB_SOCKET_TIMEOUT}
    with redis.Redis.from_url(settings.CELERY_BROKER_URL, **patience) as broker:
        broker.ping()


def look_at_beat() -> None:
    """Look at the age of the last tick: beat sent it, the broker carried it, a worker wrote it down."""
    age = Heartbeat.age(Heartbeat.BEAT, timezone.now())
    if age is None or age.total_seconds() > settings.BEAT_MAX_AGE:
        raise NotReady(f"last tick {age} ago" if age else "no tick yet")
