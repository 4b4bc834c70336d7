"""How gunicorn serves the site: `gunicorn --config python:quartz_site.gunicorn_conf quartz_site.wsgi`.

`WEB_CONCURRENCY` sets the number of workers and `--bind` the address, both gunicorn's own ways.
"""

from __future__ import annotations

import gc
import os
import shutil
import tempfile

from gunicorn.arbiter import Arbiter
from gunicorn.workers.base import Worker

from quartz_site.environment import read_or_exit
from quartz_site.logs import logging_settings

ENV = read_or_exit("gunicorn")
worker_class = "quartz_site.gunicorn_worker.PatientWorker"
threads = 8
# Visitors at once in each worker, slow ones included; fits within 1024 open files.
worker_connections = 400
# Responses are sent from memory.
sendfile = False
timeout = 30
graceful_timeout = 20
keepalive = 5
# Our own middleware logs requests: by route, since a path may hold a token.
accesslog = None
# Read the environment here once, not in every worker.
logconfig_dict = logging_settings(json=ENV.production)
# These headers would let a visitor choose the site's URL path: gunicorn trusts a proxy on the same machine,
# and not every proxy removes them.
forwarder_headers = ""
# It would create a socket in HOME, which need not exist.
control_socket_disable = True


if ENV.metrics_token:
    # Before anything imports prometheus_client: in this folder workers share what they count.
    folder = os.path.join(tempfile.gettempdir(), f"quartz-metrics-{os.getuid()}")
    shutil.rmtree(folder, ignore_errors=True)
    os.mkdir(folder, mode=0o700)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder


def post_worker_init(worker: Worker) -> None:
    """Never search what was loaded at the start for garbage: the rest is searched sooner, and faster."""
    gc.collect()
    gc.freeze()


def child_exit(server: Arbiter, worker: Worker) -> None:
    """Forget what a worker that has ended said of itself; what it counted stays."""
    if ENV.metrics_token:
        from prometheus_client import multiprocess

        multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def when_ready(server: Arbiter) -> None:
    """Warn if visitors can't be told apart: a Unix socket has no client address."""
    if not ENV.proxy_hops and any(isinstance(bound, str) for bound in server.cfg.address):
        server.log.warning("Limits count all visitors together: a Unix socket without PROXY_HOPS.")
