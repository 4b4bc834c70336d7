"""How long requests take, by route, for Prometheus: counted only where METRICS_TOKEN is set.

Several workers answer at one address. Each keeps its counts in files of its own, and whichever is asked adds
them up.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import cache

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from prometheus_client import CollectorRegistry, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # set by gunicorn_conf.py; prometheus_client reads it when it is imported
KNOWN = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)  # seconds


@cache
def seconds() -> Histogram:
    labels = ["method", "route", "status"]
    return Histogram("quartz_request_seconds", "Time to answer a request", labels, buckets=BUCKETS)


def timed(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Note how long each request took. Never its path, which may hold a token: its route."""
    if not settings.METRICS_TOKEN:
        raise MiddlewareNotUsed
    histogram = seconds()

    def respond(request: HttpRequest) -> HttpResponse:
        start = time.perf_counter()
        response = get_response(request)
        match = request.resolver_match
        route = f"/{match.route}" if match else "none"
        method = request.method if request.method in KNOWN else "other"
        histogram.labels(method, route, str(response.status_code)).observe(time.perf_counter() - start)
        return response

    return respond


def told() -> bytes:
    """Give the times of all workers, or of this process if it is the only one."""
    if FOLDER not in os.environ:
        return generate_latest(_alone())
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


@cache
def _alone() -> CollectorRegistry:
    registry = CollectorRegistry()
    registry.register(seconds())
    return registry
