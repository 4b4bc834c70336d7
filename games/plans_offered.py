"""Plans that are laid by one press: by the type of a game's orders, so that no game is named twice.

Better a field of the contract: a mapping from a name to what makes of orders the same with that plan.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from games.rules.kernel.contract import AnyRules
from games.rules.quartz import orders as quartz

Laying = Callable[[Any], Any]


def _with_plan(plan: quartz.Plan) -> Laying:
    return lambda orders: msgspec.structs.replace(orders, plan=plan)


READY_MADE: Mapping[type, Mapping[str, Laying]] = {
    quartz.Orders: {name: _with_plan(plan) for name, plan in quartz.READY_MADE.items()},
}


def offered(rules: AnyRules) -> Mapping[str, Laying]:
    """List the plans a game offers ready made."""
    return READY_MADE.get(rules.orders, {})
