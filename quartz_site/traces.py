"""Traces by OpenTelemetry, only where OTLP_URL names who collects them: one span a request, and one a task.

A span says its route, never a path, which may hold a token; how many statements were sent, never what they
say; and how it ended, never the text of an error.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import connection
from django.http import HttpRequest, HttpResponse

from quartz_site.timings import KNOWN
from quartz_site.version import version

NAME = "quartz"
SECONDS = 10  # to hand spans over
ERROR = 500


class Counted:
    """Counts statements, and takes their time."""

    def __init__(self) -> None:
        self.statements, self.seconds = 0, 0.0

    def __call__(self, execute: Callable[..., Any], *given: Any) -> Any:
        begun = time.perf_counter()
        try:
            return execute(*given)
        finally:
            self.statements += 1
            self.seconds += time.perf_counter() - begun


@cache
def tracer() -> Any:
    """Make what begins spans, and hands them over in the background."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    return tracer_to(BatchSpanProcessor(OTLPSpanExporter(endpoint=settings.OTLP_URL, timeout=SECONDS)))


def tracer_to(processor: Any) -> Any:
    """Make what begins spans for a processor. Nothing of the environment or the host gets into them."""
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider

    about = Resource({"service.name": NAME, "service.version": version()})
    provider = TracerProvider(resource=about, shutdown_on_exit=True)
    provider.add_span_processor(processor)
    return provider.get_tracer(NAME)


@contextmanager
def span(name: str, **about: str) -> Iterator[Any]:
    """Trace what happens inside, with the statements it sends."""
    from opentelemetry.trace import SpanKind

    counted = Counted()
    quiet = {"record_exception": False, "set_status_on_exception": False}
    found = tracer().start_as_current_span(name, kind=SpanKind.SERVER, attributes=about, **quiet)
    with found as one, connection.execute_wrapper(counted):
        try:
            yield one
        except Exception as error:
            one.set_attribute("error.type", type(error).__name__)
            raise
        finally:
            one.set_attribute("db.statements", counted.statements)
            one.set_attribute("db.milliseconds", round(counted.seconds * 1000))


def traced(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Trace each request."""
    if not settings.OTLP_URL:
        raise MiddlewareNotUsed

    def respond(request: HttpRequest) -> HttpResponse:
        method = request.method if request.method in KNOWN else "other"
        with span(str(method)) as one:
            response = get_response(request)
            match = request.resolver_match
            route = f"/{match.route}" if match else "none"
            one.update_name(f"{method} {route}")
            one.set_attribute("http.request.method", method)
            one.set_attribute("http.route", route)
            one.set_attribute("http.response.status_code", response.status_code)
            if response.status_code >= ERROR:
                one.set_attribute("error.type", str(response.status_code))
        return response

    return respond
