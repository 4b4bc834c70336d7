"""Where plans end, and what they do when little is left to do."""

from __future__ import annotations

from typing import Any

from games.rules.kernel.redaction import seen_in
from games.rules.kernel.seats import PUBLIC, Seat
from games.titles.gnomes.rules import GNOMES
from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules import orders as o
from tests.kit.given import Scene
from tests.titles.gnomes.paragraphs import gn
from tests.titles.gnomes.scenes import table

AUTOMATION = GNOMES.automation


def since(scene: Scene, start: int) -> Any:
    return seen_in(GNOMES, scene.table.records[start:], Seat(0), scene.table.table.options)


def answer(scene: Scene, orders: o.Orders, start: int | None = None) -> Any:
    begun = len(scene.table.records) if start is None else start
    (asked,) = [one for one in scene.view(0).asked if one.question.awaited]
    return AUTOMATION.answer(scene.view(0), asked.question, orders, since(scene, begun), False)


@gn("GN-34")
def test_a_plan_whose_turn_has_passed_gives_no_reason_why_it_asks() -> None:
    scene = table("T0b E0b")
    start = len(scene.table.records)
    scene.when(0, c.PlaceDwarf("0/0")).when(0, c.FinishTurn()).when(1, c.FinishTurn())
    (question,) = [one for one in scene.table.questions().values() if one.awaited]
    once = o.Orders(plan=o.Plan((o.PlaceStep("5/5"),)))
    assert AUTOMATION.stopped(scene.view(0), question, once, since(scene, start)) is None
    again = o.Orders(plan=o.Plan((o.PlaceStep("5/5"),), for_="every_turn"))
    assert AUTOMATION.stopped(scene.view(0), question, again, since(scene, start)) == "void"


@gn("GN-20", "GN-34")
def test_a_rival_who_met_two_goals_before_stops_nothing_by_other_actions() -> None:
    scene = table("T0b E0b", seats=3, active=1, bought=("", "RD TTR"))
    start = len(scene.table.records)
    scene.when(1, c.PlaceDwarf("0/0"))
    orders = o.Orders(plan=o.Plan((o.PlaceStep("1/0"),), stops=o.Stops(goal=True)))
    assert AUTOMATION.ahead(scene.view(0), orders, since(scene, start)) is None


@gn("GN-34")
def test_with_nothing_to_trade_or_to_work_a_card_is_built() -> None:
    scene = table("C0a S0b", row=())
    for then in ("work", "hunt", "trade"):
        found = answer(scene, o.Orders(plan=o.Plan(then=then)))
        assert (found.aim, found.steps.split("@")[0]) == ("build", "ruby_mine")


@gn("GN-34")
def test_the_robot_works_too_in_the_turn_it_was_left_to_and_not_in_a_later_one() -> None:
    scene = table("T0a+aa X0b+aaaa", needs={"dragon": 4})
    start = len(scene.table.records)
    scene.when(0, c.Done())
    once = o.Orders(plan=o.Plan(robot=True))
    assert answer(scene, once, start) == c.Work("1/0")
    later = table("T0b E0b")
    start = len(later.table.records)
    later.when(0, c.PlaceDwarf("0/0")).when(0, c.FinishTurn()).when(1, c.FinishTurn())
    assert answer(later, once, start) is None


@gn("GN-31", "GN-33")
def test_everybody_knows_what_happens_in_silence() -> None:
    scene = table("E0b", gems=("ruby",))
    questions = [one for one in scene.table.questions().values() if one.awaited]
    scene.when(0, c.Done())
    questions += [one for one in scene.table.questions().values() if one.awaited]
    assert GNOMES.secrecy.public_silence is not None
    told = [GNOMES.secrecy.public_silence(scene.view(PUBLIC), one) for one in questions]
    assert told == [c.FinishTurn(), c.DiscardCheapest()]


@gn("GN-34")
def test_all_of_a_turn_is_made_step_by_step_once_it_has_begun() -> None:
    scene = table("C0a T0b E0b", row=())
    start = len(scene.table.records)
    plan = o.Orders(plan=o.Plan((o.PlaceStep("2/0"),), then="work"))
    made = []
    for _ in range(5):
        made.append(answer(scene, plan, start))
        scene.when(0, made[-1])
    placed = [c.PlaceDwarf("2/0"), c.PlaceDwarf("1/0"), c.PlaceDwarf("1/0"), c.PlaceDwarf("2/0")]
    assert made == [*placed, c.FinishTurn()]


@gn("GN-34")
def test_neither_the_robot_nor_a_plan_that_is_over_goes_on_past_anything() -> None:
    scene = table("T0b+a E0b", active=1, ogres=("", "bouncer"))
    start = len(scene.table.records)
    scene.when(1, c.Bounce(0, "0/0", 1))
    minds = o.Stops(ogre=True)
    for plan, offered in ((o.Plan(robot=True, stops=minds), False), (o.Plan(stops=minds), True)):
        found = AUTOMATION.further(scene.view(0), o.Orders(plan=plan), since(scene, start))
        assert (found is not None) == offered
    over = table("T0b+a E0b", ogres=("", "bouncer"))
    start = len(over.table.records)
    over.when(0, c.PlaceDwarf("0/0")).when(0, c.FinishTurn()).when(1, c.Bounce(0, "0/0", 1))
    assert AUTOMATION.further(over.view(0), o.Orders(plan=o.Plan(stops=minds)), since(over, start)) is None
