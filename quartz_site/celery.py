"""The Celery application: worker and beat start here, `games.tasks` hangs its tasks on it."""

from __future__ import annotations

import logging.config
import os
import sys

from celery import Celery, Task, signals
from celery.app.utils import Settings
from django.conf import settings
from kombu.transport import redis

from quartz_site.broker import WORKER_SOCKET_TIMEOUT, transport_options
from quartz_site.environment import insist

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "quartz_site.settings")
if not settings.configured:  # then Celery's own command has come here first
    insist("celery")


class Doorbell(Task[[], None]):
    """A task whose worker was lost rings again, three times, ten seconds apart."""

    max_retries = 3
    default_retry_delay = 10


app = Celery("quartz_site", task_cls=Doorbell, include=["games.tasks"])
app.config_from_object("django.conf:settings", namespace="CELERY")


@signals.setup_logging.connect(weak=False)
def keep_our_logging(**_: object) -> None:
    """Log as the rest of the site does; connecting at all keeps Celery from setting its own."""
    logging.config.dictConfig(settings.LOGGING)


@signals.celeryd_init.connect(weak=False)
@signals.beat_init.connect(weak=False)
def need_a_broker(**_: object) -> None:
    """End where nobody would ever ring, rather than look for a broker of another kind."""
    if not settings.CELERY_BROKER_URL:
        sys.exit(
            "celery: REDIS_URL is none, so there is nothing to do here: manage.py sweep --forever does it"
        )


@signals.celeryd_init.connect(weak=False)
def wait_longer(conf: Settings, **_: object) -> None:
    """Give a worker more patience with the broker than a page has."""
    conf.broker_transport_options = transport_options(WORKER_SOCKET_TIMEOUT)


class Line(redis.Channel):
    """A line to the broker on which nothing more is said once it is closed.

    When the broker dies in the middle of a task, closing puts the task back and its end acknowledges it, both
    over a connection that is gone: an AttributeError, at which the worker ends for good. A ring that is lost
    costs seconds, and one that was heard twice costs nothing.
    """

    do_restore = False

    def basic_ack(self, delivery_tag: str, multiple: bool = False) -> None:
        if not self.closed:
            super().basic_ack(delivery_tag, multiple)

    def basic_reject(self, delivery_tag: str, requeue: bool = False) -> None:
        if not self.closed:
            super().basic_reject(delivery_tag, requeue)


redis.Transport.Channel = Line
