"""Ask players to prove who they are before they change their account, by a code emailed to them."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.mail.kinds import Errand
from games.rules.kernel.refusal import Refused
from games.web.account import recent_proof, typed_code
from games.web.account.code_limits import too_many, too_many_codes, too_many_tries
from games.web.account.sign_in import on_this_site
from games.web.match.players_only import player_of

UNPROCESSABLE = 422


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show_who(request: HttpRequest) -> HttpResponse:
    """Ask for a code, email it, check it; then continue to the page that needed it."""
    if request.method != "POST":
        return _page(request)
    if not recent_proof.address_for(player_of(request)):
        return _page(request, status=UNPROCESSABLE)
    return _typed(request) if "code" in request.POST else _mailed(request)


def _mailed(request: HttpRequest) -> HttpResponse:
    try:
        typed_code.mail(request, Errand.WHO, recent_proof.address_for(player_of(request)), timezone.now())
    except Refused as refused:
        return too_many(_page(request, too_many_codes(refused)), refused)
    return redirect(f"{request.path}?{urlencode({'next': _then(request)})}")


def _typed(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    try:
        address = typed_code.take(request, Errand.WHO, now)
    except typed_code.Wrong as wrong:
        return _page(request, str(wrong), wrong.status)
    except Refused as refused:
        return too_many(_page(request, too_many_tries(refused)), refused)
    recent_proof.note(request.session, player_of(request), address, now)
    return redirect(_then(request))


def _then(request: HttpRequest) -> str:
    told = request.POST.get("next", "") or request.GET.get("next", "")
    return on_this_site(request, told)


def _page(request: HttpRequest, refused: str = "", status: int = 200) -> HttpResponse:
    context = {
        "address": recent_proof.address_for(player_of(request)),
        "is_on_its_way": bool(typed_code.mailed_to(request, Errand.WHO, timezone.now())),
        "then": _then(request),
        "refused": refused,
        "demo": settings.DEMO,
    }
    return render(request, "pages/show_who.html", context, status=status)
