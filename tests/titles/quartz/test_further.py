"""A plan that has reached its limit is offered to go on, up to a dearer cart (QZ-75)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.titles.quartz.rules import orders as o
from games.titles.quartz.rules.orders import READY_MADE, Orders, Stops
from games.titles.quartz.rules.plans import consult
from games.titles.quartz.rules.plans.further import further
from games.titles.quartz.rules.view import Sight
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.positions import planned, position


def sight(cart: str) -> Sight:
    return position(4, carts={0: cart}).view(0)


WORTH = planned(o.MineLine(9), stops=Stops(worth=o.AtWorth(9)))
BOLD = Orders(plan=READY_MADE["bold"], sale="rule")


@qz("QZ-75")
@pytest.mark.parametrize(
    ("orders", "cart"),
    [(WORTH, "amber amber"), (BOLD, "amber amber obsidian"), (BOLD, "amber amber ruby ruby")],
)
def test_a_plan_at_its_limit_is_offered_to_go_on(orders: Orders, cart: str) -> None:
    here = sight(cart)
    assert orders.plan is not None
    stopped = consult(here, orders.plan, ())
    assert stopped in ("worth", "obsidian")
    found = further(here, orders, ())
    assert found is not None
    assert not isinstance(consult(here, found.orders.plan, ()), str), "it goes on from here"
    raised, limit = found.orders.plan.stops, found.says.params["limit"]
    assert limit == (raised.worth.x if stopped == "worth" else raised.obsidian.at_worth)


@qz("QZ-75")
def test_everything_else_that_was_saved_stays() -> None:
    found = further(sight("amber amber obsidian"), BOLD, ())
    assert found is not None
    assert replace(found.orders, plan=replace(found.orders.plan, stops=READY_MADE["bold"].stops)) == BOLD


@qz("QZ-75")
@pytest.mark.parametrize(
    ("orders", "cart"),
    [
        (Orders(), "amber amber obsidian"),
        (BOLD, "quartz"),
        (Orders(plan=READY_MADE["sleepwalker"]), "amber amber obsidian"),
        (planned(o.MineLine(9), stops=Stops(obsidian=None)), "amber amber obsidian"),
        (planned(stops=Stops(obsidian=None)), "amber"),
    ],
)
def test_nothing_is_offered_unless_a_limit_is_reached(orders: Orders, cart: str) -> None:
    assert further(sight(cart), orders, ()) is None
