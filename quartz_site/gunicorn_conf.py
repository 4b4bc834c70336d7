"""How gunicorn serves the site: `gunicorn --config python:quartz_site.gunicorn_conf quartz_site.wsgi`.

`WEB_CONCURRENCY` sets the number of workers and `--bind` the address, both gunicorn's own ways.
"""

from __future__ import annotations

from gunicorn.arbiter import Arbiter

from quartz_site.environment import insist
from quartz_site.logs import logging_settings

ENV = insist("gunicorn")
worker_class = "quartz_site.gunicorn_worker.PatientWorker"
threads = 8
# So many visitors at once in each worker, slow ones included; few enough for 1024 open files.
worker_connections = 400
# Answers are sent from memory.
sendfile = False
timeout = 30
graceful_timeout = 20
keepalive = 5
# Requests are logged by our own middleware: by route, never by address, which may hold a token.
accesslog = None
# The environment is looked at here, once, and not in every worker.
logconfig_dict = logging_settings(json=ENV.production)
# What would let a visitor say under which address the site lies: a proxy on the same machine is believed, and
# not each of them takes such headers out.
forwarder_headers = ""
# It would put a socket into HOME, which need not exist.
control_socket_disable = True


def when_ready(server: Arbiter) -> None:
    """Warn where nobody will have an address of their own: a Unix socket has none to tell."""
    if not ENV.proxy_hops and any(isinstance(bound, str) for bound in server.cfg.address):
        server.log.warning("Limits count all visitors together: a Unix socket without PROXY_HOPS.")
