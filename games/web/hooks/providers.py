"""How each provider's calls are read: where the raw email is, and what they say about emails of ours.

The library (anymail) checks passwords and signatures and normalises event names. It never gets an incoming
email: its parser recurses.
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
#: Providers whose signature covers only the time and a token of a call, not its content.
SIGN_TIME_ALONE = frozenset({"mailgun"})

#: What Python raises for a number of seconds that is too large, depending on how large.
NO_TIME = (OverflowError, OSError)
NO_MOMENT = "a time that no clock shows"


@dataclass(frozen=True)
class ReceivedEmail:
    """An incoming email, as a provider passes it on."""

    raw: bytes = field(repr=False)
    recipient: str
    sender: str
    event: str = ""  # the provider's own id, where it has one
    at: datetime | None = None


def anymail_view(path: str) -> AnymailBaseWebhookView:
    """Make the library's view, for its checks and its event names."""
    found: AnymailBaseWebhookView = import_string(f"anymail.webhooks.{path}")()
    return found


def digest(told: object) -> str:
    """Digest the content of a call, to tell a repeated call from a different one."""
    return hashlib.sha256(json.dumps(told, sort_keys=True, default=str).encode()).hexdigest()


def signed_at(request: HttpRequest) -> datetime | None:
    """Give the time at which a call was signed, if it has one; for providers in SIGN_TIME_ALONE."""
    if request.content_type != "application/json":
        return _moment(request.POST.get("timestamp"))
    told = _json(request)
    signature = told.get("signature") if isinstance(told, dict) else None
    return _moment(signature.get("timestamp")) if isinstance(signature, dict) else None


def events_in(view: AnymailBaseWebhookView, request: HttpRequest) -> Iterable[AnymailTrackingEvent]:
    """Read what a provider says about emails of ours, as the library's events; raise ValueError."""
    try:
        events: list[AnymailTrackingEvent] = view.parse_events(request)
    except NO_TIME as error:
        raise ValueError(NO_MOMENT) from error
    return [event for event in events if isinstance(event, AnymailTrackingEvent)]


# --- where in a call the email is


def _mailgun(request: HttpRequest) -> list[ReceivedEmail]:
    told = request.POST
    raw = _raw(told["body-mime"])
    return [
        ReceivedEmail(
            raw, told["recipient"], told.get("sender", ""), told["token"], _moment(told["timestamp"])
        )
    ]


def _mailersend(request: HttpRequest) -> list[ReceivedEmail]:
    told = _json(request)["data"]
    recipient = told["recipients"]["rcptTo"][0]["email"]
    at = parse_datetime(told["created_at"])
    return [ReceivedEmail(_raw(told["raw"]), recipient, told["sender"]["email"], told["id"], at)]


def _mandrill(request: HttpRequest) -> list[ReceivedEmail]:
    told = json.loads(request.POST["mandrill_events"])
    mails = [one for one in told if one.get("event") == "inbound"]
    return [
        ReceivedEmail(_raw(one["msg"]["raw_msg"]), one["msg"]["email"], "", "", _moment(one["ts"]))
        for one in mails
    ]


def _postal(request: HttpRequest) -> list[ReceivedEmail]:
    told = _json(request)
    raw = b64decode(told["message"]) if told.get("base64") is True else _raw(told["message"])
    return [ReceivedEmail(raw, told["rcpt_to"], told.get("mail_from") or "<>", str(told["id"]))]


def _postmark(request: HttpRequest) -> list[ReceivedEmail]:
    told = _json(request)
    above = told.get("Headers") or [{"Name": "", "Value": ""}]
    sender = above[0]["Value"] if above[0]["Name"].lower() == "return-path" else ""
    return [ReceivedEmail(_raw(told["RawEmail"]), told["OriginalRecipient"], sender, told["MessageID"])]


def _sparkpost(request: HttpRequest) -> list[ReceivedEmail]:
    mails = [one["msys"]["relay_message"] for one in _json(request) if "relay_message" in one["msys"]]
    return [_relayed(one) for one in mails]


def _relayed(told: dict[str, Any]) -> ReceivedEmail:
    content = told["content"]
    raw = _raw(content["email_rfc822"])
    raw = b64decode(raw) if content["email_rfc822_is_base64"] else raw
    return ReceivedEmail(raw, told["rcpt_to"], told.get("msg_from") or "<>")


MAILS_IN: dict[str, Callable[[HttpRequest], list[ReceivedEmail]]] = {
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
    """Read a time in seconds; raise ValueError for one that no clock shows."""
    try:
        return datetime.fromtimestamp(float(told), UTC) if told else None
    except NO_TIME as error:
        raise ValueError(NO_MOMENT) from error
