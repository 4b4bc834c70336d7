"""System checks: what must be true of the settings. `manage.py check` reports each with an id."""

from __future__ import annotations

from collections.abc import Sequence

from django.apps.config import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import get_connection

from quartz_site.broker import TIME_LIMIT

CLOSED = "games.web.site.middleware.LoginRequired"


@register()
def closed_by_default(app_configs: Sequence[AppConfig] | None, **_: object) -> list[CheckMessage]:
    if CLOSED in settings.MIDDLEWARE:
        return []
    return [
        Error(
            "A page that doesn't ask for a login would be open to everyone.",
            hint=f"Add {CLOSED}.",
            id="quartz.E001",
        )
    ]


@register()
def no_atomic_requests(app_configs: Sequence[AppConfig] | None, **_: object) -> list[CheckMessage]:
    if not any(database.get("ATOMIC_REQUESTS") for database in settings.DATABASES.values()):
        return []
    hint = "Functions open their own transactions, and take locks before them, never inside."
    return [Error("ATOMIC_REQUESTS must be off.", hint=hint, id="quartz.E002")]


@register()
def one_visibility_timeout(app_configs: Sequence[AppConfig] | None, **_: object) -> list[CheckMessage]:
    here = settings.CELERY_VISIBILITY_TIMEOUT
    elsewhere = (settings.CELERY_BROKER_TRANSPORT_OPTIONS, settings.CELERY_RESULT_BACKEND_TRANSPORT_OPTIONS)
    if here > TIME_LIMIT and all(options.get("visibility_timeout") == here for options in elsewhere):
        return []
    hint = "It is set in three places. All must be equal, and longer than a task may run."
    return [Error("The visibility timeouts differ or are too short.", hint=hint, id="quartz.E003")]


@register()
def strict_policy(app_configs: Sequence[AppConfig] | None, **_: object) -> list[CheckMessage]:
    directives = settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]
    loose = [
        name for name, sources in directives.items() if {"'unsafe-inline'", "'unsafe-eval'"} & {*sources}
    ]
    if not loose:
        return []
    return [Error(f"The content security policy lets pages run anything: {loose}.", id="quartz.E004")]


@register()
def no_demo_for_others(app_configs: Sequence[AppConfig] | None, **_: object) -> list[CheckMessage]:
    if not (settings.DEMO and settings.PRODUCTION):
        return []
    return [Error("DEMO is on, so anyone could sign in as a demo player.", id="quartz.E005")]


@register()
def no_way_in_for_requests(app_configs: Sequence[AppConfig] | None, **_: object) -> list[CheckMessage]:
    if not (settings.OUTGOING_TEST_PORTS and settings.PRODUCTION):
        return []
    hint = "Empty OUTGOING_TEST_PORTS: it is for tests."
    told = "Addresses that players give could reach this machine."
    return [Error(told, hint=hint, id="quartz.E007")]


@register()
def provider_has_all_it_needs(app_configs: Sequence[AppConfig] | None, **_: object) -> list[CheckMessage]:
    if not settings.MAIL_PROVIDER:
        return []
    try:
        get_connection()
    except ImproperlyConfigured as missing:
        told = " ".join(str(missing).split())
        return [Error(f"EMAIL_PROVIDER={settings.MAIL_PROVIDER} needs more: {told}", id="quartz.E006")]
    return []


@register(Tags.security, deploy=True)
def push_has_a_key(app_configs: Sequence[AppConfig] | None, **_: object) -> list[CheckMessage]:
    if settings.VAPID_PRIVATE_KEY:
        return []
    hint = "Set VAPID_PRIVATE_KEY to what `manage.py vapid_key` prints, once and for good."
    return [Warning("Players can't turn on push notifications.", hint=hint, id="quartz.W001")]
