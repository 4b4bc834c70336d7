"""A player's addresses: one that mails go to, and others to sign in with and to reply from."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import addresses, delivery
from games.codes import Errand
from games.mails.notice import notice
from games.models import Player, Seat
from games.refusals import plainly
from games.rules.kernel.refusal import Refused
from games.views import typed_code
from games.views.codes import send, too_many, too_many_codes, too_many_tries
from games.views.seated import player_of
from games.views.sent import KEEPS, keeps_addresses, moved

CONFLICT, UNPROCESSABLE = 409, 422


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def my_addresses(request: HttpRequest) -> HttpResponse:
    """List them, or do what was pressed."""
    if request.method != "POST":
        return _page(request)
    said = request.POST.get("say", "")
    do = {"add": _add, "code": _take_code, "main": _make_main, "remove": _remove}.get(said)
    return do(request) if do else _page(request, status=UNPROCESSABLE)


def _add(request: HttpRequest) -> HttpResponse:
    told = request.POST.get("email", "").strip()
    if told.lower() in delivery.verified(player_of(request)):
        return _page(request, _("That address is yours already."), UNPROCESSABLE, told)
    if shut := keeps_addresses(request):
        return _page(request, _(KEEPS), CONFLICT, told, shut)
    try:
        typed_code.mail(request, Errand.ADDRESS, told, timezone.now())
    except ValidationError:
        return _page(request, _("That is no mail address."), UNPROCESSABLE, told)
    except Refused as refused:
        return too_many(_page(request, too_many_codes(refused), told=told), refused)
    return redirect("my_addresses")


def _take_code(request: HttpRequest) -> HttpResponse:
    if shut := keeps_addresses(request):
        return _page(request, _(KEEPS), CONFLICT, shut=shut)
    try:
        address = typed_code.take(request, Errand.ADDRESS, timezone.now())
    except typed_code.Wrong as wrong:
        return _page(request, str(wrong), wrong.status)
    except Refused as refused:
        return too_many(_page(request, too_many_tries(refused)), refused)
    answer = _done_or_refused(request, lambda: addresses.add(player_of(request), address))
    if answer.status_code != CONFLICT:
        tell_main(player_of(request))
    return answer


def _make_main(request: HttpRequest) -> HttpResponse:
    player = player_of(request)
    before, address = player.email, request.POST.get("email", "")
    if shut := keeps_addresses(request):
        return _page(request, _(KEEPS), CONFLICT, shut=shut)
    answer = _done_or_refused(request, lambda: addresses.make_main(player, address, timezone.now()))
    if player.email != before:
        moved(request, before, player.email)
    return answer


def _remove(request: HttpRequest) -> HttpResponse:
    return _done_or_refused(
        request, lambda: addresses.remove(player_of(request), request.POST.get("email", ""))
    )


def _done_or_refused(request: HttpRequest, do: Callable[[], None]) -> HttpResponse:
    try:
        do()
    except Refused as refused:
        return _page(request, plainly(refused.code), CONFLICT)
    return redirect("/addresses/?done")


def tell_main(player: Player) -> None:
    """Tell the address that mails go to of another: should it be somebody else's, its owner learns of it."""
    if not delivery.is_unreachable(player.email):
        send(partial(added_mail, player.email))


def added_mail(to: str) -> EmailMessage:
    told = _(
        "One more address was shown to be yours at %(site)s: whoever reads its mails can sign in under your "
        "name, and answer for you.\n\nIf that wasn't you, remove it on the page of your addresses there, and "
        "sign out all other browsers."
    )
    why = _("You get this mail because your mails go here.")
    lines = (told % {"site": settings.SITE_URL}).split("\n\n")
    return notice(to, _("One more address of yours"), lines, why)


def _page(
    request: HttpRequest, error: str = "", status: int = 200, told: str = "", shut: Seat | None = None
) -> HttpResponse:
    player = player_of(request)
    context = {
        "main": player.email,
        "others": addresses.others(player),
        "why_not": delivery.why_not(player.email),
        "mailed_to": typed_code.mailed_to(request, Errand.ADDRESS, timezone.now()),
        "told": told,
        "error": error,
        "shut": shut,
        "saved": "done" in request.GET,
    }
    return render(request, "pages/my_addresses.html", context, status=status)
