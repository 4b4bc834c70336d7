"""Everything on a match page that is made from the table, ready to be drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.conf import settings

from games import play
from games.present import generic_view, standing_orders
from games.present.names import readable
from games.present.plan_drafts import Draft, Posted
from games.present.ranking import ranking, tie_broken
from games.present.seat_view import Sitting
from games.web.disputes.case_parts import line_name
from games.web.match import plan_editor, pressed
from games.web.match.questions import askings
from games.web.match.story_part import story


@dataclass(frozen=True)
class WaitedFor:
    name: str
    mine: bool
    itself: bool  # a robot, or a seat on autopilot
    due: datetime | None


@dataclass(frozen=True)
class Offered:
    """A plan that is laid by one press."""

    key: str
    text: str
    laid: bool
    brings: Sequence[str]  # the standing orders that come with it


def page_of(
    sitting: Sitting,
    asked_for: Mapping[str, str],
    pressed: str,
    posted: Posted | None,
    draft: Draft | None = None,
) -> dict[str, Any]:
    """Gather what the page of a match shows."""
    return {
        "asked": askings(sitting, pressed, posted),
        "waited_for": waited_for(sitting),
        **generic_view.drawn(sitting.view, sitting.names, sitting.number),
        "laid": sitting.orders if sitting.match.is_running else None,
        "story": story(
            sitting.telling, sitting.last_move, sitting.names, asked_for, partial(line_name, sitting.seat)
        ),
        "ranking": (ranked := ranking(sitting)),
        "tie": tie_broken(ranked, sitting.names),
        "take_back": take_back(sitting),
        "now": sitting.now,
        **orders(sitting, posted, draft),
    }


def waited_for(sitting: Sitting) -> list[WaitedFor]:
    """Say for whom the table waits: from the match's row, which knows no sealed answer before its time."""
    if not sitting.match.is_running:
        return []
    seats = {seat.number: seat for seat in sitting.seats}
    awaited = [seats[number] for number in sitting.match.awaited if number in seats]
    found = [
        WaitedFor(
            sitting.names.seat(seat.number),
            seat.number == sitting.number,
            seat.plays_itself,
            sitting.clocks.get(seat.number),
        )
        for seat in awaited
    ]
    return sorted(found, key=lambda one: not one.mine)


@dataclass(frozen=True)
class TakeBack:
    press: str
    seconds: int


def take_back(sitting: Sitting) -> TakeBack | None:
    """Offer to undo the last move, as long as the story of it allows."""
    last = play.may_take_back(sitting.match, sitting.seat, sitting.now, sitting.records)
    if last is None:
        return None
    left = last.at + timedelta(seconds=settings.SEND_AFTER) - sitting.now
    return TakeBack(pressed.draw(sitting.seat), max(0, int(left.total_seconds())))


def orders(sitting: Sitting, posted: Posted | None, draft: Draft | None) -> dict[str, Any]:
    """Draw my plan, what else takes a form of its own, and my standing orders."""
    if not sitting.match.is_running:
        return {"standing": [], "plans": [], "writings": [], "ahead": ""}
    rules, names, laid = sitting.match.rules, sitting.names, sitting.orders
    plans = [
        Offered(
            key,
            names.word(f"plan.{key}", otherwise=readable(key)),
            lay(sitting.laid) == sitting.laid,
            standing_orders.differences(rules, laid, lay(sitting.laid), names),
        )
        for key, lay in rules.automation.ready_made.items()
    ]
    reason = sitting.ahead()
    return {
        "standing": standing_orders.standing(rules, laid, names, posted),
        "standing_sent": posted is not None and "press" not in posted,  # an answer carries one, orders don't
        "plans": [(brings, list(group)) for brings, group in groupby(plans, attrgetter("brings"))],
        "writings": plan_editor.writings(rules, laid, names, sitting.number, draft),
        "has_plan": rules.automation.unplanned(laid) != laid,
        "ahead": names.word(f"ahead.{reason}", otherwise=readable(reason)) if reason else "",
    }
