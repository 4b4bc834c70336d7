"""Gather what comes from the game: the table with my questions, and my orders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any

from games import play
from games.present import generic_view, lessons, standing_orders
from games.present.motion import motion
from games.present.names import readable
from games.present.orders_offered import suggestions
from games.present.plan_drafts import PlanDraft, Posted
from games.present.plan_news import next_move, why_any_stopped
from games.present.plans_offered import FURTHER, plans_offered
from games.present.pointing import Pointing
from games.present.ranking import ranking, tie_broken
from games.present.seat_view import SeatView
from games.web.match import plan_editor, pressed
from games.web.match.ceremony_part import ceremony_context
from games.web.match.questions import question_forms


@dataclass(frozen=True)
class WaitedFor:
    name: str
    mine: bool
    itself: bool  # a robot, or a seat on automatic play
    due: datetime | None


@dataclass(frozen=True)
class PlanOffer:
    """A ready-made plan, saved by one press."""

    key: str
    text: str
    laid: bool
    brings: Sequence[str]  # the standing orders that come with it


def table_context(
    seat_view: SeatView, pressed: str, posted: Posted | None, at: Sequence[str] = ()
) -> dict[str, Any]:
    """Gather what the page shows of the table, and what it asks; `at` is what was pointed at."""
    asked = question_forms(seat_view, pressed, posted, at)
    return {
        "asked": asked,
        "pointing": asked[0].pointing if asked else Pointing(),
        "waited_for": waited_for(seat_view),
        **generic_view.board_context(seat_view.view, seat_view.names, seat_view.number),
        "laid": seat_view.orders if seat_view.match.is_running else None,
        "stakes": stakes(seat_view),
        "suggested": suggestions(seat_view),
        "ranking": (ranked := ranking(seat_view)),
        "tie": tie_broken(ranked, seat_view.names),
        "ahead": ahead(seat_view),
        "motion": motion(seat_view, seat_view.reader_of),
        **ceremony_context(seat_view),
        "lesson": lesson_context(seat_view),
    }


def lesson_context(seat_view: SeatView) -> dict[str, Any] | None:
    """Gather what the guided match tells now; None if the player isn't taught."""
    if not seat_view.seat.lessons or not seat_view.match.is_running:
        return None
    return {"advice": lessons.advice_of(seat_view), "press": pressed.draw(seat_view.seat)}


def stakes(seat_view: SeatView) -> list[str]:
    """Say what the reader risks now, in the game's words."""
    if not seat_view.match.is_running:
        return []
    return [seat_view.names.said(one) for one in seat_view.match.rules.text.stakes(seat_view.view)]


def waited_for(seat_view: SeatView) -> list[WaitedFor]:
    """List the players the match waits for, from the match's row, so that sealed answers don't show."""
    if not seat_view.match.is_running:
        return []
    seats = {seat.number: seat for seat in seat_view.seats}
    awaited = [seats[number] for number in seat_view.match.awaited if number in seats]
    found = [
        WaitedFor(
            seat_view.names.seat(seat.number),
            seat.number == seat_view.number,
            seat.plays_itself,
            seat_view.clocks.get(seat.number),
        )
        for seat in awaited
    ]
    return sorted(found, key=lambda one: not one.mine)


@dataclass(frozen=True)
class TakeBack:
    press: str
    seconds: int | None  # None: there is no hurry


def take_back(seat_view: SeatView) -> TakeBack | None:
    """Offer to undo the last move, while that is allowed."""
    loaded = seat_view.records, seat_view.table
    last = play.may_take_back(seat_view.match, seat_view.seat, seat_view.now, loaded)
    if last is None:
        return None
    left = max(0, int((last.until - seat_view.now).total_seconds())) if last.until else None
    return TakeBack(pressed.draw(seat_view.seat), left)


def has_plan(seat_view: SeatView) -> bool:
    """Tell whether a plan of the reader's is saved."""
    laid = seat_view.orders if seat_view.match.is_running else None
    return laid is not None and bool(seat_view.match.rules.automation.unplanned(laid) != laid)


def ahead(seat_view: SeatView) -> str:
    """Say why the reader's plan is sure to stop at their next turn; "" if it isn't."""
    reason = seat_view.ahead()
    return seat_view.names.word(f"ahead.{reason}", otherwise=readable(reason)) if reason else ""


def orders_context(seat_view: SeatView, posted: Posted | None, draft: PlanDraft | None) -> dict[str, Any]:
    """Gather my plan, the orders with a form of their own, and my standing orders."""
    if not seat_view.match.is_running:
        return {"standing": [], "plans": [], "writings": [], "ahead": "", "why_stopped": "", "next_move": ""}
    rules, names, laid = seat_view.match.rules, seat_view.names, seat_view.orders
    plans = [
        PlanOffer(
            one.key,
            one.text,
            one.orders == seat_view.remaining_orders,
            standing_orders.differences(rules, laid, one.orders, names) if one.key != FURTHER else (),
        )
        for one in plans_offered(seat_view)
    ]
    return {
        "standing": standing_orders.order_controls(rules, laid, names, posted),
        "standing_sent": posted is not None and "press" not in posted,  # orders have no press
        "plans": [(brings, list(group)) for brings, group in groupby(plans, attrgetter("brings"))],
        "writings": plan_editor.order_forms(rules, laid, names, seat_view.number, draft),
        "ahead": ahead(seat_view),
        "why_stopped": why_any_stopped(seat_view),
        "next_move": next_move(seat_view),
    }
