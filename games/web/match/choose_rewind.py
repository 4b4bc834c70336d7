"""The page that proposes to go back to an earlier moment, if all agree."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.match import votes
from games.models import Seat, Subject
from games.present import rewind_words
from games.present.seat_view import WITHOUT_TABLE, SeatView
from games.rules.kernel.refusal import HistoryBroken, TooNew
from games.web.match import pressed
from games.web.match.players_only import seated
from games.web.match.refused import OK, UNPROCESSABLE, Refusal
from games.web.match.render_page import show
from games.web.match.seat_actions import do_once


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@seated
def rewind(request: HttpRequest, seat: Seat) -> HttpResponse:
    """List the moments, or propose one to the other players."""
    now = timezone.now()
    if seat.match.status in WITHOUT_TABLE:
        return show(request, seat, now, Refusal("not_running"))
    moment = rewind_words.read_moment(request.POST.get("moment", ""), seat.match)
    if moment is None:
        try:
            return _choose(request, seat, SeatView.of(seat, now))
        except HistoryBroken:  # the match page says so, and stops the match
            return show(request, seat, now)
        except TooNew:
            return show(request, seat, now, Refusal("try_again"))
    return do_once(
        request,
        seat,
        now,
        lambda p: votes.vote(seat.match_id, seat.number, Subject.REWIND, now, p, moment),
    )


def _choose(request: HttpRequest, seat: Seat, seat_view: SeatView) -> HttpResponse:
    nothing_chosen = request.method == "POST"
    context = {
        "match": seat.match,
        "press": pressed.draw(seat),
        "options": rewind_words.options(seat_view),
        "refused": _("Nothing was chosen, so nothing has changed.") if nothing_chosen else "",
        "zone": seat.player.time_zone if seat.player else "UTC",
    }
    return render(request, "pages/rewind.html", context, status=UNPROCESSABLE if nothing_chosen else OK)
