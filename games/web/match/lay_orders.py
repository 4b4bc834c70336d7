"""Save a plan or standing orders from the match page."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import play
from games.models import Door, Seat
from games.present import standing_orders
from games.present.orders_offered import read_change
from games.present.plan_drafts import PlanDraft, Posted, read_draft
from games.present.plans_offered import orders_of
from games.present.seat_view import WITHOUT_TABLE, SeatView
from games.rules.kernel.codec import canonical
from games.rules.kernel.refusal import HistoryBroken, TooNew
from games.web.match import plan_editor
from games.web.match.page import draw
from games.web.match.players_only import seated
from games.web.match.refused import Refusal, reload
from games.web.match.render_page import show
from games.web.match.tabs import tab_of
from games.web.site.visitor import address_of

NO_PLAN = "none"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@seated
def orders(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Show the plan and the standing orders, or save them."""
    if request.method != "POST":
        return draw(request, seat)
    now = timezone.now()
    if seat.match.status in WITHOUT_TABLE:
        return show(request, seat, now, Refusal("not_running"))
    try:
        seat_view = SeatView.of(seat, now)
        draft = read_draft(seat.match.rules, request.POST)
        if draft and not draft.was_sent:
            return show(request, seat, now, draft=draft)
        if draft and (wrong := wrong_in(seat_view, draft)):
            return show(request, seat, now, Refusal("not_laid", {"what": wrong}), draft)
        laid = with_draft(seat_view, draft) if draft else asked_for(seat_view, request.POST)
        if laid is None:
            return show(request, seat, now, Refusal("malformed"))
        text = canonical(laid).decode()
        receipt = play.lay_orders(
            seat.match_id, seat.number, seat.generation, text, Door.PAGE, now, address_of(request)
        )
    except HistoryBroken as fault:
        play.quarantine(seat.match_id, fault, now)
        return show(request, reload(seat), now, Refusal("fault"))
    except TooNew:
        return show(request, seat, now, Refusal("try_again"))
    if receipt.refused:
        return show(request, reload(seat), now, Refusal(receipt.code, receipt.details, posted=request.POST))
    return HttpResponseRedirect(f"{resolve_url(tab_of(request).value, seat.match.public_id)}?done=orders")


def wrong_in(seat_view: SeatView, draft: PlanDraft) -> str:
    """Say what is wrong with a draft; "" if it can be saved."""
    drawn = plan_editor.order_forms(
        seat_view.match.rules, seat_view.orders, seat_view.names, seat_view.number, draft
    )
    return "; ".join(complaint for one in drawn for complaint in one.wrong)


def with_draft(seat_view: SeatView, draft: PlanDraft) -> Any:
    """Put the draft in place of the saved order; the codec checks later whether it is valid."""
    return msgspec.to_builtins(seat_view.orders) | {draft.name: draft.content}


def asked_for(seat_view: SeatView, posted: Posted) -> Any | None:
    """Change the saved orders as the form asks; None for what is no change, or a plan that isn't offered."""
    rules = seat_view.match.rules
    if "change" in posted:
        change = read_change(str(posted["change"]))
        return None if change is None else msgspec.to_builtins(seat_view.orders) | change
    if "plan" not in posted:
        return standing_orders.with_posted(rules, seat_view.orders, posted)
    if posted["plan"] == NO_PLAN:
        return rules.automation.unplanned(seat_view.orders)
    return orders_of(seat_view, str(posted["plan"]))
