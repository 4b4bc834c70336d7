"""A tick goes through a real broker to a real worker, and nothing in the code sets a timer at the broker."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, cast

import pytest
import redis
from celery import Celery
from celery.contrib.testing.worker import start_worker
from django.conf import settings

from games.models import Heartbeat
from games.tasks import tick
from quartz_site.celery import app
from tests.kit.waiting import LONG, wait_for

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(autouse=True)
def nobody_has_rung():
    """Take out of the queue what other tests have left in it: each sweep that does something rings."""
    with redis.Redis.from_url(settings.CELERY_BROKER_URL) as broker:
        broker.delete("celery")


def worker():
    """A real worker in a thread, so that it sees the test's database."""
    of_ours = cast("Celery[Any]", app)
    return start_worker(of_ours, perform_ping_check=False, pool="solo", shutdown_timeout=LONG)


@pytest.mark.django_db(transaction=True)
def test_a_worker_takes_the_tick_and_writes_the_row():
    with worker():
        tick.delay()
        assert wait_for(Heartbeat.objects.filter(name=Heartbeat.BEAT).exists)


@pytest.mark.django_db(transaction=True)
def test_a_tick_that_comes_too_late_is_dropped():
    tick.apply_async(expires=-1)
    with redis.Redis.from_url(settings.CELERY_BROKER_URL) as broker:
        assert broker.llen("celery") == 1
        with worker():
            assert wait_for(lambda: not broker.llen("celery"))
    assert not Heartbeat.objects.exists()


def test_the_beat_sends_the_tick_every_five_seconds():
    entry = app.conf.beat_schedule["tick"]
    assert entry["task"] == tick.name
    assert (entry["schedule"], entry["options"]["expires"]) == (5, 10)


def test_the_settings_are_the_measured_set():
    conf = app.conf
    assert conf.task_acks_late and conf.task_retry_on_worker_lost and conf.task_ignore_result
    assert not conf.task_reject_on_worker_lost
    assert (conf.worker_prefetch_multiplier, conf.worker_soft_shutdown_timeout) == (1, 20)
    assert (conf.task_soft_time_limit, conf.task_time_limit) == (30, 45)
    assert conf.visibility_timeout == 300
    assert conf.broker_transport_options["visibility_timeout"] == 300
    assert conf.result_backend_transport_options["visibility_timeout"] == 300
    assert (tick.max_retries, tick.default_retry_delay) == (3, 10)


def test_a_page_waits_less_for_the_broker_than_a_worker():
    assert settings.CELERY_BROKER_TRANSPORT_OPTIONS["socket_timeout"] == 1


def timers(code: str) -> list[str]:
    return re.findall(r"\b(?:eta|countdown)\s*=", code)


def test_no_code_gives_the_broker_a_timer():
    # Beyond the visibility timeout Redis hands such a task out again and again: deadlines are rows.
    sources = [path for folder in ("games", "quartz_site") for path in (ROOT / folder).rglob("*.py")]
    assert sources
    assert [path.name for path in sources if timers(path.read_text())] == []
    assert timers("tick.apply_async(countdown=5)") and timers("x(eta = then)")


def test_a_task_that_ends_when_its_line_to_the_broker_is_closed_says_no_more() -> None:
    with app.connection_for_read() as connection:
        line: Any = connection.channel()
        assert not line.do_restore
        line.close()
        line.basic_ack("never")
        line.basic_reject("never")
