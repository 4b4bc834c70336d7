"""Webhooks that only a password guards: whatever a provider sends is taken or refused, and breaks nothing.

The schema is ours, of what each provider documents and we read; schemathesis sends what fits it, and not.
"""

from __future__ import annotations

import base64
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import one_of
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import status_code_conformance

from games.models import Inbound
from tests.kit.nightly import more
from tests.kit.webhooks import SECRET

pytestmark = pytest.mark.django_db
TEXT, NUMBER, FREE = {"type": "string"}, {"type": "number"}, {"type": "object"}


def thing(**fields: Any) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": [*fields]}


def listed(item: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": item, "maxItems": 3}


def one_among(*values: str) -> dict[str, Any]:
    return {"type": "string", "enum": [*values]}


POSTMARK = thing(
    RawEmail=TEXT, OriginalRecipient=TEXT, MessageID=TEXT, Headers=listed(thing(Name=TEXT, Value=TEXT))
)
RELAYED = thing(
    rcpt_to=TEXT, msg_from=TEXT, content=thing(email_rfc822=TEXT, email_rfc822_is_base64={"type": "boolean"})
)
BOUNCED = thing(
    RecordType=one_among("Bounce", "Delivery", "SpamComplaint"),
    Type=TEXT,
    ID=NUMBER,
    Email=TEXT,
    BouncedAt=TEXT,
)
SPARKPOST = thing(
    type=TEXT, timestamp=TEXT, bounce_class=TEXT, raw_rcpt_to=TEXT, rcpt_meta=FREE, raw_reason=TEXT
)
BREVO = {
    "event": one_among("hard_bounce", "delivered", "spam"),
    "ts_epoch": NUMBER,
    "email": TEXT,
    "message-id": TEXT,
}
MAILJET = thing(
    event=one_among("bounce", "sent", "spam"), time=NUMBER, MessageID=NUMBER, email=TEXT, error=TEXT
)
BODIES = {
    "postmark/inbound_mime": POSTMARK,
    "sparkpost/inbound_mime": listed(thing(msys=thing(relay_message=RELAYED))),
    "postmark/tracking": BOUNCED,
    "sparkpost/tracking": listed(thing(msys=thing(message_event=SPARKPOST))),
    "brevo/tracking": thing(**BREVO),
    "mailjet/tracking": listed(MAILJET),
}


def described(path: str) -> dict[str, Any]:
    body = {"required": True, "content": {"application/json": {"schema": BODIES[path]}}}
    answers = {str(status): {"description": ""} for status in (200, 400, 405, 413)}
    operation = {"requestBody": body, "responses": answers}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Webhooks", "version": "1"},
        "paths": {f"/mail/{path}/": {"post": operation}},
    }


@pytest.fixture
def kept_open():
    """Keep the connection with its transaction, which each request to a real handler would end."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.parametrize("path", BODIES)
@pytest.mark.usefixtures("kept_open")
def test_whatever_a_provider_sends_is_taken_or_refused(path, settings):
    settings.INBOUND = settings.MAIL_PROVIDER = path.partition("/")[0]
    settings.ANYMAIL = {"WEBHOOK_SECRET": [SECRET]}
    settings.LIMITS = dict.fromkeys(settings.LIMITS, (10**6, 60))
    (operation,) = (one.ok() for one in schemathesis.openapi.from_dict(described(path)).get_all_operations())
    site = get_wsgi_application()

    @bounded
    @given(case=one_of([operation.as_strategy(generation_mode=mode) for mode in GenerationMode]))
    def tried(case: schemathesis.Case) -> None:
        case.headers["Authorization"] = f"Basic {base64.b64encode(SECRET.encode()).decode()}"
        case.headers["Accept-Encoding"] = "identity"
        case.validate_response(case.call(app=site), checks=[not_a_server_error, status_code_conformance])

    tried()
    assert Inbound.objects.exists() or "tracking" in path, "some of it was an email"


bounded = settings(
    max_examples=more(30, 600),
    deadline=None,
    derandomize=not more(False, True),
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
