"""Standing orders and plans: what they answer, and when they leave it to their owner."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.kernel.events import Command
from games.rules.kernel.messages import Seen
from games.rules.kernel.redaction import seen_in
from games.rules.kernel.seats import PUBLIC, Reader, Seat
from games.titles.gem_edge.rules import GEM_EDGE
from games.titles.gem_edge.rules import commands as c
from games.titles.gem_edge.rules import orders as o
from tests.kit.given import Scene
from tests.titles.gem_edge.paragraphs import ge
from tests.titles.gem_edge.scenes import ZERO, table


def since(scene: Scene, seat: int, number: int) -> list[Seen]:
    later = [record for record in scene.table.records if record.number > number]
    return seen_in(GEM_EDGE, later, Seat(seat), scene.table.table.options)


def answered(scene: Scene, seat: int, orders: o.Orders, *, laid: int | None = None) -> Command | None:
    """Say how orders answer a seat's first question; laid after event `laid`, or just now."""
    question = next(one for one in scene.table.questions().values() if one.seat == seat)
    told = since(scene, seat, scene.table.table.number if laid is None else laid)
    return GEM_EDGE.automation.answer(scene.view(seat), question, orders, told, False)


# --- not so fast


def attacked(hand: str = "not_so_fast", **options: Any) -> Scene:
    scene = table("red", "blue", "", hands=("swap_stone", hand, "not_so_fast"), **options)
    return scene.when(0, c.SwapStone(1, "red", "blue"))


@ge("GE-20")
@pytest.mark.parametrize(
    ("orders", "answer"),
    [
        (o.Orders(), None),
        (o.Orders(not_so_fast="never"), c.LetPass()),
        (o.Orders(not_so_fast="against_me"), c.NotSoFast()),
        (o.Orders(not_so_fast="anybody"), c.NotSoFast()),
        (o.Orders(not_so_fast="anybody", spared=(o.Spared("swap_stone"),)), c.LetPass()),
        (o.Orders(not_so_fast="anybody", spared=(o.Spared("tip_out"),)), c.NotSoFast()),
    ],
)
def test_an_order_answers_in_place_of_the_question(orders: o.Orders, answer: Command | None) -> None:
    assert answered(attacked(), 1, orders) == answer


@ge("GE-21")
def test_an_order_answers_held_or_not() -> None:
    assert answered(attacked("tip_out"), 1, o.Orders(not_so_fast="against_me")) == c.LetPass()


@ge("GE-11", "GE-20")
@pytest.mark.parametrize("use", ["against_me", "anybody"])
@pytest.mark.parametrize(("left", "answer"), [(" not_so_fast", c.NotSoFast()), (" tip_out", c.LetPass())])
def test_who_has_cancelled_by_order_is_answered_for_again_in_the_same_chain(
    use: Any, left: str, answer: Command
) -> None:
    scene = table("red", "blue", hands=("swap_stone not_so_fast", f"not_so_fast{left}"))
    scene.when(0, c.SwapStone(1, "red", "blue")).when(1, c.NotSoFast()).when(0, c.NotSoFast())
    assert scene.asked(1) == ["cancel"]
    assert answered(scene, 1, o.Orders(not_so_fast=use)) == answer


@ge("GE-11", "GE-20")
@pytest.mark.parametrize("left", ["not_so_fast", "tip_out"])
def test_so_is_who_has_cancelled_a_card_against_somebody_else(left: str) -> None:
    hands = ("swap_stone not_so_fast", "tip_out", f"not_so_fast {left}")
    scene = table("red", "blue", "", hands=hands)
    scene.when(0, c.SwapStone(1, "red", "blue")).when(1, c.LetPass()).when(2, c.NotSoFast())
    assert scene.asked(0) == ["cancel"], "it was their card"
    scene.when(0, c.NotSoFast())
    answer = c.NotSoFast() if left == "not_so_fast" else c.LetPass()
    assert answered(scene, 2, o.Orders(not_so_fast="anybody")) == answer


@ge("GE-20")
@pytest.mark.parametrize(("use", "answer"), [("anybody", c.NotSoFast()), ("against_me", None), ("ask", None)])
def test_lightly_only_orders_against_anybody_strike_for_others(use: str, answer: Command | None) -> None:
    scene = attacked().when(1, c.LetPass())
    assert answered(scene, 2, o.Orders(not_so_fast=use)) == answer  # type: ignore[arg-type]


@ge("GE-20")
def test_an_order_against_me_lets_what_is_against_others_happen() -> None:
    assert answered(attacked(windows="full"), 2, o.Orders(not_so_fast="against_me")) == c.LetPass()


# --- me too

RED = o.Colours(green=False, yellow=False, blue=False)


@ge("GE-20")
@pytest.mark.parametrize(
    ("slide", "orders", "answer"),
    [
        ("blue red", o.Orders(me_too_take=RED), c.MeTooTake()),
        ("blue green", o.Orders(me_too_take=RED), None),
        ("blue red", o.Orders(), None),
    ],
)
def test_a_stone_of_the_colours_named_is_taken_too(
    slide: str, orders: o.Orders, answer: Command | None
) -> None:
    scene = table("", "", hands=("", "me_too_take"), slide=slide)
    scene.when(0, c.Take(), chance=["blue"])
    assert answered(scene, 1, orders) == answer


@ge("GE-20")
def test_fully_the_order_names_its_colours_and_answers_held_or_not() -> None:
    for hand, answer in (("me_too_take", c.MeTooTake(["red"])), ("tip_out", c.LetPass())):
        scene = table("", "", hands=("", hand), slide="blue green", windows="full")
        scene.when(0, c.Take(), chance=["blue"])
        assert answered(scene, 1, o.Orders(me_too_take=RED)) == answer
        assert answered(scene, 1, o.Orders(copying="pass")) == c.LetPass()
        assert answered(scene, 1, o.Orders()) is None


@ge("GE-20")
@pytest.mark.parametrize(
    ("pieces", "use", "answer"),
    [
        ("pair_rg:green trio_rgb", "finish", c.MeTooInsert("red", "pair_rg")),
        ("pair_rg:green trio_rgb", "feed", c.MeTooInsert("red", "pair_rg")),
        ("trio_rgb ring_blue", "feed", c.MeTooInsert("red", "trio_rgb")),
        ("trio_rgb ring_blue", "finish", None),
        ("pair_rg:green trio_rgb", "ask", None),
    ],
)
def test_a_stone_is_inserted_too(pieces: str, use: str, answer: Command | None) -> None:
    scene = table("blue", "red", pieces=("ring_green rainbow_ring", pieces), hands=("", "me_too_insert"))
    scene.when(0, c.Insert("blue", "rainbow_ring"))
    assert answered(scene, 1, o.Orders(me_too_insert=use)) == answer  # type: ignore[arg-type]


@ge("GE-10")
def test_the_cards_drawn_last_may_go_by_order() -> None:
    scene = table("", "", hands=("tip_out tip_out pry_out pry_out",))
    scene.when(0, c.Draw(), chance=["swap_stone"])
    assert answered(scene, 0, o.Orders(dropping="last")) == c.Drop(["swap_stone"])
    assert answered(scene, 0, o.Orders()) is None


# --- plans


def plan(*lines: o.Line, **more: object) -> o.Orders:
    return o.Orders(plan=o.Plan(lines=lines, **more))  # type: ignore[arg-type]


@ge("GE-25")
@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (o.InsertLine(), c.Insert("red", "ring_red")),
        (o.TakeLine(), c.Take()),
        (o.TakeLine(green=False), None),
        (o.DiscardLine(red=True), c.Discard("red")),
        (o.DiscardLine(blue=True), None),
        (o.DrawLine(), c.Draw()),
        (o.DeftHandsLine(), c.DeftHands("red", "ring_red", "red", "ring_red")),
        (o.PickThroughLine(), c.PickThrough(["red"], ["green", "yellow"])),
    ],
)
def test_each_line_does_what_it_says(line: o.Line, answer: Command | None) -> None:
    scene = table(
        "red red",
        "",
        pieces=("ring_red necklace_blue ring_blue",),
        hands=("deft_hands pick_through",),
        slide="green yellow red",
    )
    assert answered(scene, 0, plan(line)) == answer


@ge("GE-25")
def test_the_first_line_that_can_be_done_is_done() -> None:
    scene = table("", "", slide="green")
    assert answered(scene, 0, plan(o.InsertLine(), o.TakeLine(), o.DrawLine())) == c.Take()
    assert answered(scene, 0, plan()) is None


@ge("GE-25")
@pytest.mark.parametrize(("policy", "answer"), [("at_once", True), ("two", False), ("three", False)])
def test_blue_ornaments_may_wait_for_a_set(policy: str, answer: bool) -> None:
    scene = table("", "", pieces=("ring_red:red,red",))
    scene.when(0, c.DrawTwo(), chance=["tip_out", "pry_out"])
    wanted = c.HandIn(["ring_red"]) if answer else c.EndTurn()
    assert answered(scene, 0, plan(hand_in=policy)) == wanted


@ge("GE-25", "GE-7")
def test_a_brown_one_never_waits() -> None:
    scene = table("", "", pieces=("ring_red:red,red pair_rg:red,green",))
    assert answered(scene, 0, plan(hand_in="three")) == c.HandIn(["pair_rg"])


@ge("GE-25")
@pytest.mark.parametrize(
    ("wanted", "taken"),
    [(None, "necklace_yellow"), (o.Colours(green=False, yellow=False, blue=False), "bracelet_red")],
)
def test_the_market_is_chosen_from_by_points_a_stone_and_colours(
    wanted: o.Colours | None, taken: str
) -> None:
    market = "rainbow_ring bracelet_red necklace_yellow ring_blue"
    scene = table("", "", pieces=("ring_red:red,red",), market=market)
    scene.when(0, c.HandIn(["ring_red"]))
    assert answered(scene, 0, plan(market=wanted)) == c.Choose(taken)


@ge("GE-25")
@pytest.mark.parametrize(
    ("stops", "asks"),
    [(o.Stops(rival=15), True), (o.Stops(rival=16), False), (o.Stops(rival=None), False)],
)
def test_it_stops_when_a_rival_is_near_the_goal(stops: o.Stops, asks: bool) -> None:
    scene = table("", "", points=(0, 15))
    orders = plan(o.TakeLine(), stops=stops)
    assert (answered(scene, 0, orders) is None) == asks
    told = GEM_EDGE.automation.ahead(scene.view(0), orders, [])
    assert told == ("rival" if asks else None)
    assert GEM_EDGE.secrecy.public_ahead(scene.view(PUBLIC), Seat(0), orders, []) == told


@ge("GE-25")
def test_it_stops_when_its_owner_was_attacked() -> None:
    scene = table("red", "blue", hands=("swap_stone", ""))
    laid = scene.table.table.number
    scene.when(0, c.SwapStone(1, "red", "blue")).when(0, c.Draw(), chance=["tip_out"])
    assert answered(scene, 1, plan(o.TakeLine()), laid=laid) is None
    careless = plan(o.TakeLine(), stops=o.Stops(attacked=False))
    assert answered(scene, 1, careless, laid=laid) == c.Take()


@ge("GE-25")
def test_it_stops_when_an_ornament_is_finished() -> None:
    scene = table("", "", pieces=("ring_red:red,red",))
    assert answered(scene, 0, plan(o.TakeLine(), stops=o.Stops(finished=True))) is None


@ge("GE-25")
def test_a_plan_for_one_turn_serves_one_turn() -> None:
    scene = table("", "", slide="green")
    laid = scene.table.table.number
    scene.when(0, c.Take(), chance=["blue"])
    orders = plan(o.TakeLine())
    assert answered(scene, 0, orders, laid=laid) == c.Take()
    scene.when(0, c.Take(), chance=["blue"]).when(1, c.DrawTwo(), chance=["tip_out", "pry_out"])
    assert answered(scene, 0, orders, laid=laid) is None
    assert GEM_EDGE.automation.left(scene.view(0), orders, since(scene, 0, laid)).plan is None
    forever = plan(o.TakeLine(), for_="every_turn")
    assert answered(scene, 0, forever, laid=laid) == c.Take()


@ge("GE-25")
@pytest.mark.parametrize("name", o.READY_MADE_ORDERS)
def test_a_ready_made_plan_plays_whole_turns(name: str) -> None:
    scene = table("", "", slide="green", points=(0, 0))
    orders = o.READY_MADE_ORDERS[name](None)
    assert orders.not_so_fast == "against_me"
    assert answered(scene, 0, orders) == c.Take()
    kept = o.READY_MADE_ORDERS[name](o.Orders(not_so_fast="never"))
    assert (kept.not_so_fast, o.unplanned(kept).plan) == ("never", None)


@ge("GE-25")
@pytest.mark.parametrize(
    ("name", "answer"), [("careful", None), ("steady", c.Discard("red")), ("collector", c.Discard("red"))]
)
def test_with_a_full_cart_that_fits_nowhere_and_a_full_hand_it_makes_room(
    name: str, answer: Command | None
) -> None:
    pieces = ("ring_blue ring_green ring_yellow",)
    scene = table("red red red", "", pieces=pieces, hands=("tip_out tip_out pry_out pry_out",))
    assert answered(scene, 0, o.READY_MADE_ORDERS[name](None)) == answer


# --- why a plan has stopped, what it does next, and how it goes on


def why_stopped(scene: Scene, orders: o.Orders, reader: Reader = ZERO) -> str | None:
    """Say why a plan of seat 0, saved just now, asks, as its owner or an onlooker sees it."""
    question = next(one for one in scene.table.questions().values() if one.seat == 0)
    told = GEM_EDGE.automation.stopped if reader == ZERO else GEM_EDGE.secrecy.public_stopped
    return told(scene.view(reader), question, orders, [])


@ge("GE-25")
@pytest.mark.parametrize(
    ("orders", "reason"),
    [
        (plan(o.TakeLine()), "rival"),
        (plan(o.TakeLine(), stops=o.Stops(rival=None)), None),
        (plan(o.TakeLine(), stops=o.Stops(rival=None, finished=True)), "finished"),
        (plan(o.DiscardLine(blue=True), hand_in="two", stops=o.Stops(rival=None)), "spent"),
        (o.Orders(), None),
    ],
)
def test_it_says_why_it_has_stopped(orders: o.Orders, reason: str | None) -> None:
    scene = table("", "", points=(0, 15), pieces=("ring_red:red,red",))
    assert why_stopped(scene, orders) == reason == why_stopped(scene, orders, PUBLIC)


@ge("GE-24", "GE-25")
@pytest.mark.parametrize("hand", ["pick_through", "tip_out"])
def test_an_email_without_the_hand_is_silent_about_cards_that_a_plan_would_play(hand: str) -> None:
    scene = table("red red red", "", pieces=("ring_blue ring_green ring_yellow",), hands=(hand,))
    orders = plan(o.PickThroughLine())
    assert why_stopped(scene, orders) == "spent"
    assert why_stopped(scene, orders, PUBLIC) is None


@ge("GE-25")
def test_it_says_what_it_does_next_unless_its_owner_is_asked_already() -> None:
    scene = table("", "red", pieces=("", "ring_red"), slide="green")
    orders = plan(o.InsertLine(), o.TakeLine())
    assert GEM_EDGE.automation.planned(scene.view(1), orders, []) == c.Insert("red", "ring_red")
    assert GEM_EDGE.automation.planned(scene.view(0), orders, []) is None
    assert GEM_EDGE.automation.planned(scene.view(1), o.Orders(), []) is None


@ge("GE-25")
@pytest.mark.parametrize("stops", [o.Stops(), o.Stops(finished=True), o.Stops(rival=None, finished=True)])
def test_a_plan_that_has_stopped_can_go_on(stops: o.Stops) -> None:
    scene = table("", "", points=(0, 15), pieces=("ring_red:red,red",))
    orders = plan(o.TakeLine(), stops=stops)
    assert answered(scene, 0, orders) is None
    found = GEM_EDGE.automation.further(scene.view(0), orders, [])
    assert found is not None and found.says.key in GEM_EDGE.core.words
    assert answered(scene, 0, found.orders) == c.HandIn(["ring_red"])
    assert GEM_EDGE.automation.further(scene.view(0), found.orders, []) is None, "nothing stops it any more"


@ge("GE-20")
def test_an_answer_offers_the_order_that_would_settle_it() -> None:
    scene = attacked()
    question = next(one for one in scene.table.questions().values() if one.seat == 1)
    offered = GEM_EDGE.automation.settling(scene.view(1), question)
    assert {"not_so_fast": "against_me"} in offered
