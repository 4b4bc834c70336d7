"""The same plan, made to go on where it has stopped, up to a dearer cart (QZ-75)."""

from __future__ import annotations

from msgspec.structs import replace

from games.rules.kernel.contract import Further
from games.rules.kernel.messages import Message
from games.titles.quartz.rules import orders as o
from games.titles.quartz.rules.plans import consult
from games.titles.quartz.rules.plans.since import Since
from games.titles.quartz.rules.plans.stops import at_stake, my_worth
from games.titles.quartz.rules.view import Sight

#: How much dearer the cart may grow before the plan asks again.
STEP = 6


def further(view: Sight, orders: o.Orders, since: Since) -> Further | None:
    """Raise the limits the plan has reached; None if it hasn't stopped at one."""
    plan = orders.plan
    if plan is None or not view.me.inside or consult(view, plan, since) not in ("worth", "obsidian"):
        return None
    limit = max(my_worth(view), at_stake(view)) + STEP
    laid = replace(orders, plan=replace(plan, stops=raised(plan.stops, limit), next=None))
    return Further(Message("further.covered" if view.covered else "further", {"limit": limit}), laid)


def raised(stops: o.Stops, limit: int) -> o.Stops:
    obsidian, worth = stops.obsidian, stops.worth
    return replace(
        stops,
        obsidian=replace(obsidian, at_worth=max(limit, obsidian.at_worth)) if obsidian else None,
        worth=replace(worth, x=max(limit, worth.x)) if worth else None,
    )
