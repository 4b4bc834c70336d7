"""Standing orders and plans: what they do, and what stops them."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.kernel.redaction import seen_in
from games.rules.kernel.seats import PUBLIC, Seat
from games.titles.gnomes.rules import GNOMES
from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules import orders as o
from tests.kit.given import Scene
from tests.kit.reading import state
from tests.titles.gnomes.paragraphs import gn
from tests.titles.gnomes.scenes import table

AUTOMATION = GNOMES.automation


def since(scene: Scene, seat: int, start: int) -> Any:
    records = scene.table.records[start:]
    return seen_in(GNOMES, records, Seat(seat), scene.table.table.options)


def answer(scene: Scene, orders: o.Orders, seat: int = 0, start: int | None = None) -> Any:
    view = scene.view(seat)
    (asked,) = view.asked
    begun = len(scene.table.records) if start is None else start
    return AUTOMATION.answer(view, asked.question, orders, since(scene, seat, begun), False)


def follow(scene: Scene, orders: o.Orders, times: int) -> list[Any]:
    """Let a plan of the first seat act, some times."""
    start, acts = len(scene.table.records), []
    for _ in range(times):
        acts.append(answer(scene, orders, 0, start))
        if acts[-1] is not None:
            scene.when(0, acts[-1])
    return acts


@gn("GN-34")
def test_a_plan_makes_its_steps_one_after_the_other_then_does_the_rest() -> None:
    steps = (o.PlaceStep("0/0"), o.PlayStep("castle", "0/-1", 2), o.MoveStep("0/0>1/0"))
    scene = table("T0b E0b")
    done = follow(scene, o.Orders(plan=o.Plan(steps)), 4)
    assert done == [
        c.PlaceDwarf("0/0"),
        c.PlayKingdom("castle", "0/-1", 2),
        c.MoveDwarf("0/0>1/0"),
        c.FinishTurn(),
    ]


@gn("GN-34")
def test_a_plan_asks_where_it_says_so_and_once_its_owner_has_begun_otherwise() -> None:
    plan = o.Orders(plan=o.Plan((o.PlaceStep("0/0"),), then="ask"))
    assert follow(table("T0b E0b"), plan, 2) == [c.PlaceDwarf("0/0"), None]
    scene = table("T0b E0b")
    start = len(scene.table.records)
    scene.when(0, c.PlaceDwarf("1/0"))
    assert answer(scene, plan, 0, start) is None


@gn("GN-34")
@pytest.mark.parametrize("then", ["trade", "work", "build", "hunt"])
def test_the_rest_of_a_turn_may_be_a_whole_turn(then) -> None:
    scene = table("T0b E0b X2b")
    (command,) = follow(scene, o.Orders(plan=o.Plan(then=then)), 1)
    assert isinstance(command, c.TakeTurn) and command.aim == then


@gn("GN-34")
def test_after_steps_of_its_own_it_works_step_by_step() -> None:
    scene = table("T0b E0b")
    orders = o.Orders(plan=o.Plan((o.PlayStep("shop", "0/-1"),), then="work"))
    acts = follow(scene, orders, 4)
    assert acts == [
        c.PlayKingdom("shop", "0/-1", 0),
        c.PlaceDwarf("0/0"),
        c.PlaceDwarf("0/0"),
        c.FinishTurn(),
    ]
    assert state(scene).gems[0] == {"topaz": 1}  # the other one was over the hand limit


@gn("GN-34")
def test_a_plan_for_one_turn_ends_with_it() -> None:
    scene = table("T0b E0b")
    start = len(scene.table.records)
    scene.when(0, c.PlaceDwarf("0/0")).when(0, c.FinishTurn()).when(1, c.FinishTurn())
    once, always = (o.Orders(plan=o.Plan(then="work", for_=span)) for span in ("next_turn", "every_turn"))
    assert answer(scene, once, 0, start) is None
    assert AUTOMATION.left(scene.view(0), once, since(scene, 0, start)).plan is None
    assert isinstance(answer(scene, always, 0, start), c.TakeTurn)


@gn("GN-34")
@pytest.mark.parametrize(
    ("act", "stops", "why"),
    [
        (c.PlaceDwarf("0/0"), o.Stops(), "crowded"),
        (c.PlaceDwarf("1/0"), o.Stops(), None),
        (c.PlaceDwarf("0/0"), o.Stops(crowded=False), None),
        (c.Shove(0, "1/0>0/0"), o.Stops(), "crowded"),
        (c.Shove(0, "1/0>0/0"), o.Stops(crowded=False), None),
        (c.Bounce(0, "1/0", 1), o.Stops(ogre=True), "ogre"),
        (c.Bounce(0, "1/0", 1), o.Stops(), None),
        (c.ShowGoal(), o.Stops(goal=True), "goal"),
        (c.ShowGoal(), o.Stops(), None),
    ],
    ids=str,
)
def test_what_rivals_do_stops_a_plan_and_its_owner_is_warned(act, stops, why) -> None:
    scene = table(
        "T0b E0b+a",
        active=1,
        ogres=("", "bouncer shover"),
        secrets=("king", "hunter"),
        slain=("", "dragon dragon"),
        bought=("", "RD"),
    )
    start = len(scene.table.records)
    scene.when(1, act)
    orders = o.Orders(plan=o.Plan((o.PlaceStep("0/0"),), stops=stops))
    assert AUTOMATION.ahead(scene.view(0), orders, since(scene, 0, start)) == why
    told = seen_in(GNOMES, scene.table.records[start:], PUBLIC, scene.table.table.options)
    assert GNOMES.secrecy.public_ahead(scene.view(PUBLIC), Seat(0), orders, told) == why
    scene.when(1, c.FinishTurn())
    assert (answer(scene, orders, 0, start) is None) == (why is not None)


@gn("GN-34")
def test_ready_made_plans_bring_standing_orders_for_who_has_none() -> None:
    for lay in AUTOMATION.ready_made.values():
        assert lay(None).work == "by_itself"
        assert lay(o.Orders()).work == "ask"
        assert answer(table("T0b E0b"), lay(None)) is not None
    assert AUTOMATION.unplanned(AUTOMATION.ready_made["trader"](None)).plan is None


@gn("GN-10", "GN-34")
def test_a_standing_order_shows_a_goal_as_soon_as_it_is_met_in_anothers_turn_too() -> None:
    scene = table("C0a T0b C0b", secrets=("architect", "conqueror")).when(0, c.PlaceDwarf("1/0"))
    assert answer(scene, o.Orders(show="when_met"), 1) == c.ShowGoal()
    assert answer(scene, o.Orders(), 1) is None
    own = table("E0b", secrets=("hunter",), slain=("dragon dragon",))
    assert answer(own, o.Orders(show="when_met")) == c.ShowGoal()


@gn("GN-34")
def test_standing_orders_work_and_discard() -> None:
    scene = table("S0b+aaa", gems=("ruby emerald",)).when(0, c.Done())
    assert answer(scene, o.Orders(work="by_itself")) == c.FinishTurn()
    assert answer(scene, o.Orders()) is None
    scene = table("E0b", gems=("ruby",)).when(0, c.Done())
    assert answer(scene, o.Orders(discard="cheapest")) == c.DiscardCheapest()
    assert answer(scene, o.Orders()) is None
    (asked,) = scene.view(0).asked
    assert AUTOMATION.settling(scene.view(0), asked.question) == ({"discard": "cheapest"},)


@gn("GN-4", "GN-10", "GN-34")
def test_a_plan_with_the_order_to_show_lets_the_overseer_be_shown_before_the_work() -> None:
    plan = o.Plan((o.PlaceStep("1/0"),))
    cases: list[tuple[Any, str, list[Any]]] = [
        ("when_met", "overseer", [c.Done(), c.ShowGoal()]),
        ("when_met", "king", [c.FinishTurn()]),
        ("ask", "overseer", [c.FinishTurn()]),
    ]
    for show, secret, ends in cases:
        scene = table("R0b+aa T0b D0b+a X0b+aaa", secrets=(secret,))
        assert follow(scene, o.Orders(plan=plan, show=show), 1 + len(ends))[1:] == ends


def reason(scene: Scene, plan: o.Plan, start: int) -> Any:
    """Say why a plan of the first seat asks, to its owner and to an onlooker alike."""
    question = next(one for one in scene.table.questions().values() if one.kind == "act")
    told, orders = since(scene, 0, start), o.Orders(plan=plan)
    found = AUTOMATION.stopped(scene.view(0), question, orders, told)
    assert GNOMES.secrecy.public_stopped(scene.view(PUBLIC), question, orders, told) == found
    return found


@gn("GN-34")
def test_a_plan_that_asks_says_why() -> None:
    scene = table("T0b E0b")
    start = len(scene.table.records)
    assert reason(scene, o.Plan((o.PlaceStep("0/0"),)), start) is None
    assert reason(scene, o.Plan((o.PlaceStep("5/5"),)), start) == "void"
    assert reason(scene, o.Plan(then="ask"), start) == "rest"
    assert reason(table("R0b+bbbb", active=0), o.Plan(then="hunt"), start) is None  # it builds
    scene.when(0, c.PlaceDwarf("1/0"))
    assert reason(scene, o.Plan((o.PlaceStep("0/0"),)), start) == "begun"
    assert reason(scene, o.Plan((o.PlaceStep("1/0"),), then="ask"), start) == "rest"


@gn("GN-34")
def test_a_plan_tells_what_it_would_do_if_its_turn_came_now() -> None:
    scene = table("T0b E0b", active=1)
    start = len(scene.table.records)

    def planned(plan: o.Plan) -> Any:
        return AUTOMATION.planned(scene.view(0), o.Orders(plan=plan), since(scene, 0, start))

    assert planned(o.Plan((o.PlaceStep("0/0"),))) == c.PlaceDwarf("0/0")
    assert planned(o.Plan((o.PlaceStep("5/5"),))) is None
    assert isinstance(planned(o.Plan(then="work")), c.TakeTurn)
    scene.when(1, c.PlaceDwarf("0/0"))
    assert planned(o.Plan((o.PlaceStep("0/0"),))) is None  # a rival came there


@gn("GN-34")
def test_a_stopped_plan_can_go_on_past_what_stopped_it() -> None:
    scene = table("T0b E0b", active=1)
    start = len(scene.table.records)
    scene.when(1, c.PlaceDwarf("0/0")).when(1, c.FinishTurn())
    plan = o.Orders(plan=o.Plan((o.PlaceStep("0/0"),)))
    assert answer(scene, plan, 0, start) is None
    found: Any = AUTOMATION.further(scene.view(0), plan, since(scene, 0, start))
    assert answer(scene, found.orders, 0, start) == c.PlaceDwarf("0/0")
    void = o.Orders(plan=o.Plan((o.PlaceStep("5/5"),)))
    found = AUTOMATION.further(scene.view(0), void, since(scene, 0, start))
    assert isinstance(answer(scene, found.orders, 0, start), c.TakeTurn)
    assert AUTOMATION.further(scene.view(0), found.orders, since(scene, 0, start)) is None


@gn("GN-34")
def test_a_plan_for_one_turn_is_over_when_that_turn_is() -> None:
    scene = table("T0b E0b")
    start, plan = len(scene.table.records), o.Orders(plan=o.Plan((o.PlaceStep("0/0"),)))
    scene.when(0, c.PlaceDwarf("0/0"))
    assert AUTOMATION.left(scene.view(0), plan, since(scene, 0, start)).plan
    scene.when(0, c.FinishTurn())
    assert AUTOMATION.left(scene.view(0), plan, since(scene, 0, start)).plan is None
