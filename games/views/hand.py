"""Opening the page with the hand: a code to one's own address, once per browser and seat."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import delivery
from games.codes import Errand
from games.models import Seat
from games.readers.match_names import full_name
from games.rules.kernel.refusal import Refused
from games.views import fresh, opened, typed_code
from games.views.codes import too_many, too_many_codes, too_many_tries
from games.views.seated import player_of, sitting


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sitting
def hand(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Ask for a code, mail it, take it; then go on to the page."""
    if opened.may_show(request.session, seat, timezone.now()):
        return redirect("match", seat.match.public_id)
    if request.method != "POST":
        return _page(request, seat)
    return _typed(request, seat) if "code" in request.POST else _mailed(request, seat)


def _mailed(request: HttpRequest, seat: Seat) -> HttpResponse:
    try:
        typed_code.mail(request, Errand.HAND, player_of(request).email, timezone.now(), seat.match)
    except Refused as refused:
        return too_many(_page(request, seat, too_many_codes(refused)), refused)
    return redirect("hand", seat.match.public_id)


def _typed(request: HttpRequest, seat: Seat) -> HttpResponse:
    now = timezone.now()
    try:
        address = typed_code.take(request, Errand.HAND, now)
    except typed_code.Wrong as wrong:
        return _page(request, seat, str(wrong), wrong.status)
    except Refused as refused:
        return too_many(_page(request, seat, too_many_tries(refused)), refused)
    fresh.note(request.session, player_of(request), address, now)
    return redirect("match", seat.match.public_id)


def _page(request: HttpRequest, seat: Seat, refused: str = "", status: int = 200) -> HttpResponse:
    player = player_of(request)
    context = {
        "match": seat.match,
        "table": full_name(seat.match),
        "address": player.email,
        "is_on_its_way": bool(typed_code.mailed_to(request, Errand.HAND, timezone.now())),
        "comes_back": bool(delivery.why_not(player.email)),
        "refused": refused,
        "demo": settings.DEMO,
    }
    return render(request, "pages/hand.html", context, status=status)
