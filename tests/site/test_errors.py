"""Errors that are sent say what kind and where, and nothing that anybody may not know."""

from __future__ import annotations

import gzip
import json
import logging
from collections.abc import Iterator

import pytest
import sentry_sdk
import structlog
from django.test import Client

from games.web.site import home
from quartz_site import errors
from quartz_site.version import version
from tests.kit.recording_server import Recording, recording_server

SECRET = "hunter2-of-obsidian"


@pytest.fixture
def server(settings) -> Iterator[Recording]:
    with recording_server() as found:
        settings.SENTRY_DSN = found.url("/1").replace("http://", "http://key@")
        errors.start()
        yield found
        sentry_sdk.init()


def came(server: Recording) -> tuple[bytes, list[dict]]:
    """Give all that came, and the events in it."""
    sentry_sdk.flush(10)
    bodies = [
        gzip.decompress(one.body) if one.headers.get("content-encoding") == "gzip" else one.body
        for one in server.heard
    ]
    lines = [json.loads(line) for body in bodies for line in body.splitlines() if line.startswith(b"{")]
    heads = b"".join(json.dumps(dict(one.headers)).encode() for one in server.heard)
    return b"".join(bodies) + heads, [one for one in lines if "event_id" in one and "level" in one]


def fail(hand: str) -> None:
    held = f"{hand} in a variable"
    raise LookupError(f"no such card: {held}")


def test_an_error_says_what_kind_and_where_alone(server):
    try:
        fail(SECRET)
    except LookupError:
        logging.getLogger("games.test").exception("failed for %s", SECRET, extra={"token": SECRET})
    told, (event,) = came(server)
    assert SECRET.encode() not in told
    (error,) = event["exception"]["values"]
    assert error["type"] == "LookupError" and "value" not in error
    last = error["stacktrace"]["frames"][-1]
    assert (last["filename"], last["function"]) == ("tests/site/test_errors.py", "fail")
    assert set(last) == {"filename", "function", "lineno"}
    assert event["release"] == version() and event["logger"] == "games.test"
    assert set(event) <= {*errors.KEPT, "exception"}


def test_what_our_own_log_says_comes_with_its_place(server):
    log = structlog.get_logger("games.test")
    try:
        fail(SECRET)
    except LookupError:
        log.exception("errand_failed", card=SECRET)
    told, (event,) = came(server)
    assert SECRET.encode() not in told
    assert event["exception"]["values"][0]["stacktrace"]["frames"][-1]["function"] == "fail"


def test_an_error_without_an_exception_names_its_logger(server):
    structlog.get_logger("games.test").error("mail_given_up", to=SECRET)
    logging.getLogger("games.test").warning("nothing to send: %s", SECRET)
    told, (event,) = came(server)
    assert event["message"] == "games.test" and SECRET.encode() not in told


@pytest.mark.django_db
def test_a_page_that_fails_tells_nothing_of_its_request(server, monkeypatch):
    def broken(*_: object, **__: object) -> None:
        fail(SECRET)

    monkeypatch.setattr(home, "render", broken)
    client = Client(raise_request_exception=False, headers={"X-Token": SECRET})
    client.cookies["session"] = SECRET
    answer = client.get(f"/?code={SECRET}")
    assert answer.status_code == 500
    told, events = came(server)
    assert [one["exception"]["values"][0]["type"] for one in events] == ["LookupError"]
    assert SECRET.encode() not in told and b"testserver" not in told
