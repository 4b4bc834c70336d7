"""No address reaches a log: paths and queries of emailed links hold tokens."""

from __future__ import annotations

import io
import json
import logging.config
from typing import Any

import pytest
import structlog
from django.core import mail
from django.http import HttpResponse
from django.urls import path

from quartz_site.logs import logging_settings

CANARY = "t0ken-canary"


def fail(request, token):
    raise ValueError(f"{request.get_full_path()} did not work")


def refuse(request, token):
    from django.core.exceptions import PermissionDenied

    raise PermissionDenied


urlpatterns = [
    path("fail/<token>", fail),
    path("refuse/<token>", refuse),
    path("fine/<token>", lambda request, token: HttpResponse("fine")),
]


@pytest.fixture
def log(settings):
    """Everything that is logged, as production would write it."""
    written = io.StringIO()
    settings.ROOT_URLCONF = __name__
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if "LoginRequired" not in name]
    config: dict[str, Any] = logging_settings(json=True)
    config["handlers"]["stderr"]["stream"] = written
    logging.config.dictConfig(config)
    yield written
    logging.config.dictConfig(settings.LOGGING)


@pytest.mark.parametrize(
    ("address", "status"),
    [
        (f"/fine/ok?{CANARY}=1", 200),
        (f"/fine/{CANARY}", 200),
        (f"/refuse/{CANARY}", 403),
        (f"/nowhere/{CANARY}?a={CANARY}", 404),
        (f"/fail/x?key={CANARY}", 500),
    ],
)
def test_a_token_in_an_address_is_not_logged(client, log, address, status):
    client.raise_request_exception = False
    assert client.get(address).status_code == status
    assert CANARY not in log.getvalue()
    assert status in [json.loads(line).get("status") for line in log.getvalue().splitlines()]


def test_what_nobody_can_read_is_told_in_a_line(client, log):
    assert client.get("/fine/ok", headers={"Host": "elsewhere.example"}).status_code == 400
    assert "elsewhere.example" in log.getvalue() and "Traceback" not in log.getvalue()


def test_an_error_is_mailed_to_nobody(client, log, settings):
    settings.ADMINS = [("", "ops@example.org")]
    client.raise_request_exception = False
    assert client.get(f"/fail/{CANARY}").status_code == 500
    assert mail.outbox == []


def test_a_line_says_which_page_and_how_long(client, log):
    client.get("/fine/ok")
    line = json.loads(log.getvalue())
    assert (line["event"], line["method"], line["route"]) == ("request", "GET", "/fine/<token>")
    assert line["ms"] >= 0


def test_what_is_bound_to_a_context_is_on_every_line(log):
    with structlog.contextvars.bound_contextvars(match="m1"):
        logging.getLogger("anything").warning("plain")
        structlog.get_logger().warning("structured", seat=2)
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    assert [(line["event"], line["match"]) for line in lines] == [("plain", "m1"), ("structured", "m1")]
    assert lines[1]["seat"] == 2
