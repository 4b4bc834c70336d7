"""How each provider calls us: where in a call the email stands as it came, and what is said of ours.

The library checks passwords and signatures and knows what providers call things. It is not let near an email
that came in: its parser recurses.
"""

from __future__ import annotations

import hashlib
import json
from base64 import b64decode
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from anymail.signals import AnymailTrackingEvent
from anymail.webhooks.base import AnymailBaseWebhookView
from django.http import HttpRequest
from django.utils.dateparse import parse_datetime
from django.utils.module_loading import import_string

TRACKING = {
    "brevo": "brevo.BrevoTrackingWebhookView",
    "mailersend": "mailersend.MailerSendTrackingWebhookView",
    "mailgun": "mailgun.MailgunTrackingWebhookView",
    "mailjet": "mailjet.MailjetTrackingWebhookView",
    "mandrill": "mandrill.MandrillCombinedWebhookView",
    "postal": "postal.PostalTrackingWebhookView",
    "postmark": "postmark.PostmarkTrackingWebhookView",
    "sparkpost": "sparkpost.SparkPostTrackingWebhookView",
    "unisender_go": "unisender_go.UnisenderGoTrackingWebhookView",
}
INBOUND = {
    "mailersend": "mailersend.MailerSendInboundWebhookView",
    "mailgun": "mailgun.MailgunInboundWebhookView",
    "mandrill": "mandrill.MandrillCombinedWebhookView",
    "postal": "postal.PostalInboundWebhookView",
    "postmark": "postmark.PostmarkInboundWebhookView",
    "sparkpost": "sparkpost.SparkPostInboundWebhookView",
}
#: Whose signature covers only when a call was made, and a token: neither may come with other words.
SIGN_TIME_ALONE = frozenset({"mailgun"})


@dataclass(frozen=True)
class Came:
    """An email that a call holds, whatever the provider says of it beside."""

    raw: bytes = field(repr=False)
    recipient: str
    sender: str
    event: str = ""  # the provider's own id, where it has one
    at: datetime | None = None


def view_of(path: str) -> AnymailBaseWebhookView:
    """Make the library's own view, for its checks and its words."""
    found: AnymailBaseWebhookView = import_string(f"anymail.webhooks.{path}")()
    return found


def digest(told: object) -> str:
    """Tell two calls apart by what they say."""
    return hashlib.sha256(json.dumps(told, sort_keys=True, default=str).encode()).hexdigest()


def signed_at(request: HttpRequest) -> datetime | None:
    """Say when a call was signed, where the signature covers that and nothing else of it."""
    if request.content_type != "application/json":
        return _moment(request.POST.get("timestamp"))
    told = _json(request)
    signature = told.get("signature") if isinstance(told, dict) else None
    return _moment(signature.get("timestamp")) if isinstance(signature, dict) else None


def events_in(view: AnymailBaseWebhookView, request: HttpRequest) -> Iterable[AnymailTrackingEvent]:
    """Read what a provider says of emails of ours, in the library's words."""
    events: list[AnymailTrackingEvent] = view.parse_events(request)
    return [event for event in events if isinstance(event, AnymailTrackingEvent)]


# --- where the email stands


def _mailgun(request: HttpRequest) -> list[Came]:
    told = request.POST
    raw = _raw(told["body-mime"])
    return [Came(raw, told["recipient"], told.get("sender", ""), told["token"], _moment(told["timestamp"]))]


def _mailersend(request: HttpRequest) -> list[Came]:
    told = _json(request)["data"]
    recipient = told["recipients"]["rcptTo"][0]["email"]
    at = parse_datetime(told["created_at"])
    return [Came(_raw(told["raw"]), recipient, told["sender"]["email"], told["id"], at)]


def _mandrill(request: HttpRequest) -> list[Came]:
    told = json.loads(request.POST["mandrill_events"])
    mails = [one for one in told if one.get("event") == "inbound"]
    return [
        Came(_raw(one["msg"]["raw_msg"]), one["msg"]["email"], "", "", _moment(one["ts"])) for one in mails
    ]


def _postal(request: HttpRequest) -> list[Came]:
    told = _json(request)
    raw = b64decode(told["message"]) if told.get("base64") is True else _raw(told["message"])
    return [Came(raw, told["rcpt_to"], told.get("mail_from") or "<>", str(told["id"]))]


def _postmark(request: HttpRequest) -> list[Came]:
    told = _json(request)
    above = told.get("Headers") or [{"Name": "", "Value": ""}]
    sender = above[0]["Value"] if above[0]["Name"].lower() == "return-path" else ""
    return [Came(_raw(told["RawEmail"]), told["OriginalRecipient"], sender, told["MessageID"])]


def _sparkpost(request: HttpRequest) -> list[Came]:
    mails = [one["msys"]["relay_message"] for one in _json(request) if "relay_message" in one["msys"]]
    return [_relayed(one) for one in mails]


def _relayed(told: dict[str, Any]) -> Came:
    content = told["content"]
    raw = _raw(content["email_rfc822"])
    raw = b64decode(raw) if content["email_rfc822_is_base64"] else raw
    return Came(raw, told["rcpt_to"], told.get("msg_from") or "<>")


MAILS_IN: dict[str, Callable[[HttpRequest], list[Came]]] = {
    "mailersend": _mailersend,
    "mailgun": _mailgun,
    "mandrill": _mandrill,
    "postal": _postal,
    "postmark": _postmark,
    "sparkpost": _sparkpost,
}


def _json(request: HttpRequest) -> Any:
    return json.loads(request.body)


def _raw(told: str) -> bytes:
    return told.encode("utf-8", "replace")


def _moment(told: Any) -> datetime | None:
    return datetime.fromtimestamp(float(told), UTC) if told else None
