"""What is left of orders: what is over begins no second time when something else is laid beside it."""

from __future__ import annotations

from games.rules.kernel.fold import played
from games.rules.kernel.redaction import seen
from games.rules.kernel.seats import Seat
from games.titles.quartz_cards.rules import QUARTZ_CARDS
from games.titles.quartz_cards.rules import commands as c
from games.titles.quartz_cards.rules import orders as o
from tests.kit.given import Scene
from tests.titles.quartz_cards.paragraphs import qc
from tests.titles.quartz_cards.scenes import table


def left(scene: Scene, seat: int, orders: o.Orders, laid: int) -> o.Orders:
    """Say what is left of orders that were laid after that event."""
    told = [
        seen(QUARTZ_CARDS, record, Seat(seat), scene.table.table.options)
        for record in played(scene.table.records)
        if record.number > laid
    ]
    found: o.Orders = QUARTZ_CARDS.automation.left(scene.view(seat), orders, [one for one in told if one])
    return found


@qc("QC-14")
def test_an_ambush_that_has_struck_is_over_and_the_others_lurk_on() -> None:
    scene = table("", "", hands=("", "little_present little_present hand_it_over"), line="")
    laid = scene.table.table.number
    other, order = o.Ambush("hand_it_over"), o.Ambush("little_present", worth=3)
    orders = o.Orders(ambushes=(order, other), hire="never")
    assert left(scene, 1, orders, laid) == orders
    scene.when(0, c.DigOn(), chance=["emerald"]).when(1, c.Attack("little_present"), asked="ambush")
    assert left(scene, 1, orders, laid) == o.Orders(ambushes=(other,), hire="never")
    assert left(scene, 0, orders, laid) == orders, "somebody else has played it"


def test_a_plan_for_one_turn_is_over_after_it_and_one_for_every_turn_never() -> None:
    scene = table("", "", hands=("", ""))
    laid = scene.table.table.number
    once, ever = o.Orders(plan=o.Plan(cards=1)), o.Orders(plan=o.Plan(cards=1, for_="every_turn"))
    scene.when(0, c.Explore(), chance=["ruby 0"])
    assert left(scene, 0, once, laid) == once
    scene.when(0, c.Stop()).when(1, c.Explore(), chance=["ruby 0"]).when(1, c.Stop())
    assert left(scene, 0, once, laid) == o.Orders()
    assert left(scene, 0, ever, laid) == ever
