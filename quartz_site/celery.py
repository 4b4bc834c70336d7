"""The Celery application: worker and beat start here, and `games.tasks` registers its tasks with it."""

from __future__ import annotations

import logging.config
import os
import sys

from celery import Celery, Task, signals
from celery.app.utils import Settings
from django.conf import settings
from kombu.transport import redis

from quartz_site.broker import WORKER_SOCKET_TIMEOUT, transport_options
from quartz_site.environment import read_or_exit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "quartz_site.settings")
if not settings.configured:  # so Celery's own command is importing this first
    read_or_exit("celery")


class Doorbell(Task[[], None]):
    """A task that is retried three times, ten seconds apart, if its worker was lost."""

    max_retries = 3
    default_retry_delay = 10

    def __call__(self, *given: object, **named: object) -> None:
        """Run the task, traced where traces are collected."""
        if not settings.OTLP_URL:
            return super().__call__(*given, **named)
        from quartz_site import traces

        with traces.span(f"task {self.name}", task=str(self.name)):
            return super().__call__(*given, **named)


app = Celery("quartz_site", task_cls=Doorbell, include=["games.tasks"])
app.config_from_object("django.conf:settings", namespace="CELERY")


@signals.setup_logging.connect(weak=False)
def keep_our_logging(**_: object) -> None:
    """Log like the rest of the site; without a receiver here Celery would set up logging of its own."""
    logging.config.dictConfig(settings.LOGGING)


@signals.celeryd_init.connect(weak=False)
@signals.beat_init.connect(weak=False)
def need_a_broker(**_: object) -> None:
    """Exit if there is no broker, rather than let Celery look for one of another kind."""
    if not settings.CELERY_BROKER_URL:
        sys.exit(
            "celery: REDIS_URL is none, so there is nothing to do here: manage.py sweep --forever does it"
        )


@signals.celeryd_init.connect(weak=False)
def wait_longer_for_broker(conf: Settings, **_: object) -> None:
    """Let workers wait longer for the broker than pages do."""
    conf.broker_transport_options = transport_options(WORKER_SOCKET_TIMEOUT)


class BrokerChannel(redis.Channel):
    """A channel to the broker that sends nothing once it is closed.

    When the broker dies during a task, closing the channel requeues the task, and the end of the task
    acknowledges it, both over a dead connection: an AttributeError, which stops the worker for good. A lost
    ring costs seconds, and a doubled one nothing.
    """

    do_restore = False

    def basic_ack(self, delivery_tag: str, multiple: bool = False) -> None:
        if not self.closed:
            super().basic_ack(delivery_tag, multiple)

    def basic_reject(self, delivery_tag: str, requeue: bool = False) -> None:
        if not self.closed:
            super().basic_reject(delivery_tag, requeue)


redis.Transport.Channel = BrokerChannel
