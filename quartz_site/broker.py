"""Timeouts and limits of Celery and the broker, which have to fit each other.

Celery is only a doorbell here. What must happen are rows; a message that is lost, doubled or late
changes nothing but seconds. So results are ignored, and no task carries a timer (`eta` beyond the
visibility timeout makes Redis deliver it again and again).
"""

from __future__ import annotations

# Longer than any task may run, so that a running task isn't delivered again.
VISIBILITY_TIMEOUT = 300
SOFT_TIME_LIMIT = 30
TIME_LIMIT = 45
# A page must not wait for a broker that hangs; a worker may, since it blocks on reading anyway.
WEB_SOCKET_TIMEOUT = 1
WORKER_SOCKET_TIMEOUT = 10

TICK_SECONDS = 5
TICK_EXPIRES = 10
PRUNE_SECONDS = 3600


def transport_options(socket_timeout: int) -> dict[str, int | bool]:
    return {
        "visibility_timeout": VISIBILITY_TIMEOUT,
        "socket_connect_timeout": 2,
        "socket_timeout": socket_timeout,
        "socket_keepalive": True,
    }
