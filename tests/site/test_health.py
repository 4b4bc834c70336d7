"""/healthz tells that the process answers; /readyz that database, broker and whoever sweeps do their part."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from games import tasks
from games.infra import server_time
from games.mail.receive import mailbox
from games.models import Heartbeat, Match, MatchStatus, Outage
from games.play import outages
from games.tasks import tick
from games.web.site import health
from quartz_site.broker import WEB_SOCKET_TIMEOUT
from tests.kit.cast import NOON, at
from tests.kit.waiting import LONG

WELL = {"database": True, "sweep": True, "broker": True, "missing": [], "warnings": []}


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """Take no broker for one that hangs because the machine is slow."""
    monkeypatch.setattr(health, "WEB_SOCKET_TIMEOUT", LONG)


@pytest.fixture(autouse=True)
def same_clock(monkeypatch):
    """Let the database have the time that a test chose."""
    monkeypatch.setattr(server_time, "time_of_database", timezone.now)


def test_healthz_needs_nothing_but_the_process(client):
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
def test_readyz_is_content_when_all_is_well(client):
    tick()
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, WELL)


@pytest.mark.django_db
def test_readyz_misses_a_sweep_that_never_was(client):
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["missing"]) == (503, ["sweep"])


@pytest.mark.django_db
@pytest.mark.parametrize(("age", "status"), [(29, 200), (31, 503)])
def test_readyz_misses_a_sweep_that_stopped(client, age, status):
    with at(NOON):
        Heartbeat.record(outages.SWEEP, NOON - timedelta(seconds=age))
        assert client.get("/readyz").status_code == status


@pytest.mark.django_db
def test_whoever_sweeps_will_do_and_a_dead_beat_is_a_warning(client):
    call_command("sweep", verbosity=0)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["warnings"]) == (200, ["beat"])


@pytest.mark.django_db
def test_a_site_without_any_broker_is_ready_and_says_so(client, settings):
    settings.CELERY_BROKER_URL = ""
    call_command("sweep", verbosity=0)
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == {"database": True, "sweep": True, "missing": [], "warnings": ["broker"]}


@pytest.mark.django_db
def test_matches_that_a_fault_has_stopped_are_a_warning_with_their_number(client):
    tick()
    for status in (MatchStatus.QUARANTINED, MatchStatus.QUARANTINED, MatchStatus.RUNNING):
        Match.objects.create(game="quartz", commitment="00" * 32, status=status)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {**WELL, "warnings": ["quarantined: 2"]})


@pytest.mark.django_db
def test_a_clock_that_is_wrong_is_a_warning(client, monkeypatch):
    Heartbeat.record("sweep", timezone.now())
    Heartbeat.record(Heartbeat.BEAT, timezone.now())
    ahead = timezone.now() + timedelta(seconds=9)
    monkeypatch.setattr(server_time, "time_of_database", lambda: ahead)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["warnings"]) == (200, ["clock"])


@pytest.mark.django_db
@pytest.mark.parametrize(("minutes", "warnings"), [(9, []), (11, ["mailbox"]), (None, ["mailbox"])])
def test_a_mailbox_that_nobody_could_read_for_long_is_a_warning(client, settings, minutes, warnings):
    settings.IMAP_URL = "imaps://play:word@mail.example.org"
    tick()
    if minutes is not None:
        Heartbeat.record(mailbox.READ, timezone.now() - timedelta(minutes=minutes))
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["warnings"]) == (200, warnings)


def test_without_a_broker_nothing_rings(settings, monkeypatch):
    settings.CELERY_BROKER_URL = ""
    monkeypatch.setattr(tasks.look, "apply_async", lambda **_: pytest.fail("rang"))
    tasks.ring()


@pytest.mark.django_db
def test_readyz_misses_a_broker_that_is_gone(client, settings):
    tick()
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["missing"]) == (503, ["broker"])


@pytest.mark.django_db
def test_readyz_does_not_wait_for_a_broker_that_hangs(client, settings, monkeypatch):
    monkeypatch.setattr(health, "WEB_SOCKET_TIMEOUT", WEB_SOCKET_TIMEOUT)
    tick()
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.CELERY_BROKER_URL = f"redis://127.0.0.1:{silent.getsockname()[1]}/0"
        start = time.monotonic()
        answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["broker"]) == (503, False)
    assert time.monotonic() - start < 15


ASK = """
import django; django.setup()
from django.test import Client
answer = Client().get("/readyz")
print(answer.status_code, answer.json(), Client().get("/healthz").status_code)
"""


def test_readyz_misses_a_database_that_is_gone():
    env = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "quartz_site.settings",
        "DATABASE_URL": "postgresql://app@127.0.0.1:1/none",
        "ALLOWED_HOSTS": "testserver",
    }
    said = subprocess.run([sys.executable, "-c", ASK], env=env, capture_output=True, text=True)
    told = "'missing': ['database', 'sweep'], 'warnings': ['beat']} 200"
    assert said.stdout.startswith("503 ") and told in said.stdout, said.stderr


@pytest.mark.django_db
def test_a_late_tick_does_not_turn_time_back():
    now = timezone.now()
    Heartbeat.record("beat", now)
    Heartbeat.record("beat", now - timedelta(minutes=5))
    assert Heartbeat.age("beat", now) == timedelta(0)


@pytest.mark.django_db
def test_a_heartbeat_of_a_clock_that_ran_a_day_ahead_hides_no_silence():
    now = timezone.now()
    Heartbeat.record("sweep", now + timedelta(days=1))
    assert not outages.is_swept(now)
    Heartbeat.record("sweep", now)
    assert outages.is_swept(now)
    assert outages.look(now + timedelta(hours=1)) == 0 and Outage.objects.count() == 1


@pytest.mark.django_db
def test_the_reasons_stay_in_the_log(client, settings, caplog):
    settings.CELERY_BROKER_URL = "redis://:hush@127.0.0.1:1/0"
    answer = client.get("/readyz")
    assert b"127.0.0.1" not in answer.content
    assert "not ready" in caplog.text and "hush" not in caplog.text
