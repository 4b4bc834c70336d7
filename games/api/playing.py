"""Playing: answering a question by the same door as every page, and laying orders and plans."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Any, Final

import msgspec
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_noop

from games import play
from games.api import describe
from games.api.bearer import token_of
from games.api.matches import open_questions
from games.api.operation import endpoint, key_header, query
from games.api.problems import CONFLICT, UNPROCESSABLE, Problem, of_refusal, status_of
from games.api.reader import seat_of, view_of
from games.api.shapes.playing import AnswerReceipt, AnswerSent, OrdersSent, OrdersShape
from games.models import Door, Scope, Seat
from games.present.plans_offered import orders_of, plans_offered
from games.present.seat_view import SeatView
from games.rules.kernel.codec import canonical
from games.rules.kernel.questions import QuestionName
from games.rules.kernel.seats import EventNumber
from games.rules.kernel.seats import Seat as SeatNumber
from games.web.alone.playing_on import play_on
from games.web.match.refused import reload
from games.web.site.visitor import address_of

#: Programs choose their keys: no digest under this prefix is the key of a page, or of a move we make.
PREFIX: Final = "api-"
#: A question that never was, so that an answer to it is stale unless its key was heard before.
NEVER: Final = EventNumber(0)


def key_of(seat: Seat, header: str | None, field: str | None) -> str:
    """Make the key of a request, which only this player of this seat can make; raise Problem without one."""
    told = header or field
    if not told:
        raise Problem(UNPROCESSABLE, "no_key")
    whose = f"{seat.pk} {seat.generation} {told}"
    return PREFIX + hashlib.sha256(whose.encode()).hexdigest()[:56]


@endpoint(
    "POST matches/{match_id}/answers",
    Scope.PLAY,
    AnswerReceipt,
    told=gettext_noop("Answer a question; the same key again gives the first result"),
)
def answer(
    request: HttpRequest,
    match_id: str,
    sent: AnswerSent,
    idempotency_key: str | None = key_header(),
) -> Any:
    now, seat = timezone.now(), seat_of(request, match_id)
    name = describe.question_named(seat, sent.question)
    receipt = play.submit(
        play.Wish(
            match=seat.match_id,
            seat=seat.number,
            generation=seat.generation,
            question=name or QuestionName(NEVER, NEVER, SeatNumber(seat.number)),
            command=_as_text(sent.command),
            key=key_of(seat, idempotency_key, sent.key),
            door=Door.API,
            address=address_of(request),
        ),
        now,
    )
    if seat.match.is_alone:
        play_on(seat.match, now)
    may_read = token_of(request).allows(Scope.READ)
    if receipt.refused:
        raise refused_answer(request, seat, receipt, now)
    return {"outcome": receipt.outcome, "happened": _happened(seat, receipt, now) if may_read else None}


def _as_text(command: Any) -> str:
    """Write a command or orders as the door reads them; what can't be written is no command."""
    try:
        return canonical(command).decode()
    except (msgspec.MsgspecError, OverflowError, RecursionError, TypeError, UnicodeError):
        return ""


def refused_answer(request: HttpRequest, stale: Seat, receipt: play.Receipt, now: datetime) -> Problem:
    """Say why, and after something that came too late what is open now."""
    seat = reload(stale)
    is_late = token_of(request).allows(Scope.READ) and status_of(receipt.code) == CONFLICT
    still_open = open_questions(seat, now) if is_late else None
    return of_refusal(receipt.code, receipt.details, seat.match, still_open)


def _happened(seat: Seat, receipt: play.Receipt, now: datetime) -> list[str]:
    """Say what a move did; a sealed answer has done nothing yet."""
    if not (receipt.first_event and receipt.last_event):
        return []
    return view_of(reload(seat), now).story.between(receipt.first_event, receipt.last_event)


# --- orders and plans


@endpoint(
    "GET matches/{match_id}/orders",
    Scope.READ,
    OrdersShape,
    told=gettext_noop("My standing orders and my plan, and the plans I can save"),
)
def orders(request: HttpRequest, match_id: str) -> dict[str, Any]:
    return _orders(view_of(seat_of(request, match_id), timezone.now()))


def _orders(seat_view: SeatView) -> dict[str, Any]:
    left = seat_view.remaining_orders
    return {
        "orders": None if left is None else describe.spelled_out(left),
        "plans": [{"key": one.key, "text": one.text} for one in plans_offered(seat_view)],
        "next_move": seat_view.planned(),
        "stops": seat_view.ahead(),
    }


@endpoint(
    "PUT matches/{match_id}/orders",
    Scope.PLAY,
    OrdersShape,
    told=gettext_noop("Save orders in place of mine, or one of the plans offered"),
)
def lay_orders(request: HttpRequest, match_id: str, sent: OrdersSent) -> dict[str, Any]:
    if (sent.orders is None) == (sent.plan is None):
        raise of_refusal("malformed")
    seat_view = view_of(seat_of(request, match_id), timezone.now())
    laid = sent.orders if sent.plan is None else orders_of(seat_view, sent.plan)
    if laid is None:
        raise of_refusal("not_offered", match=seat_view.match)
    return _lay(request, seat_view, laid)


@endpoint(
    "DELETE matches/{match_id}/orders",
    Scope.PLAY,
    OrdersShape,
    told=gettext_noop("Remove all my orders, or only the plan"),
)
def remove_orders(request: HttpRequest, match_id: str, only_plan: bool = query(False)) -> dict[str, Any]:
    seat_view = view_of(seat_of(request, match_id), timezone.now())
    automation = seat_view.match.rules.automation
    return _lay(
        request, seat_view, automation.unplanned(seat_view.orders) if only_plan else automation.orders()
    )


def _lay(request: HttpRequest, seat_view: SeatView, laid: Any) -> dict[str, Any]:
    """Lay orders, which act at once if they answer what is asked; then say what is left of them."""
    seat, now = seat_view.seat, seat_view.now
    receipt = play.lay_orders(
        seat.match_id, seat.number, seat.generation, _as_text(laid), Door.API, now, address_of(request)
    )
    if receipt.refused:
        raise of_refusal(receipt.code, receipt.details, seat.match)
    if not token_of(request).allows(Scope.READ):
        return {"orders": None, "plans": [], "next_move": None, "stops": None}
    return _orders(view_of(reload(seat), now))
