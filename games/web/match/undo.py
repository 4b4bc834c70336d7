"""Undo one's own last move from the match page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games import play
from games.models import Outcome, Seat
from games.rules.kernel.refusal import HistoryBroken, Refused, TooNew
from games.web.match import pressed as press
from games.web.match.players_only import seated
from games.web.match.refused import Refusal, reload
from games.web.match.render_page import show


@never_cache
@require_POST
@seated
def take_back(request: HttpRequest, seat: Seat) -> HttpResponse:
    now = timezone.now()
    pressed = press.read(request.POST.get("press", ""), seat)
    if pressed is None:
        return show(request, seat, now, Refusal("malformed"))
    try:
        receipt = play.take_back(seat.match_id, seat.number, pressed.generation, pressed.key, now)
    except Refused:
        receipt = play.Receipt(Outcome.REFUSED, "too_late")
    except HistoryBroken as fault:
        play.quarantine(seat.match_id, fault, now)
        receipt = play.Receipt(Outcome.REFUSED, "fault")
    except TooNew:
        receipt = play.Receipt(Outcome.REFUSED, "try_again")
    if receipt.refused:
        return show(request, reload(seat), now, Refusal(receipt.code, receipt.details, pressed.version))
    return HttpResponseRedirect(press.result_address(seat.match, pressed.key))
