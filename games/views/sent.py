"""What became of a player's mails, and putting right that none arrive: by a code mailed and typed in."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games import addresses, delivery
from games.codes import Errand
from games.mails.kinds import KINDS
from games.mails.notice import notice
from games.models import Outbox, Player, Seat
from games.models.outbox import INVITING
from games.rules.kernel.refusal import Refused
from games.views import opened, typed_code
from games.views.codes import send, too_many, too_many_codes, too_many_tries
from games.views.seated import player_of
from games.views.sessions import sign_out_everywhere

MOST = 50
CONFLICT = 409
KEEPS = gettext_noop("Whoever has your mails has your cards, and this browser mayn't show them yet.")


@never_cache
@require_http_methods(["GET", "HEAD"])
def sent_mails(request: HttpRequest) -> HttpResponse:
    """List the mails to a player and what became of each; never what they said."""
    return _page(request)


@never_cache
@require_POST
def send_code(request: HttpRequest) -> HttpResponse:
    """Mail a code to an address, the player's own or a new one."""
    told = request.POST.get("email", "").strip()
    if shut := keeps_addresses(request, told):
        return _page(request, error=_(KEEPS), status=CONFLICT, shut=shut)
    try:
        typed_code.mail(request, Errand.MOVE, told, timezone.now())
    except ValidationError:
        return _page(request, error=_("That is no mail address."), status=422)
    except Refused as refused:
        return too_many(_page(request, error=too_many_codes(refused)), refused)
    return redirect("sent_mails")


@never_cache
@require_POST
def type_code(request: HttpRequest) -> HttpResponse:
    """Take the code: mails go to that address from now on."""
    now, player = timezone.now(), player_of(request)
    before = player.email
    if shut := keeps_addresses(request, typed_code.mailed_to(request, Errand.MOVE, now) or before):
        return _page(request, error=_(KEEPS), status=CONFLICT, shut=shut)
    try:
        address = typed_code.take(request, Errand.MOVE, now)
    except typed_code.Wrong as wrong:
        return _page(request, error=str(wrong), status=wrong.status)
    except Refused as refused:
        return too_many(_page(request, error=too_many_tries(refused)), refused)
    try:
        addresses.confirm(player, address, now)
    except Refused:
        told = _("Somebody else plays under that address. Sign out, and sign in with it.")
        return _page(request, error=told, status=422)
    moved(request, before, address)
    return redirect("/mails/sent/?done")


def keeps_addresses(request: HttpRequest, told: str = "") -> Seat | None:
    """Find the seat for whose cards an address stays as it is: a code that came to a new one would open them.

    Whose mails come back can have no code at the address they have, and puts that right from any browser.
    """
    player = player_of(request)
    if told.lower() in delivery.verified(player) or delivery.why_not(player.email):
        return None
    return opened.shut(request.session, player, timezone.now())


def moved(request: HttpRequest, before: str, address: str) -> None:
    """Sign out all other browsers, and tell the address that was left."""
    sign_out_everywhere(player_of(request), but=request.session.session_key)
    opened.open_all(request.session, player_of(request), timezone.now())
    if before.lower() != address.lower() and not delivery.is_unreachable(before):
        send(partial(moved_mail, before))


def moved_mail(to: str) -> EmailMessage:
    """Tell the address that was left: should it have been somebody else, its owner learns of it."""
    told = _(
        "From now on your mails of %(site)s go to another address; what was mailed here opens nothing "
        "any more.\n\nIf that wasn't you, write to the operators: somebody else is signed in under your name."
    )
    lines = (told % {"site": settings.SITE_URL}).split("\n\n")
    why = _("You get this mail because your mails came here until now.")
    return notice(to, _("Your mails go to another address"), lines, why)


def _page(request: HttpRequest, error: str = "", status: int = 200, shut: Seat | None = None) -> HttpResponse:
    player = player_of(request)
    context = {
        "mails": [_told(mail, player) for mail in delivery.mails_to(player)[:MOST]],
        "most": MOST,
        "address": player.email,
        "zone": player.time_zone,
        "why_not": delivery.why_not(player.email),
        "mailed_to": typed_code.mailed_to(request, Errand.MOVE, timezone.now()),
        "error": error,
        "shut": shut,
        "saved": "done" in request.GET,
    }
    return render(request, "pages/sent_mails.html", context, status=status)


def _told(mail: Outbox, player: Player) -> dict[str, Any]:
    kind = KINDS.get(mail.kind)
    return {
        "about": kind.subject if kind else mail.kind,
        "match": mail.match,
        "flag": mail.message_id if _is_about_seat_of(mail, player) else "",
        "queued": mail.created_at,
        "sent": mail.sent_at,
        "state": mail.state,
        "is_unreachable": mail.error == "unreachable",
        "steps": list(mail.steps.all()),
    }


def _is_about_seat_of(mail: Outbox, player: Player) -> bool:
    """Tell whether it went to a seat in the player's hands, as it is now or was before somebody else's."""
    seat = mail.seat
    if seat is None or mail.kind in INVITING:
        return False
    return seat.player_id != player.pk or seat.generation == mail.generation
