"""What a site can find out by itself: settings, database, broker, what runs, disk, backups."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import redis
from django.conf import settings
from django.core import checks
from django.db import DatabaseError, connection

from games.infra import server_time
from games.models import CanaryRun, Heartbeat
from games.ops.backup import needs_migration
from games.ops.doctor import pooler
from games.ops.doctor.finding import Finding, ill, well, worry
from games.play import outages
from quartz_site.version import version

OLD_BACKUP = timedelta(days=2)
SILENT = timedelta(minutes=30)  # as the alert CanarySilent has it
LEAST_FREE = 0.1
PATIENCE = 5  # seconds
NO_EVICTION = "noeviction"


def release() -> Iterator[Finding]:
    yield well("version", version())


def settings_made() -> Iterator[Finding]:
    if not settings.PRODUCTION:
        yield worry(
            "settings", "for one's own machine", "Where others play, set ENVIRONMENT=production: init does."
        )
        return
    found = [one for one in checks.run_checks(include_deployment_checks=True) if not one.is_silenced()]
    for one in found:
        yield ill("settings", f"{one.id}: {one.msg}", str(one.hint or "See `manage.py check --deploy`."))
    if not found:
        yield well("settings", "for a site where others play; nothing to object")


def database(now: datetime) -> Iterator[Finding]:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        if needs_migration():
            yield ill("database", "of an earlier version", "Take a backup, then run `manage.py migrate`.")
        else:
            yield well("database", f"{_kind()}, up to date")
        yield from pooler.settings_fit()
        yield from _clock("database", server_time.time_of_database(), now)
    except DatabaseError as error:
        told = f"can't be used: {type(error).__name__}"
        yield ill("database", told, "Is it running, and is DATABASE_URL right?")


def _kind() -> str:
    if connection.vendor == "sqlite":
        return f"SQLite {sqlite3.sqlite_version}"
    return f"PostgreSQL {connection.pg_version // 10_000}"  # type: ignore[attr-defined]


def _clock(whose: str, told: datetime | None, now: datetime) -> Iterator[Finding]:
    if told is None:
        return
    if not server_time.agrees(told, now):
        told_apart = f"{abs(told - now).total_seconds():.0f} s apart from the {whose}'s"
        yield ill("clock", told_apart, "Keep the clocks of all hosts right: run chrony or systemd-timesyncd.")
    else:
        yield well("clock", f"agrees with the {whose}'s")


def broker(now: datetime) -> Iterator[Finding]:
    if not settings.CELERY_BROKER_URL:
        yield well("broker", "none is wanted: a sweep does what is due")
        return
    patience = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
    try:
        with redis.Redis.from_url(settings.CELERY_BROKER_URL, **patience) as server:
            seconds, micros = server.time()
            yield well("broker", "answers")
            yield from _clock("broker", datetime.fromtimestamp(seconds + micros / 1e6, UTC), now)
            yield from _keeping(server)
    except (redis.RedisError, OSError) as error:
        told = f"can't be reached: {type(error).__name__}"
        yield ill("broker", told, "Is it running, and is REDIS_URL right? A sweep does its work meanwhile.")


def _keeping(server: redis.Redis) -> Iterator[Finding]:
    """See whether the broker keeps what it is given."""
    try:
        found = {**server.config_get("maxmemory-policy", "appendonly")}
    except redis.ResponseError:
        yield worry(
            "broker", "doesn't tell its settings", "See that it evicts nothing and appends to a file."
        )
        return
    if found.get("maxmemory-policy") != NO_EVICTION:
        told = "may throw messages away when it is full"
        yield worry("broker", told, f"Set maxmemory-policy to {NO_EVICTION}.")
    if found.get("appendonly") != "yes":
        yield worry("broker", "forgets everything when it stops", "Set appendonly to yes.")


def at_work(now: datetime) -> Iterator[Finding]:
    """See whether something does what is due: a worker, or a sweep by hand."""
    do = "Start a worker and the beat, or `manage.py sweep --forever`."
    for part, name, wanted in (
        ("sweep", outages.SWEEP, True),
        ("beat", Heartbeat.BEAT, bool(settings.CELERY_BROKER_URL)),
    ):
        if wanted:
            yield _beating(part, name, now, do)


def _beating(part: str, name: str, now: datetime, do: str) -> Finding:
    try:
        age = Heartbeat.age(name, now)
    except DatabaseError:
        return ill(part, "can't be looked up", do)
    if age is None:
        return ill(part, "never ran", do)
    if age.total_seconds() > settings.BEAT_MAX_AGE:
        return ill(part, f"last ran {age.total_seconds():.0f} s ago", do)
    return well(part, f"ran {age.total_seconds():.0f} s ago")


def canary(now: datetime) -> Iterator[Finding]:
    """See what came of the last match that the site played with itself."""
    do = "Play one: `manage.py canary`; keep it playing with --forever (docs/watching.md)."
    try:
        last = CanaryRun.objects.filter(ended_at__isnull=False).order_by("-pk").first()
    except DatabaseError:
        return
    if last is None or last.ended_at is None:
        yield worry("canary", "none has played", do)
    elif last.failed_at:
        what = "docs/watching.md says what each stage tries; `manage.py canary --forget` ends the matter."
        yield ill("canary", f"failed at {last.failed_at}: {last.why}", what)
    else:
        ago = now - last.ended_at
        told = f"played a match to its end {ago.total_seconds() / 60:.0f} min ago"
        yield well("canary", told) if ago < SILENT else worry("canary", f"{told}, and none since", do)


def disk() -> Iterator[Finding]:
    name = str(settings.DATABASES["default"]["NAME"])
    folder = Path(name).parent if connection.vendor == "sqlite" and Path(name).parent.is_dir() else Path()
    used = shutil.disk_usage(folder)
    free = f"{used.free / 1e9:.1f} GB free where this program is"
    if used.free < LEAST_FREE * used.total:
        yield worry("disk", free, "Make room: a full disk stops all matches.")
    else:
        yield well("disk", free)


def backups(folder: Path | None, now: datetime) -> Iterator[Finding]:
    """See how old the newest backup is."""
    if folder is None:
        do = (
            "Name their folder: `manage.py doctor --backups FOLDER`. docs/operations.md says how to make one."
        )
        yield worry("backups", "not looked at", do)
        return
    files = [one.stat() for one in folder.glob("*") if one.is_file()] if folder.is_dir() else []
    found = [datetime.fromtimestamp(one.st_mtime, UTC) for one in files if one.st_size]
    if not found:
        yield ill("backups", f"none in {folder}", "Take one every day, and keep some elsewhere.")
    elif now - max(found) > OLD_BACKUP:
        yield ill("backups", f"the newest is {(now - max(found)).days} days old", "Take one every day.")
    else:
        yield well("backups", f"the newest is {(now - max(found)).total_seconds() / 3600:.0f} h old")
