"""A player's addresses: the main one gets the emails, all can sign in and reply."""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.mail import delivery
from games.mail.kinds import Errand
from games.players import addresses
from games.present.refusals import plainly
from games.rules.kernel.refusal import Refused
from games.web.account import recent_proof, typed_code
from games.web.account.code_limits import too_many, too_many_codes, too_many_tries
from games.web.match.players_only import open_hands, player_of

CONFLICT, UNPROCESSABLE = 409, 422


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def my_addresses(request: HttpRequest) -> HttpResponse:
    """List the addresses; or add, confirm or remove one, or make it the main one."""
    if request.method != "POST":
        return _page(request)
    said = request.POST.get("say", "")
    do = {"add": _add, "code": _take_code, "main": _make_main, "remove": _remove}.get(said)
    return do(request) if do else _page(request, status=UNPROCESSABLE)


def _add(request: HttpRequest) -> HttpResponse:
    told = request.POST.get("email", "").strip()
    if told.lower() in delivery.verified(player_of(request)):
        return _page(request, _("You already have that address."), UNPROCESSABLE, told)
    try:
        typed_code.mail(request, Errand.ADDRESS, told, timezone.now())
    except ValidationError:
        return _page(request, _("That isn't a valid email address."), UNPROCESSABLE, told)
    except Refused as refused:
        return too_many(_page(request, too_many_codes(refused), told=told), refused)
    return redirect("my_addresses")


def _take_code(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    try:
        address = typed_code.take(request, Errand.ADDRESS, now)
    except typed_code.Wrong as wrong:
        return _page(request, str(wrong), wrong.status)
    except Refused as refused:
        return too_many(_page(request, too_many_tries(refused)), refused)
    return _done_or_refused(request, lambda: addresses.add(player_of(request), address, now))


def _make_main(request: HttpRequest) -> HttpResponse:
    player, now, here = player_of(request), timezone.now(), request.session.session_key
    address, before = request.POST.get("email", ""), player.email
    answer = _done_or_refused(request, lambda: addresses.make_main(player, address, now, but=here))
    if player.email != before:
        open_hands(request.session, player, now)
    return answer


def _remove(request: HttpRequest) -> HttpResponse:
    address = request.POST.get("email", "")
    return _done_or_refused(request, lambda: addresses.remove(player_of(request), address, timezone.now()))


def _done_or_refused(request: HttpRequest, do: Callable[[], None]) -> HttpResponse:
    try:
        do()
    except Refused as refused:
        return _page(request, plainly(refused.code, refused.plain_details()), CONFLICT)
    return redirect("/addresses/?done")


def _page(request: HttpRequest, error: str = "", status: int = 200, told: str = "") -> HttpResponse:
    player = player_of(request)
    context = {
        "main": player.email,
        "others": addresses.others(player),
        "why_not": delivery.why_not(player.email),
        "mailed_to": typed_code.mailed_to(request, Errand.ADDRESS, timezone.now()),
        "told": told,
        "typed": request.POST.get("code", "") if error else "",
        "error": error,
        "is_fresh": recent_proof.has_typed_code(request.session, player, timezone.now()),
        "saved": "done" in request.GET,
    }
    return render(request, "pages/my_addresses.html", context, status=status)
