"""Plans and standing orders at the edges: which turn they serve, what stops them, what is said of them."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.kernel.messages import Message
from games.rules.kernel.redaction import seen_in
from games.rules.kernel.seats import Seat
from games.titles.gnomes.rules import GNOMES
from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules import orders as o
from tests.kit.given import Scene
from tests.kit.reading import came
from tests.titles.gnomes.paragraphs import gn
from tests.titles.gnomes.scenes import table

AUTOMATION = GNOMES.automation
ROBOT = o.Plan(robot=True, for_="every_turn")
THERE = o.Plan((o.PlaceStep("0/0"),))
ALWAYS = o.Plan((o.PlaceStep("0/0"),), for_="every_turn")


def since(scene: Scene, start: int, seat: int = 0) -> Any:
    return seen_in(GNOMES, scene.table.records[start:], Seat(seat), scene.table.table.options)


def answer(scene: Scene, plan: o.Plan | None, start: int, **orders: Any) -> Any:
    view = scene.view(0)
    (asked,) = [one for one in view.asked if one.question.awaited]
    laid = o.Orders(plan=plan, **orders)
    return AUTOMATION.answer(view, asked.question, laid, since(scene, start), False)


def begun(scene: Scene) -> tuple[Scene, int]:
    return scene, len(scene.table.records)


# --- which turn


@gn("GN-34")
def test_a_plan_for_every_turn_is_followed_on_each_and_one_for_the_next_turn_once() -> None:
    scene, start = begun(table("T0b E0b", active=1))
    once = THERE
    scene.when(1, c.FinishTurn())
    for plan in (once, ALWAYS):
        assert answer(scene, plan, start) == c.PlaceDwarf("0/0")
    scene.when(0, c.PlaceDwarf("0/0"))
    for plan in (once, ALWAYS):
        assert answer(scene, plan, start) == c.FinishTurn()
    scene.when(0, c.FinishTurn()).when(1, c.FinishTurn())
    assert answer(scene, once, start) is None
    assert answer(scene, ALWAYS, start) == c.PlaceDwarf("0/0")


@gn("GN-34")
def test_a_plan_laid_in_the_middle_of_a_turn_serves_this_turn() -> None:
    scene = table("T0b E0b").when(0, c.PlaceDwarf("1/0"))
    start = len(scene.table.records)
    assert answer(scene, THERE, start) == c.PlaceDwarf("0/0")
    scene.when(0, c.PlaceDwarf("0/0")).when(0, c.FinishTurn()).when(1, c.FinishTurn())
    assert answer(scene, THERE, start) is None


@gn("GN-34")
def test_a_plan_laid_as_the_own_turn_ends_waits_for_the_next_one() -> None:
    scene = table("C2a+aa R0b/E0b").when(0, c.Done())
    start = len(scene.table.records)
    scene.when(0, c.Rest("0/0")).when(1, c.FinishTurn())
    assert answer(scene, THERE, start) == c.PlaceDwarf("0/0")


@gn("GN-34")
@pytest.mark.parametrize(
    ("step", "command"),
    [
        (o.PlayStep("tavern", "1/1", 3), c.PlayKingdom("tavern", "1/1", 3)),
        (o.PlaceStep("1/0"), c.PlaceDwarf("1/0")),
        (o.MoveStep("0/0>1/0"), c.MoveDwarf("0/0>1/0")),
    ],
    ids=str,
)
def test_each_step_is_played_as_it_was_laid_and_counts_as_made(step: Any, command: Any) -> None:
    scene, start = begun(table("T0b+a E0b"))
    plan = o.Plan((step, o.PlaceStep("0/0")))
    assert answer(scene, plan, start) == command
    assert answer(scene.when(0, command), plan, start) == c.PlaceDwarf("0/0")


# --- what stops it


@gn("GN-34")
@pytest.mark.parametrize(
    ("ogre", "act", "stopped"),
    [
        ("bouncer", c.Bounce(0, "0/0", 1), True),
        ("bouncer", c.Bounce(2, "1/0", 1), False),
        ("shover", c.Shove(0, "0/0>1/0"), True),
        ("shover", c.Shove(2, "1/0>0/0"), False),
        ("thief", c.StealGem(0), True),
        ("thief", c.StealGem(2), False),
        ("sharp", c.StealOgre(0), True),
        ("sharp", c.StealOgre(2), False),
        ("changer", c.Swap(0, 2, "0/0>1/0"), True),
        ("changer", c.Swap(0, 1, "0/0>1/0"), True),
        ("changer", c.Swap(1, 2, "0/0>1/0"), False),
    ],
    ids=str,
)
def test_an_ogre_stops_the_plan_of_whoever_suffers_from_it(ogre: str, act: Any, stopped: bool) -> None:
    hands = ("bouncer", ogre, "bouncer")
    scene, start = begun(table("T0b+ab E0b+bc", seats=3, active=1, ogres=hands, gems=("ruby", "", "ruby")))
    chance = {"thief": ["ruby"], "sharp": ["bouncer"]}.get(ogre, [])
    assert came(scene.when(1, act, chance=chance))
    plan = o.Plan((o.PlaceStep("5/5"),), stops=o.Stops(ogre=True))
    orders = o.Orders(plan=plan)
    assert AUTOMATION.ahead(scene.view(0), orders, since(scene, start)) == ("ogre" if stopped else None)


@gn("GN-34")
def test_an_ogre_one_plays_oneself_stops_nothing() -> None:
    scene, start = begun(table("T0b+ab E0b", ogres=("changer",)))
    scene.when(0, c.Swap(0, 1, "0/0>0/0")).when(0, c.PlaceDwarf("1/0"))
    plan = o.Plan((o.PlaceStep("1/0"), o.PlaceStep("0/0")), stops=o.Stops(ogre=True))
    assert answer(scene, plan, start) == c.PlaceDwarf("0/0")


@gn("GN-34")
@pytest.mark.parametrize(
    ("act", "stopped"),
    [
        (c.PlaceDwarf("1/0"), True),
        (c.MoveDwarf("0/0>1/0"), True),
        (c.PlayKingdom("topaz_mine", "1/0"), True),
        (c.PlaceDwarf("0/0"), False),
        (c.MoveDwarf("0/0>0/1"), False),
    ],
    ids=str,
)
def test_a_rival_who_comes_to_a_place_of_the_plan_stops_it(act: Any, stopped: bool) -> None:
    scene, start = begun(table("E0b .\nR2b+b E1b", active=1))
    assert came(scene.when(1, act))
    for step in (o.PlaceStep("1/0"), o.MoveStep("0/0>1/0"), o.PlayStep("topaz_mine", "1/0")):
        orders = o.Orders(plan=o.Plan((step,)))
        told = AUTOMATION.ahead(scene.view(0), orders, since(scene, start))
        assert told == ("crowded" if stopped else None)


@gn("GN-34")
def test_what_happened_before_the_own_last_turn_stops_nothing_any_more() -> None:
    scene, start = begun(table("T0b E0b", active=1))
    scene.when(1, c.PlaceDwarf("0/0")).when(1, c.FinishTurn()).when(0, c.FinishTurn())
    orders = o.Orders(plan=ALWAYS)
    assert AUTOMATION.ahead(scene.view(0), orders, since(scene, start)) is None
    scene.when(1, c.PlaceDwarf("0/0"))
    assert AUTOMATION.ahead(scene.view(0), orders, since(scene, start)) == "crowded"


@gn("GN-20", "GN-34")
@pytest.mark.parametrize(("bought", "stopped"), [("TTR", True), ("", False)])
def test_a_rival_who_buys_a_second_goal_stops_a_plan_that_minds(bought: str, stopped: bool) -> None:
    drawn, row = "S0b+bbb T0b", ("RE", "EED", "RDDTT")
    hands = ("", "ruby emerald")
    scene, start = begun(table(drawn, seats=3, active=1, gems=hands, bought=("", bought), row=row))
    assert came(scene.when(1, c.Done()).when(1, c.Buy("0/0", "RE"), chance=["RD"]))
    for minds, why in ((True, "goal" if stopped else None), (False, None)):
        plan = o.Plan((o.PlaceStep("1/0"),), stops=o.Stops(goal=minds))
        assert AUTOMATION.ahead(scene.view(0), o.Orders(plan=plan), since(scene, start)) == why


@gn("GN-34")
def test_nothing_is_said_ahead_in_the_own_turn_after_the_end_or_without_a_plan() -> None:
    scene, start = begun(table("T0b E0b", active=1))
    scene.when(1, c.PlaceDwarf("0/0"))
    seen = since(scene, start)
    assert AUTOMATION.ahead(scene.view(0), o.Orders(), seen) is None
    assert AUTOMATION.ahead(scene.view(1), o.Orders(plan=ALWAYS), seen) is None
    scene.when(1, c.FinishTurn())
    assert AUTOMATION.ahead(scene.view(0), o.Orders(plan=ALWAYS), since(scene, start)) is None
    assert AUTOMATION.planned(scene.view(0), o.Orders(plan=ALWAYS), since(scene, start)) is None


# --- what it does then


@gn("GN-34")
@pytest.mark.parametrize(
    ("drawn", "then", "command"),
    [
        ("T0b", "work", c.TakeTurn("work", "+0/0 +0/0")),
        ("T0b", "build", c.TakeTurn("trade", "castle@1/0:0 +0/0 +0/0")),  # no other turn builds
        ("T0b", "hunt", c.TakeTurn("trade", "castle@1/0:0 +0/0 +0/0")),
        ("T0b", "finish", c.FinishTurn()),
        ("T0b", "ask", None),
        ("X0b", "hunt", c.TakeTurn("hunt", "+0/0 +0/0 +0/0")),
    ],
    ids=str,
)
def test_the_rest_of_the_turn_is_a_whole_turn_of_its_aim_or_the_next_best(
    drawn: str, then: Any, command: Any
) -> None:
    scene, start = begun(table(drawn))
    assert answer(scene, o.Plan(then=then), start) == command


@gn("GN-34")
def test_without_a_turn_to_make_there_is_work_to_finish_or_a_question() -> None:
    built = "C0a T0a R0a E0a D0a S0a V0a X0a"
    gone = table(built + "+aaaaa T0c+aa", seats=3, slain=("ice_giant",), row=())
    assert answer(gone, o.Plan(then="work"), len(gone.table.records)) == c.FinishTurn()
    idle = table(built + "+aaaa T0c+a R0c+aa", seats=3, slain=("ice_giant",), row=())
    assert answer(idle, o.Plan(then="work"), len(idle.table.records)) is None


@gn("GN-34")
def test_a_robot_plays_by_itself_and_says_nothing_of_its_plans() -> None:
    scene, start = begun(table("T0b", active=1))
    assert AUTOMATION.planned(scene.view(0), o.Orders(plan=ROBOT), since(scene, start)) is None
    assert AUTOMATION.further(scene.view(0), o.Orders(plan=ROBOT), since(scene, start)) is None
    scene.when(1, c.PlaceDwarf("0/0")).when(1, c.FinishTurn())
    (asked,) = scene.view(0).asked
    told = AUTOMATION.stopped(scene.view(0), asked.question, o.Orders(plan=ROBOT), since(scene, start))
    assert told is None
    assert isinstance(answer(scene, ROBOT, start), c.PlayKingdom)
    working = table("T0a+aa X0b+aaaaa").when(0, c.Done())
    assert answer(working, ROBOT, len(working.table.records)) == c.Work("1/0")
    over = o.Plan(robot=True)
    start = len(working.table.records)
    working.when(0, c.FinishTurn()).when(1, c.FinishTurn())
    assert answer(working, over, start) is not None


@gn("GN-34")
def test_the_next_turn_is_told_as_if_it_began_now() -> None:
    scene, start = begun(table("C0a E0b", active=1, ogres=("", "shover"), seats=2))
    scene.when(1, c.PlaceDwarf("1/0")).when(1, c.Shove(1, "1/0>0/0"))
    four = o.Orders(plan=o.Plan((), then="work"))
    told = AUTOMATION.planned(scene.view(0), four, since(scene, start))
    assert isinstance(told, c.TakeTurn)
    working = (
        table("T0a+aa C2b+bb R0b/E0b V0b+bb", active=1)
        .when(1, c.Done())
        .when(1, c.Work("3/0"), chance=["thief"])
    )
    start = len(working.table.records)
    assert AUTOMATION.planned(
        working.view(0), o.Orders(plan=o.Plan((o.PlaceStep("0/0"),))), since(working, start)
    ) == (c.PlaceDwarf("0/0"))


@gn("GN-34")
def test_a_plan_goes_on_past_each_thing_that_stops_it_one_at_a_time() -> None:
    scene, start = begun(table("T0b+a E0b", active=1, ogres=("", "bouncer")))
    scene.when(1, c.PlaceDwarf("0/0")).when(1, c.Bounce(0, "0/0", 1))
    stops = o.Stops(crowded=True, ogre=True, goal=True)
    orders = o.Orders(plan=o.Plan((o.PlaceStep("0/0"),), stops=stops))
    first: Any = AUTOMATION.further(scene.view(0), orders, since(scene, start))
    assert (first.says, first.orders.plan.stops) == (Message("further"), o.Stops(False, True, True))
    second: Any = AUTOMATION.further(scene.view(0), first.orders, since(scene, start))
    assert second.orders.plan.stops == o.Stops(False, False, True)
    assert AUTOMATION.further(scene.view(0), second.orders, since(scene, start)) is None
    assert AUTOMATION.further(scene.view(0), o.Orders(), since(scene, start)) is None


@gn("GN-34")
def test_a_step_that_cannot_be_made_is_left_out_with_the_rest_and_the_turn_is_worked() -> None:
    scene, start = begun(table("T0b E0b"))
    void = o.Orders(plan=o.Plan((o.PlaceStep("5/5"),), then="ask"), show="when_met")
    found: Any = AUTOMATION.further(scene.view(0), void, since(scene, start))
    assert found.says == Message("further.void")
    assert (found.orders.plan.steps, found.orders.plan.then, found.orders.show) == ((), "work", "when_met")
    assert AUTOMATION.further(scene.view(1), void, since(scene, start, 1)) is None  # not in another's turn


@gn("GN-34")
def test_ready_made_plans_serve_every_turn_and_trade_build_or_leave_it_to_the_robot() -> None:
    laid = {name: lay(None).plan for name, lay in AUTOMATION.ready_made.items()}
    careful = o.Stops(goal=True)
    assert laid == {
        "trader": o.Plan(then="trade", stops=careful, for_="every_turn"),
        "builder": o.Plan(then="build", stops=careful, for_="every_turn"),
        "steward": ROBOT,
    }
    own = o.Orders(work="by_itself")
    assert AUTOMATION.ready_made["steward"](own) == o.Orders(plan=ROBOT, work="by_itself")
    assert AUTOMATION.unplanned(o.Orders(plan=ROBOT, work="by_itself")) == own


@gn("GN-34")
def test_which_order_would_settle_a_question_from_now_on() -> None:
    for drawn, gems, settling in (
        ("S0b+aaa", ("ruby emerald",), ({"work": "by_itself"},)),
        ("E0b", ("ruby",), ({"discard": "cheapest"},)),
    ):
        scene = table(drawn, gems=gems).when(0, c.Done())
        (asked,) = [one for one in scene.view(0).asked if one.question.awaited]
        assert AUTOMATION.settling(scene.view(0), asked.question) == settling
    scene = table("E0b")
    (asked,) = [one for one in scene.view(0).asked if one.question.awaited]
    assert AUTOMATION.settling(scene.view(0), asked.question) == ()
