"""Traces say route, time and status, and nothing that anybody may not know."""

from __future__ import annotations

import subprocess
import sys

import pytest
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpResponse
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from games.mail import links
from games.models import Purpose
from games.play import history
from games.tasks import tick
from quartz_site import traces
from tests.kit.cast import SOON, at, browser, match_of
from tests.kit.recording_server import recording_server

pytestmark = pytest.mark.django_db
ALLOWED = {
    *("http.request.method", "http.route", "http.response.status_code", "error.type", "task"),
    *("db.statements", "db.milliseconds"),
}


@pytest.fixture
def spans(settings, monkeypatch) -> InMemorySpanExporter:
    settings.OTLP_URL = "http://127.0.0.1:1/v1/traces"
    kept = InMemorySpanExporter()
    one = traces.tracer_to(SimpleSpanProcessor(kept))
    monkeypatch.setattr(traces, "tracer", lambda: one)
    return kept


def a_day_at_the_site() -> set[str]:
    """Open pages with secrets in their addresses and on them; give the secrets."""
    match = match_of()
    seat = match.seats.select_related("player", "match").get(number=0)
    (link,) = links.write([links.of_seat(seat, Purpose.SEAT, question="")])
    client = browser("alice")
    for path in (f"/m/{match.public_id}/", links.path(link), "/nowhere/a-hidden-thing/?code=hunter2"):
        client.get(path)
    client.post("/accounts/login/", {"email": "zebedee@example.org"})
    tick()
    hand = history.load(match)[1].state.hands[0]
    return {
        match.public_id,
        links.token(link),
        "hunter2",
        "hidden-thing",
        "zebedee",
        "alice",
        *map(str, hand),
    }


def test_spans_hold_what_is_listed_and_no_secret(spans):
    with at(SOON):
        secrets = a_day_at_the_site()
    found = spans.get_finished_spans()
    named = [one.name for one in found]
    assert {"GET /m/<slug:public_id>/", "GET /t/<anything:told>", "GET none", "POST /accounts/login/"} < {
        *named
    }
    assert "task games.tasks.tick" in named
    assert {name for one in found for name in one.attributes} <= ALLOWED
    page = found[named.index("GET /m/<slug:public_id>/")]
    assert page.attributes["db.statements"] > 2 and page.attributes["http.route"] == "/m/<slug:public_id>/"
    told = "".join(one.to_json() for one in found)
    assert [one for one in secrets if one in told] == []
    assert not any(one.events or one.status.description for one in found)


def test_an_error_is_named_by_its_class_alone(spans, rf):
    def fail(request):
        raise LookupError("the hand of alice")

    with pytest.raises(LookupError):
        traces.traced(fail)(rf.get("/a-hidden-thing/"))
    traces.traced(lambda request: HttpResponse(status=503))(rf.generic("TREASURE", "/x/"))
    first, second = spans.get_finished_spans()
    assert first.attributes["error.type"] == "LookupError" and second.attributes["error.type"] == "503"
    assert second.attributes["http.request.method"] == "other"
    assert "alice" not in first.to_json() and "hidden" not in first.to_json()


def test_they_arrive_at_who_collects_them_over_http(settings, monkeypatch):
    with recording_server() as server:
        settings.OTLP_URL = server.url("/v1/traces")
        exporter = OTLPSpanExporter(endpoint=settings.OTLP_URL)
        one = traces.tracer_to(SimpleSpanProcessor(exporter))
        monkeypatch.setattr(traces, "tracer", lambda: one)
        with at(SOON):
            secrets = a_day_at_the_site()
        exporter.shutdown()
        came = b"".join(heard.body for heard in server.heard)
    assert {heard.path for heard in server.heard} == {"/v1/traces"}
    assert b"/m/<slug:public_id>/" in came and b"games.tasks.tick" in came
    assert [one for one in secrets if one.encode() in came] == []


def test_where_nobody_collects_them_nothing_is_traced_or_loaded(settings):
    settings.OTLP_URL = ""
    with pytest.raises(MiddlewareNotUsed):
        traces.traced(lambda request: HttpResponse())
    code = """
import os, sys
os.environ.update(SECRET_KEY="x", DATABASE_URL="sqlite://:memory:", ENV_FILE=os.devnull)
os.environ["DJANGO_SETTINGS_MODULE"] = "quartz_site.settings"
import quartz_site.wsgi, quartz_site.traces
ours = ("opentelemetry.sdk.trace", "opentelemetry.exporter", "sentry")  # redis looks for some of the rest
print([one for one in sys.modules if one.startswith(ours)])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip().splitlines()[-1] == "[]"
