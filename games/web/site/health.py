"""Health checks: is the process up, and can it work? They name parts that fail; the reasons are logged."""

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

from games.infra import server_time
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
    """List the parts, those missing that the site needs, and warnings about others."""
    database = works("database", look_at_database)
    needed = {
        "database": database,
        # Don't query a database that is away: that would double the wait.
        "sweep": database and works("sweep", look_at_sweep),
    }
    useful = {"broker": bool(settings.CELERY_BROKER_URL)}
    if settings.CELERY_BROKER_URL:
        needed["broker"] = works("broker", look_at_broker)
        useful = {"beat": database and works("beat", look_at_beat)}
    useful["clock"] = not database or works("clock", look_at_clock)
    if settings.IMAP_URL:
        useful["mailbox"] = database and works("mailbox", look_at_mailbox)
    missing = [part for part, well in needed.items() if not well]
    warnings = [part for part, well in useful.items() if not well]
    if database and (stopped := quarantined()):
        warnings.append(f"quarantined: {stopped}")
    answer = {**needed, "missing": missing, "warnings": warnings}
    return JsonResponse(answer, status=503 if missing else 200)


def quarantined() -> int:
    return Match.objects.filter(status=MatchStatus.QUARANTINED).count()


def works(part: str, look: Callable[[], None]) -> bool:
    try:
        look()
    except (DatabaseError, redis.RedisError, OSError, NotReady) as reason:
        log.warning("not ready", part=part, reason=type(reason).__name__, detail=str(reason)[:200])
        return False
    return True


def look_at_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def look_at_clock() -> None:
    """Check that this host's clock agrees with the database's: it decides whether a move is in time."""
    if not server_time.agrees(server_time.time_of_database(), timezone.now()):
        raise NotReady("this host's clock is wrong, or the database's")


def look_at_broker() -> None:
    patience = {"socket_timeout": WEB_SOCKET_TIMEOUT, "socket_connect_timeout": WEB_SOCKET_TIMEOUT}
    with redis.Redis.from_url(settings.CELERY_BROKER_URL, **patience) as broker:
        broker.ping()


def look_at_sweep() -> None:
    """Check the age of the last sweep, by a worker or `manage.py sweep --forever`."""
    look_at_age(outages.SWEEP)


def look_at_beat() -> None:
    """Check the age of the last tick, which beat sends, the broker carries and a worker writes down."""
    look_at_age(Heartbeat.BEAT)


def look_at_mailbox() -> None:
    """Check when replies were last fetched: nothing else shows that the mailbox refuses us."""
    look_at_age(mailbox.READ, MAILBOX_MAX_AGE)


def look_at_age(name: str, most: float | None = None) -> None:
    age = Heartbeat.age(name, timezone.now())
    if age is None or age.total_seconds() > (most or settings.BEAT_MAX_AGE):
        raise NotReady(f"last {name} {age} ago" if age else f"no {name} yet")
