"""Show what became of a player's emails, and move them to another address, confirmed by a code."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.mail import delivery
from games.mail.kinds import INVITING, Errand, called
from games.models import Outbox, Player
from games.players import addresses
from games.present.refusals import plainly
from games.rules.kernel.refusal import Refused
from games.web.account import typed_code
from games.web.account.code_limits import too_many, too_many_codes, too_many_tries
from games.web.match.players_only import open_hands, player_of

MOST = 50


@never_cache
@require_http_methods(["GET", "HEAD"])
def sent_mails(request: HttpRequest) -> HttpResponse:
    """List the emails to a player and what became of each, but not their content."""
    return _page(request)


@never_cache
@require_POST
def send_code(request: HttpRequest) -> HttpResponse:
    """Email a code to the player's address or a new one."""
    told = request.POST.get("email", "").strip()
    try:
        typed_code.mail(request, Errand.MOVE, told, timezone.now())
    except ValidationError:
        return _page(request, error=_("That isn't a valid email address."), status=422)
    except Refused as refused:
        return too_many(_page(request, error=too_many_codes(refused)), refused)
    return redirect("sent_mails")


@never_cache
@require_POST
def type_code(request: HttpRequest) -> HttpResponse:
    """Check the code; emails go to its address from now on."""
    now, player = timezone.now(), player_of(request)
    try:
        address = typed_code.take(request, Errand.MOVE, now)
    except typed_code.Wrong as wrong:
        return _page(request, error=str(wrong), status=wrong.status)
    except Refused as refused:
        return too_many(_page(request, error=too_many_tries(refused)), refused)
    try:
        addresses.confirm(player, address, now, but=request.session.session_key)
    except Refused as refused:
        return _page(request, error=_why(refused), status=422)
    open_hands(request.session, player, now)
    return redirect("/mails/sent/?done")


def _why(refused: Refused) -> str:
    if refused.code == "taken":
        return _("That address belongs to another account. Sign out, then sign in with that address.")
    return plainly(refused.code, refused.plain_details())


def _page(request: HttpRequest, error: str = "", status: int = 200) -> HttpResponse:
    player = player_of(request)
    context = {
        "mails": [_told(mail, player) for mail in delivery.mails_to(player)[:MOST]],
        "most": MOST,
        "address": player.email,
        "zone": player.time_zone,
        "why_not": delivery.why_not(player.email),
        "mailed_to": typed_code.mailed_to(request, Errand.MOVE, timezone.now()),
        "error": error,
        "told": request.POST.get("email", "").strip() if error else "",
        "typed": request.POST.get("code", "") if error else "",
        "saved": "done" in request.GET,
    }
    return render(request, "pages/sent_mails.html", context, status=status)


def _told(mail: Outbox, player: Player) -> dict[str, Any]:
    return {
        "about": called(mail.kind),
        "match": mail.match,
        "flag": mail.message_id if _is_about_seat_of(mail, player) else "",
        "queued": mail.created_at,
        "sent": mail.sent_at,
        "state": mail.state,
        "is_unreachable": mail.error == "unreachable",
        "steps": list(mail.steps.all()),
        "beside": [one for one in mail.dispatches.all() if one.is_personal],
    }


def _is_about_seat_of(mail: Outbox, player: Player) -> bool:
    """Tell whether an email was about a seat while the player held it."""
    seat = mail.seat
    if seat is None or mail.kind in INVITING:
        return False
    return seat.player_id != player.pk or seat.generation == mail.generation
