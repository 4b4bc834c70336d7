"""What became of a player's mails, and putting right that none arrive: by a code that is mailed and typed in.

What is kept of the code lies in the visitor's session on the server: the address, a keyed hash, until when it
holds, and how many tries are left.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from email.utils import formatdate
from typing import Any

import structlog
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games import addresses, delivery, limits
from games.locks import writing
from games.mails.code import coded
from games.mails.kinds import KINDS
from games.models import Outbox
from games.rules.kernel.refusal import Refused
from games.views.accounts import (
    check_address,
    hashed,
    sign_out_everywhere,
    too_many,
    too_many_codes,
    too_many_tries,
)
from games.views.seated import player_of
from games.views.visitor import address_of

log = structlog.get_logger(__name__)

MOST = 50
LETTERS, LENGTH = "BCDFGHJKMNPQRSTVWXZ", 8
HOLDS, TRIES, KEPT = timedelta(minutes=10), 5, "address"


@never_cache
@require_http_methods(["GET", "HEAD"])
def sent_mails(request: HttpRequest) -> HttpResponse:
    """List the mails to a player and what became of each; never what they said."""
    return _page(request)


@never_cache
@require_POST
def send_code(request: HttpRequest) -> HttpResponse:
    """Mail a code to an address, the player's own or a new one."""
    now, address = timezone.now(), request.POST.get("email", "").strip()
    try:
        check_address(address)
    except ValidationError:
        return _page(request, error=_("That is no mail address."), status=422)
    try:
        with writing():
            limits.take("codes asked from an address", address_of(request), now)
            limits.take("codes for a mail address", address.lower(), now)
    except Refused as refused:
        return too_many(_page(request, error=too_many_codes(refused)), refused)
    code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    until = (now + HOLDS).isoformat()
    request.session[KEPT] = {"email": address, "code": hashed(code), "until": until, "tries": TRIES}
    _send(code_mail(address, code))
    return redirect("sent_mails")


@never_cache
@require_POST
def type_code(request: HttpRequest) -> HttpResponse:
    """Take the code: mails go to that address from now on."""
    now = timezone.now()
    kept = _kept(request, now)
    if kept is None:
        return _page(request, error=_("That code holds no longer. Ask for a new one."), status=410)
    try:
        with writing():
            limits.take("codes tried from an address", address_of(request), now)
    except Refused as refused:
        return too_many(_page(request, error=too_many_tries(refused)), refused)
    request.session[KEPT] = kept | {"tries": kept["tries"] - 1}  # counted before it is compared
    request.session.save()
    if not constant_time_compare(hashed(request.POST.get("code", "")), kept["code"]):
        return _page(request, error=_("That is not the code. Look again, or ask for a new one."), status=422)
    del request.session[KEPT]
    player = player_of(request)
    before = player.email
    try:
        addresses.confirm(player, kept["email"], now)
    except Refused:
        told = _("Somebody else plays under that address. Sign out, and sign in with it.")
        return _page(request, error=told, status=422)
    sign_out_everywhere(player, but=request.session.session_key)
    if before.lower() != kept["email"].lower() and not delivery.is_unreachable(before):
        _send(moved_mail(before))
    return redirect("/mails/sent/?done")


def code_mail(to: str, code: str) -> EmailMessage:
    """Write the mail with the code for an address."""
    why = _("Somebody, hopefully you, wants mails of %(site)s sent here.") % {"site": settings.SITE_URL}
    return coded(to, _("Your code for this address"), why, code, HOLDS)


def moved_mail(to: str) -> EmailMessage:
    """Tell the address that was left: should it have been somebody else, its owner learns of it."""
    told = _(
        "From now on your mails of %(site)s go to another address; what was mailed here opens nothing "
        "any more.\n\nIf that wasn't you, write to the operators: somebody else is signed in under your name."
    )
    return _mail(_("Your mails go to another address"), told % {"site": settings.SITE_URL}, to)


def _mail(subject: str, told: str, to: str) -> EmailMessage:
    headers = {"Date": formatdate(), "Auto-Submitted": "auto-generated"}
    return EmailMessage(subject, f"{told}\n", settings.DEFAULT_FROM_EMAIL, [to], headers=headers)


def _send(message: EmailMessage) -> None:
    try:
        message.send()
    except OSError as error:  # SMTP's errors are among them
        log.error("mail_not_sent", reason=type(error).__name__)


def _page(request: HttpRequest, error: str = "", status: int = 200) -> HttpResponse:
    player, kept = player_of(request), _kept(request, timezone.now())
    context = {
        "mails": [_told(mail) for mail in delivery.mails_to(player)[:MOST]],
        "most": MOST,
        "address": player.email,
        "zone": player.time_zone,
        "why_not": delivery.why_not(player.email),
        "mailed_to": kept["email"] if kept else "",
        "error": error,
        "saved": "done" in request.GET,
    }
    return render(request, "pages/sent_mails.html", context, status=status)


def _told(mail: Outbox) -> dict[str, Any]:
    kind = KINDS.get(mail.kind)
    return {
        "about": kind.subject if kind else mail.kind,
        "match": mail.match,
        "queued": mail.created_at,
        "sent": mail.sent_at,
        "state": mail.state,
        "is_unreachable": mail.error == "unreachable",
        "steps": list(mail.steps.all()),
    }


def _kept(request: HttpRequest, now: datetime) -> dict[str, Any] | None:
    """Give what is kept of a code that still holds."""
    kept: dict[str, Any] | None = request.session.get(KEPT)
    if kept is None or kept["tries"] <= 0 or now >= datetime.fromisoformat(kept["until"]):
        return None
    return kept
