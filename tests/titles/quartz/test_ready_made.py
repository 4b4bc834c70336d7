"""Plans laid by one press, and the standing orders that come with them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules.orders import READY_MADE, STANDING, Orders
from tests.titles.quartz.paragraphs import qz

each_plan = pytest.mark.parametrize("name", READY_MADE)


@qz("QZ-76")
def test_every_ready_made_plan_is_on_offer() -> None:
    assert QUARTZ.automation.ready_made.keys() == READY_MADE.keys()


@qz("QZ-76")
@each_plan
def test_orders_come_with_a_plan_where_none_are_laid(name: str) -> None:
    laid = QUARTZ.automation.ready_made[name](None)
    assert laid == replace(STANDING, plan=READY_MADE[name])
    assert QUARTZ.automation.ready_made[name](laid) == laid


@qz("QZ-76")
@each_plan
@pytest.mark.parametrize(
    "own", [Orders(), Orders(keep="ask"), Orders(token="never"), Orders(plan=READY_MADE["careful"])]
)
def test_no_order_that_was_laid_is_overwritten(name: str, own: Orders) -> None:
    assert QUARTZ.automation.ready_made[name](own) == replace(own, plan=READY_MADE[name])


@qz("QZ-76", "QZ-71", "QZ-72")
def test_what_comes_with_a_plan_leaves_nothing_but_the_turn_to_ask() -> None:
    assert all(getattr(STANDING, name) != "ask" for name in Orders.__struct_fields__)
