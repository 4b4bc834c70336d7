"""The page that opens a hand in this browser, by an emailed code."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.mail import delivery
from games.mail.kinds import Errand
from games.models import Seat
from games.present.match_names import unique_name
from games.rules.kernel.refusal import Refused
from games.web.account import recent_proof, typed_code
from games.web.account.code_limits import too_many, too_many_codes, too_many_tries
from games.web.match.players_only import may_show_hand, player_of, sitting


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sitting
def hand(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Ask for a code, email it, check it; then continue to the match page."""
    if may_show_hand(request.session, seat, timezone.now()):
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
    recent_proof.note(request.session, player_of(request), address, now)
    return redirect("match", seat.match.public_id)


def _page(request: HttpRequest, seat: Seat, refused: str = "", status: int = 200) -> HttpResponse:
    player = player_of(request)
    context = {
        "match": seat.match,
        "table": unique_name(seat.match),
        "address": player.email,
        "is_on_its_way": bool(typed_code.mailed_to(request, Errand.HAND, timezone.now())),
        "comes_back": bool(delivery.why_not(player.email)),
        "refused": refused,
        "demo": settings.DEMO,
    }
    return render(request, "pages/hand.html", context, status=status)
