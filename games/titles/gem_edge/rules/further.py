"""The same plan, made to go on past the reason it has stopped for (GE-25)."""

from __future__ import annotations

from msgspec.structs import replace

from games.rules.kernel.contract import Further
from games.rules.kernel.messages import Message
from games.titles.gem_edge.rules import plans
from games.titles.gem_edge.rules.orders import Orders, Stops
from games.titles.gem_edge.rules.view import Sight

#: What stands in place of a reason to stop.
DROPPED: dict[str, bool | None] = {"attacked": False, "finished": False, "rival": None}


def further(view: Sight, orders: Orders, since: plans.Since) -> Further | None:
    """Leave out every reason the plan stops for now; None if it hasn't stopped for one."""
    plan = orders.plan
    if plan is None or view.over or not plans.is_on(view, plan, since):
        return None
    reasons = plans.reasons(view, plan, since)
    if not reasons:
        return None
    stops: Stops = replace(plan.stops, **{reason: DROPPED[reason] for reason in reasons})
    return Further(Message(f"further.{reasons[-1]}"), replace(orders, plan=replace(plan, stops=stops)))
