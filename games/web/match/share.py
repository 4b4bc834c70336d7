"""The card to share once a match is over, and who agreed to be named on it."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.match import sharing
from games.models import Seat
from games.present import png
from games.present.match_view import load_log
from games.present.share_card import share_card
from games.rules.kernel.refusal import HistoryBroken, TooNew
from games.web.match.players_only import finished_match, nothing_here, seated
from games.web.match.refused import Refusal
from games.web.match.render_page import show
from games.web.match.seat_actions import do_once


@never_cache
@require_safe
@login_not_required
def card(request: HttpRequest, public_id: str) -> HttpResponse:
    """Give the card as an image file to anyone who has its address; 404 unless the match may be told of."""
    drawn = _card(request, public_id)
    if drawn is None:
        return nothing_here(request)
    return _file(drawn.encode(), "image/svg+xml", f"match-{public_id}.svg")


@never_cache
@require_safe
@login_not_required
def card_as_png(request: HttpRequest, public_id: str) -> HttpResponse:
    """Give the same for messengers, which show no SVG; 404 as well if there is no font to write with."""
    drawn = _card(request, public_id) if png.can_write() else None
    if drawn is None:
        return nothing_here(request)
    return _file(png.kept(drawn), "image/png", f"match-{public_id}.png")


def _card(request: HttpRequest, public_id: str) -> str | None:
    match = finished_match(request, public_id)
    if match is None:
        return None
    try:
        _, table = load_log(match)
    except (HistoryBroken, TooNew):
        return None
    seats = list(Seat.objects.at([match])[match.pk].values())
    return share_card(match, match.rules.core.outcome(table.state) or (), seats, table.options)


def _file(content: bytes, kind: str, name: str) -> HttpResponse:
    answer = HttpResponse(content, content_type=kind)
    answer["Content-Language"] = get_language() or ""
    answer["Content-Disposition"] = f'inline; filename="{name}"'
    return answer


@never_cache
@require_POST
@seated
def name_on_card(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Agree to be named on the card, or no longer."""
    now, said = timezone.now(), request.POST.get("say", "")
    if said not in ("yes", "no"):
        return show(request, seat, now, Refusal("malformed"))
    return do_once(
        request,
        seat,
        now,
        lambda pressed: sharing.name_on_card(seat.match_id, seat.number, now, pressed, named=said == "yes"),
    )
