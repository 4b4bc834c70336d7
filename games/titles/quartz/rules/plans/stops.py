"""Reasons for a plan to stop."""

from __future__ import annotations

from collections.abc import Callable

from games.titles.quartz.rules import orders as o
from games.titles.quartz.rules.gems import joined, price, valuable
from games.titles.quartz.rules.plans.since import Since, attacked_lately
from games.titles.quartz.rules.public_view import others_in
from games.titles.quartz.rules.view import Sight


def my_worth(view: Sight) -> int:
    """Price the owner's cart as if it were sold now, what_crystal cards included."""
    if view.covered:
        return in_cart(view) + view.me.parked_count - view.me.parked_obsidian
    return price(valuable(joined(view.me.cart or {}, view.me.parked or {})), view.values)


def at_stake(view: Sight) -> int:
    """Price what an accident would cost: crystals on what_crystal cards are in no cart (QZ-24)."""
    return in_cart(view) if view.covered else price(valuable(view.me.cart or {}), view.values)


def in_cart(view: Sight) -> int:
    """Count the valuable crystals of a covered cart: its worth would show in whether the plan goes on."""
    return view.me.crystals - view.me.obsidian


def at_obsidian(view: Sight, stop: o.AtObsidian) -> bool:
    return view.me.obsidian > 0 and at_stake(view) >= stop.at_worth


def at_worth(view: Sight, stops: o.Stops, since: Since) -> o.Then:
    return stops.worth.then if stops.worth and my_worth(view) >= stops.worth.x else "go_on"


def when_attacked(view: Sight, stops: o.Stops, since: Since) -> o.Then:
    return stops.attacked.then if stops.attacked and attacked_lately(view, since) else "go_on"


def when_few(view: Sight, stops: o.Stops, since: Since) -> o.Then:
    return stops.inside.then if stops.inside and len(others_in(view)) < stops.inside.k else "go_on"


STOPS: dict[str, Callable[[Sight, o.Stops, Since], o.Then]] = {
    "worth": at_worth,
    "attacked": when_attacked,
    "inside": when_few,
}
