"""Figures for Prometheus that rows tell: the same from each process, and cheap however much is stored.

What has ever been made is the highest key of its table, which only grows; it isn't counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import Max, Min, Model, QuerySet
from django.utils import timezone
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.registry import Collector

from games.models import (
    CanaryRun,
    Channel,
    Deadline,
    DeadlineState,
    Dispatch,
    DispatchState,
    Event,
    Heartbeat,
    MailState,
    Match,
    MatchKind,
    MatchStatus,
    Outbox,
    Outcome,
    Submission,
)
from quartz_site.version import version

LATE = timedelta(seconds=30)  # a window that is due is closed within this, whatever has failed
RECENT = timedelta(minutes=10)
MOST = 1_000  # refusals that are looked at
EMAIL = "email"


class RowsCollector(Collector):
    """Reads the figures each time Prometheus asks."""

    def describe(self) -> Iterable[Metric]:
        return ()  # or the names would be looked up when this is registered, before there is a database

    def collect(self) -> Iterator[Metric]:
        now = timezone.now()
        yield InfoMetricFamily("quartz_build", "Which release this is", value={"version": version()})
        yield _ever("quartz_events", "Events written", Event)
        yield _ever("quartz_submissions", "Moves and other wishes that were judged", Submission)
        yield _ever("quartz_notices", "Notices queued", Outbox)
        yield _by("quartz_matches", "Matches that go on, or are stopped", "status", _matches())
        yield _by("quartz_refusals", "Refused wishes of the last 10 minutes", "code", _refusals(now))
        yield _by("quartz_notices_queued", "Notices that wait to be sent", "channel", _queued())
        yield _by("quartz_notices_due_age_seconds", "Age of the oldest due notice", "channel", _ages(now))
        yield _by("quartz_notices_failed", "Notices given up in the last day", "channel", _failed(now))
        yield _gauge("quartz_deadlines_overdue", "Deadlines due for over 30 seconds", _overdue(now))
        yield _gauge("quartz_deadlines_stuck", "Deadlines that failed again and again", _stuck())
        yield from _canary(now)
        yield _by("quartz_heartbeat_age_seconds", "Time since something ran", "name", _heartbeats(now))
        yield _by("quartz_database_pool", "Connections of the process that answers", "state", _pool())


def _gauge(name: str, about: str, value: float) -> Metric:
    return GaugeMetricFamily(name, about, value=value)


def _ever(name: str, about: str, model: type[Model]) -> Metric:
    highest = model._default_manager.aggregate(highest=Max("pk"))["highest"]
    return CounterMetricFamily(name, about, value=highest or 0)


def _by(name: str, about: str, label: str, values: dict[str, float]) -> Metric:
    made = GaugeMetricFamily(name, about, labels=[label])
    for value, count in sorted(values.items()):
        made.add_metric([value], count)
    return made


def _matches() -> dict[str, float]:
    counted = (MatchStatus.RUNNING, MatchStatus.LOBBY, MatchStatus.PAUSED, MatchStatus.QUARANTINED)
    of_people = Match.objects.exclude(kind=MatchKind.CANARY)
    return {str(one.value): of_people.filter(status=one).count() for one in counted}


def _refusals(now: datetime) -> dict[str, float]:
    refused = Submission.objects.filter(outcome=Outcome.REFUSED, at__gte=now - RECENT)
    told = refused.order_by("-at", "-pk").values_list("refusal", flat=True)[:MOST]
    return dict(Counter(str(one.get("code", "")) for one in told))


def _waiting() -> dict[str, QuerySet[Any]]:
    """Give what waits to be sent, by channel."""
    queued = Dispatch.objects.filter(state=DispatchState.QUEUED)
    ways = {channel: queued.filter(channel=channel) for channel in Channel.values}
    return {EMAIL: Outbox.objects.filter(state=MailState.QUEUED), **ways}


def _queued() -> dict[str, float]:
    return {channel: rows.count() for channel, rows in _waiting().items()}


def _ages(now: datetime) -> dict[str, float]:
    first = {channel: rows.aggregate(at=Min("send_after"))["at"] for channel, rows in _waiting().items()}
    return {channel: max((now - at).total_seconds(), 0) if at else 0 for channel, at in first.items()}


def _failed(now: datetime) -> dict[str, float]:
    since = now - timedelta(days=1)
    emails = Outbox.objects.filter(state=MailState.FAILED, created_at__gte=since).count()
    others = Dispatch.objects.filter(state=DispatchState.FAILED, created_at__gte=since)
    return {EMAIL: emails, **Counter(others.values_list("channel", flat=True))}


def _overdue(now: datetime) -> float:
    running = Deadline.objects.filter(state=DeadlineState.RUNNING, match__status=MatchStatus.RUNNING)
    return running.filter(due_at__lt=now - LATE).count()


def _stuck() -> float:
    return Deadline.objects.filter(state=DeadlineState.STUCK).count()


def _canary(now: datetime) -> Iterator[Metric]:
    """Tell how the canary fares; nothing if none has played within a week."""
    runs = CanaryRun.objects.order_by("-pk")
    if (first := runs.last()) is None:
        return
    well = runs.filter(failed_at="", ended_at__isnull=False).first()
    since = well.ended_at if well else first.began_at
    late = "Time since a canary's match was played to its end"
    yield _gauge("quartz_canary_age_seconds", late, (now - (since or now)).total_seconds())
    took = "Time that each stage of the canary's last whole match took"
    yield _by("quartz_canary_seconds", took, "stage", well.seconds if well else {})
    failed = runs.exclude(failed_at="").filter(ended_at__gte=now - timedelta(days=1))
    stages = failed.values_list("failed_at", flat=True)
    yield _by("quartz_canary_failures", "Canaries that failed within a day", "stage", {**Counter(stages)})


def _heartbeats(now: datetime) -> dict[str, float]:
    return {name: (now - at).total_seconds() for name, at in Heartbeat.objects.values_list("name", "at")}


def _pool() -> dict[str, float]:
    pool = getattr(connection, "pool", None)
    told = pool.get_stats() if pool else {}
    named = {"pool_size": "open", "pool_available": "free", "requests_waiting": "waited for"}
    return {named[name]: count for name, count in told.items() if name in named}
