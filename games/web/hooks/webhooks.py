"""Webhooks for email providers: an email came in, or one of ours was delivered, bounced or complained about.

Each call needs the password in WEBHOOK_SECRET and, if the provider signs, its signature. It must be at most a
few minutes old, and counts once. The same id with different content is refused, because some signatures don't
cover the content.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps

import structlog
from anymail.exceptions import AnymailError
from anymail.signals import AnymailTrackingEvent, EventType, RejectReason
from anymail.webhooks.base import AnymailBaseWebhookView
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.infra import bell
from games.infra.in_clear import came_in_clear
from games.infra.locks import writing
from games.mail import delivery
from games.mail.receive import replies
from games.mail.receive.parsing import bounces
from games.mail.receive.parsing.bounces import BounceReport
from games.models import Outbox
from games.rules.kernel.refusal import Refused, keepable
from games.web.hooks import providers

log = structlog.get_logger(__name__)

FRESH = timedelta(minutes=15)
LONGEST_EVENT = 200
#: For whoever sets up the provider. Leading the call on would hide what happened to the password.
IN_CLEAR = (
    "This came over plain HTTP, where anyone on the way can read the password. Use https://, and choose "
    "another WEBHOOK_SECRET.\n"
)
#: What reading a malformed call may raise.
MALFORMED = (
    AnymailError,
    SuspiciousOperation,
    Refused,
    LookupError,
    TypeError,
    ValueError,
    AttributeError,
    RecursionError,
)
HARD, FILTERED = "5.0.0", "5.7.1"
_PASSING = re.compile(r"soft|transient|temporary|timeout", re.IGNORECASE)
_OUR_NAME = re.compile(r"<?([0-9a-f-]{36})@")

Call = Callable[[HttpRequest, str], HttpResponse]


def provider_only(hook: Call) -> Call:
    """Answer only to providers, and never say what is wrong with a call, unless it came in clear."""

    @csrf_exempt
    @login_not_required
    @require_http_methods(["POST", "HEAD"])
    @wraps(hook)
    def answer(request: HttpRequest, provider: str) -> HttpResponse:
        if came_in_clear(request):
            log.warning("call_in_clear", provider=provider)
            return HttpResponse(IN_CLEAR, content_type="text/plain", status=403)
        if request.method == "HEAD":  # some check that the address exists
            return HttpResponse()
        if not settings.ANYMAIL["WEBHOOK_SECRET"]:
            raise Http404
        try:
            return hook(request, provider)
        except RequestDataTooBig:
            return HttpResponse(status=413)
        except MALFORMED as fault:
            log.warning("call_refused", provider=provider, reason=type(fault).__name__)
            return HttpResponse(status=400)

    return answer


@provider_only
def inbound(request: HttpRequest, provider: str) -> HttpResponse:
    """Store the emails of one call, all or none."""
    if provider != settings.INBOUND or provider not in providers.INBOUND:
        raise Http404
    providers.anymail_view(providers.INBOUND[provider]).run_validators(request)
    now = timezone.now()
    came = providers.MAILS_IN[provider](request)
    if not all(is_fresh(one.at, now) for one in came):
        raise Refused("old")
    with writing():
        for one in came:
            _store(one, provider, now)
    bell.ring()
    return HttpResponse()


def _store(one: providers.ReceivedEmail, provider: str, now: datetime) -> None:
    said = providers.digest([one.raw.decode("latin-1"), one.recipient])
    if one.event:
        delivery.hear(keepable(f"{provider}:in:{one.event}", LONGEST_EVENT), said, now)
    replies.keep(one.raw, door=provider, now=now, recipient=one.recipient, sender=one.sender)


@provider_only
def tracking(request: HttpRequest, provider: str) -> HttpResponse:
    """Note what happened to emails of ours."""
    if provider != settings.MAIL_PROVIDER or provider not in providers.TRACKING:
        raise Http404
    view: AnymailBaseWebhookView = providers.anymail_view(providers.TRACKING[provider])
    view.run_validators(request)
    now = timezone.now()
    if provider in providers.SIGN_TIME_ALONE and not is_fresh(providers.signed_at(request), now):
        raise Refused("old")
    events = [event for event in providers.events_in(view, request) if is_fresh(event.timestamp, now)]
    with writing():
        for event in events:
            _note(event, provider, now)
    return HttpResponse()


def is_fresh(at: datetime | None, now: datetime) -> bool:
    """Tell whether a call is recent enough; without a time it is, since it counts only once anyway."""
    return at is None or abs(now - at) <= FRESH


def _note(event: AnymailTrackingEvent, provider: str, now: datetime) -> None:
    said = providers.digest(event.esp_event)
    if provider in providers.SIGN_TIME_ALONE:
        name = keepable(f"{provider}:{event.event_id}", LONGEST_EVENT)
    else:  # some use one id for all events of an email
        told = f"{provider}:{event.event_type}:{event.event_id or said}"
        name = said = keepable(told, LONGEST_EVENT)
    if not delivery.hear(name, providers.digest(said), now):
        return
    mail = _mail_of(event)
    if mail is None or (event.recipient or mail.to).lower() != mail.to.lower():
        return
    if event.event_type == EventType.COMPLAINED or _is_complaint(event):
        delivery.complained(mail, name, now)
    elif event.event_type in ACTIONS:
        delivery.came_back(mail, BounceReport(ACTIONS[event.event_type], _status(event)), name, now)


ACTIONS = {
    EventType.DELIVERED: "delivered",
    EventType.DEFERRED: "delayed",
    EventType.BOUNCED: "failed",
    EventType.REJECTED: "failed",
    EventType.FAILED: "failed",
}


def _is_complaint(event: AnymailTrackingEvent) -> bool:
    """Tell whether the provider refuses to send because the recipient once complained."""
    refused = event.event_type == EventType.REJECTED
    return refused and event.reject_reason in (RejectReason.SPAM, RejectReason.UNSUBSCRIBED)


def _status(event: AnymailTrackingEvent) -> str:
    """Give the status code of a bounce by the other server's answer, else guess it from the provider's."""
    told = f"{event.mta_response or ''} {event.description or ''}"
    if found := bounces.status_in(told):
        return found
    kinds = event.esp_event if isinstance(event.esp_event, dict) else {}
    is_passing = _PASSING.search(f"{told} {kinds.get('Type', '')} {kinds.get('event', '')}")
    is_gone = event.reject_reason in (RejectReason.BOUNCED, RejectReason.INVALID)
    return HARD if is_gone and not is_passing else FILTERED


def _mail_of(event: AnymailTrackingEvent) -> Outbox | None:
    """Find the email an event is about, by our metadata or its Message-ID."""
    told = str((event.metadata or {}).get("mail", ""))
    found = _OUR_NAME.match(event.message_id or "")
    try:
        name = uuid.UUID(told or (found[1] if found else ""))
    except ValueError:
        return None
    return Outbox.objects.filter(message_id=name).first()
