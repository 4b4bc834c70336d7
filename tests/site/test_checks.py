"""Each system check turns red when what it guards is taken away."""

from __future__ import annotations

import pytest
from django.core.checks import run_checks


def ids() -> set[str]:
    return {str(message.id) for message in run_checks()}


def test_the_settings_pass():
    assert ids() == set()


def test_a_site_open_by_default_is_refused(settings):
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if "LoginRequired" not in name]
    assert "quartz.E001" in ids()


def test_atomic_requests_are_refused(settings, monkeypatch):
    monkeypatch.setitem(settings.DATABASES["default"], "ATOMIC_REQUESTS", True)
    assert "quartz.E002" in ids()


@pytest.mark.parametrize("timeout", [30, 301])
def test_visibility_timeouts_that_differ_or_are_short_are_refused(settings, timeout):
    settings.CELERY_VISIBILITY_TIMEOUT = timeout
    assert "quartz.E003" in ids()


def test_demo_players_in_production_are_refused(settings):
    settings.DEMO = settings.PRODUCTION = True
    assert "quartz.E005" in ids()


def test_sending_to_this_machine_in_production_is_refused(settings):
    settings.OUTGOING_TEST_PORTS = frozenset({8081})
    assert "quartz.E007" not in ids()
    settings.PRODUCTION = True
    assert "quartz.E007" in ids()


def test_a_policy_with_inline_scripts_is_refused(settings):
    settings.CONTENT_SECURITY_POLICY = {"DIRECTIVES": {"script-src": ["'self'", "'unsafe-inline'"]}}
    assert "quartz.E004" in ids()


def test_a_provider_without_its_key_is_refused(settings):
    settings.MAIL_PROVIDER = "mailgun"
    settings.EMAIL_BACKEND = "anymail.backends.mailgun.EmailBackend"
    settings.ANYMAIL = {}
    assert "quartz.E006" in ids()
    settings.ANYMAIL = {"MAILGUN_API_KEY": "key"}
    assert "quartz.E006" not in ids()


def test_a_site_without_a_key_for_push_notifications_is_warned_of(settings):
    def warned() -> bool:
        return "quartz.W001" in {str(one.id) for one in run_checks(include_deployment_checks=True)}

    assert not warned()
    settings.VAPID_PRIVATE_KEY = ""
    assert warned() and "quartz.W001" not in ids()
