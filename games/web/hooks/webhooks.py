"""What providers call: an email has come in, or something became of one of ours.

Each call needs the password of WEBHOOK_SECRET and, where the provider signs, its signature; it must be a few
minutes old at most, and counts once. The same id with other words is refused: one signature covers only when
it was made.
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
from games.infra.locks import writing
from games.mail import delivery
from games.mail.receive import replies
from games.mail.receive.parsing import bounces
from games.mail.receive.parsing.bounces import Bounce
from games.models import Outbox
from games.rules.kernel.refusal import Refused
from games.web.hooks import providers

log = structlog.get_logger(__name__)

FRESH = timedelta(minutes=15)
LONGEST_EVENT = 200
#: What a call may be in place of what it should be.
BAD = (
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


def called_by_provider(does: Call) -> Call:
    """Answer only to providers, and tell nobody what is wrong with a call."""

    @csrf_exempt
    @login_not_required
    @require_http_methods(["POST", "HEAD"])
    @wraps(does)
    def answer(request: HttpRequest, provider: str) -> HttpResponse:
        if request.method == "HEAD":  # some look whether somebody is there
            return HttpResponse()
        if not settings.ANYMAIL["WEBHOOK_SECRET"]:
            raise Http404
        try:
            return does(request, provider)
        except RequestDataTooBig:
            return HttpResponse(status=413)
        except BAD as fault:
            log.warning("call_refused", provider=provider, reason=type(fault).__name__)
            return HttpResponse(status=400)

    return answer


@called_by_provider
def inbound(request: HttpRequest, provider: str) -> HttpResponse:
    """Store the emails of one call, all or none."""
    if provider != settings.INBOUND or provider not in providers.INBOUND:
        raise Http404
    providers.view_of(providers.INBOUND[provider]).run_validators(request)
    now = timezone.now()
    came = providers.MAILS_IN[provider](request)
    if not all(is_fresh(one.at, now) for one in came):
        raise Refused("old")
    with writing():
        for one in came:
            _store(one, provider, now)
    bell.ring()
    return HttpResponse()


def _store(one: providers.Came, provider: str, now: datetime) -> None:
    said = providers.digest([one.raw.decode("latin-1"), one.recipient])
    if one.event:
        delivery.hear(f"{provider}:in:{one.event}"[:LONGEST_EVENT], said, now)
    replies.keep(one.raw, door=provider, now=now, recipient=one.recipient, sender=one.sender)


@called_by_provider
def tracking(request: HttpRequest, provider: str) -> HttpResponse:
    """Note what became of emails of ours."""
    if provider != settings.MAIL_PROVIDER or provider not in providers.TRACKING:
        raise Http404
    view: AnymailBaseWebhookView = providers.view_of(providers.TRACKING[provider])
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
    """Tell whether something was said just now; where nobody says when, that it counts once must do."""
    return at is None or abs(now - at) <= FRESH


def _note(event: AnymailTrackingEvent, provider: str, now: datetime) -> None:
    said = providers.digest(event.esp_event)
    if provider in providers.SIGN_TIME_ALONE:
        name = f"{provider}:{event.event_id}"[:LONGEST_EVENT]
    else:  # some have one id for all that becomes of an email
        name = said = f"{provider}:{event.event_type}:{event.event_id or said}"[:LONGEST_EVENT]
    if not delivery.hear(name, providers.digest(said), now):
        return
    mail = _mail_of(event)
    if mail is None or (event.recipient or mail.to).lower() != mail.to.lower():
        return
    if event.event_type == EventType.COMPLAINED or _is_complaint(event):
        delivery.complained(mail, name, now)
    elif event.event_type in ACTIONS:
        delivery.came_back(mail, Bounce(ACTIONS[event.event_type], _status(event)), name, now)


ACTIONS = {
    EventType.DELIVERED: "delivered",
    EventType.DEFERRED: "delayed",
    EventType.BOUNCED: "failed",
    EventType.REJECTED: "failed",
    EventType.FAILED: "failed",
}


def _is_complaint(event: AnymailTrackingEvent) -> bool:
    """Tell whether a provider sends no more to somebody who once complained there."""
    refused = event.event_type == EventType.REJECTED
    return refused and event.reject_reason in (RejectReason.SPAM, RejectReason.UNSUBSCRIBED)


def _status(event: AnymailTrackingEvent) -> str:
    """Say how bad it is, by what the other mail server answered or else by the provider's own words."""
    told = f"{event.mta_response or ''} {event.description or ''}"
    if found := bounces.status_in(told):
        return found
    kinds = event.esp_event if isinstance(event.esp_event, dict) else {}
    is_passing = _PASSING.search(f"{told} {kinds.get('Type', '')} {kinds.get('event', '')}")
    is_gone = event.reject_reason in (RejectReason.BOUNCED, RejectReason.INVALID)
    return HARD if is_gone and not is_passing else FILTERED


def _mail_of(event: AnymailTrackingEvent) -> Outbox | None:
    """Find the email an event is about: we told the provider its name, or sent it as Message-ID."""
    told = str((event.metadata or {}).get("mail", ""))
    found = _OUR_NAME.match(event.message_id or "")
    try:
        name = uuid.UUID(told or (found[1] if found else ""))
    except ValueError:
        return None
    return Outbox.objects.filter(message_id=name).first()
