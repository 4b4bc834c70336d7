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

from games.mail.receive import mailbox
from games.models import Heartbeat, Match, MatchStatus
from games.play import outages
from quartz_site.broker import WEB_SOCKET_TIMEOUT

log = structlog.get_logger(__name__)
MAILBOX_MAX_AGE = 600  # seconds


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
    """Say what is missing, and what is only worth a look."""
    database = is_well("database", look_at_database)
    needed = {
        "database": database,
        # Without a database there is nothing to ask, and asking again would double the wait.
        "sweep": database and is_well("sweep", look_at_sweep),
    }
    useful = {"broker": bool(settings.CELERY_BROKER_URL)}
    if settings.CELERY_BROKER_URL:
        needed["broker"] = is_well("broker", look_at_broker)
        useful = {"beat": database and is_well("beat", look_at_beat)}
    if settings.IMAP_URL:
        useful["mailbox"] = database and is_well("mailbox", look_at_mailbox)
    missing = [part for part, well in needed.items() if not well]
    warnings = [part for part, well in useful.items() if not well]
    if database and (stopped := quarantined()):
        warnings.append(f"quarantined: {stopped}")
    answer = {**needed, "missing": missing, "warnings": warnings}
    return JsonResponse(answer, status=503 if missing else 200)


def quarantined() -> int:
    return Match.objects.filter(status=MatchStatus.QUARANTINED).count()


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


def look_at_sweep() -> None:
    """Look when something swept last, whoever it was: a worker, or `manage.py sweep --forever`."""
    look_at_age(outages.SWEEP)


def look_at_beat() -> None:
    """Look at the age of the last tick: beat sent it, the broker carried it, a worker wrote it down."""
    look_at_age(Heartbeat.BEAT)


def look_at_mailbox() -> None:
    """Look when replies were last fetched: a mailbox that refuses us only shows here."""
    look_at_age(mailbox.READ, MAILBOX_MAX_AGE)


def look_at_age(name: str, most: float | None = None) -> None:
    age = Heartbeat.age(name, timezone.now())
    if age is None or age.total_seconds() > (most or settings.BEAT_MAX_AGE):
        raise NotReady(f"last {name} {age} ago" if age else f"no {name} yet")
