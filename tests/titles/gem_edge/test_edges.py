"""At the edges: marks that were passed before, questions that are closed again, plans that have ended."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.kernel.messages import Message
from games.rules.kernel.redaction import seen_in
from games.rules.kernel.seats import AFTERWARDS, PUBLIC, Seat
from games.rules.match_in_memory import MatchInMemory
from games.titles.gem_edge.rules import GEM_EDGE
from games.titles.gem_edge.rules import commands as c
from games.titles.gem_edge.rules import events as e
from games.titles.gem_edge.rules import orders as o
from games.titles.gem_edge.rules.state import Reply, Step
from tests.kit.given import Scene, refused
from tests.kit.random_play import secret_of
from tests.kit.reading import happened, result, state
from tests.titles.gem_edge.paragraphs import ge
from tests.titles.gem_edge.scenes import ONE, ZERO, table

AUTOMATION = GEM_EDGE.automation
DRAW = (o.DrawLine(),)


def since(scene: Scene, start: int, seat: int = 0) -> Any:
    return seen_in(GEM_EDGE, scene.table.records[start:], Seat(seat), scene.table.table.options)


# --- points


@ge("GE-8")
@pytest.mark.parametrize(
    ("points", "drawing"),
    [((5, 0, 0), []), ((3, 0, 4), [1, 2]), ((3, 5, 4), [2]), ((4, 0, 0), [1, 2]), ((13, 14, 15), [1])],
)
def test_a_mark_that_was_reached_before_brings_nobody_a_card_again(points: Any, drawing: list[int]) -> None:
    scene = table("", "", "", pieces=("ring_red:red,red",), points=points)
    scene.when(0, c.HandIn(["ring_red"]), chance=["tip_out"] * len(drawing))
    assert [int(one.seat) for one in happened(scene, e.CardDrawn)] == drawing


@ge("GE-8")
def test_several_marks_at_once_bring_a_card_for_each() -> None:
    set_of_three = ["bracelet_red", "earrings_red", "ring_red"]
    pieces = " ".join(f"{key}:red,red" for key in set_of_three)
    scene = table("", "", pieces=(pieces,), points=(4, 0))
    scene.when(0, c.HandIn(set_of_three), chance=["tip_out", "pry_out"])
    assert [one.card for one in happened(scene, e.CardDrawn)] == ["tip_out", "pry_out"]


@ge("GE-12")
def test_the_result_tells_what_was_kept_finished() -> None:
    pieces = ("ring_red:red,red", "ring_blue:blue,blue bracelet_blue:blue,blue", "pair_rg:red")
    scene = table("", "", "", pieces=pieces, points=(18, 7, 7)).when(0, c.HandIn(["ring_red"]))
    assert [(one.rank, one.points, one.details) for one in result(scene)] == [
        (1, 20, {"kept": 0}),
        (2, 7, {"kept": 2}),
        (2, 7, {"kept": 0}),
    ]


# --- questions


@ge("GE-5")
def test_at_the_start_three_of_the_ornaments_dealt_are_asked_for() -> None:
    match = MatchInMemory.begin(GEM_EDGE, 2, secret_of(7))
    name = match.awaited()[0]
    question = match.questions()[name]
    (choice,) = GEM_EDGE.core.choices(match.table.state, question)
    (field,) = choice.fields
    assert (choice.command, field.name, field.of, field.least, field.most, field.many) == (
        "keep",
        "ornaments",
        "ornament",
        3,
        3,
        True,
    )
    assert field.values == match.table.state.dealt[name.seat]


@ge("GE-11", "GE-20")
def test_who_is_attacked_may_cancel_held_or_not() -> None:
    for hand, offered in (
        ("not_so_fast", ["not_so_fast", "not_so_fast_if_held", "let_pass"]),
        ("tip_out", ["not_so_fast_if_held", "let_pass"]),
    ):
        scene = table("red", "blue", hands=("swap_stone", hand)).when(0, c.SwapStone(1, "red", "blue"))
        (question,) = scene.table.questions().values()
        found = GEM_EDGE.core.choices(state(scene), question)
        assert [one.command for one in found] == offered


@ge("GE-11")
def test_a_cancellation_is_an_answer_and_a_card_that_leaves_the_hand() -> None:
    scene = table("red", "blue", hands=("swap_stone", "not_so_fast")).when(0, c.SwapStone(1, "red", "blue"))
    scene.when(1, c.NotSoFast())
    assert scene.came[:2] == [
        e.Answered(ONE, Reply("not_so_fast")),
        e.CardCancelled(ONE, ZERO, "swap_stone"),
    ]
    assert (state(scene).hands[1], state(scene).used) == ([], {"swap_stone": 1, "not_so_fast": 1})


@ge("GE-11")
def test_a_copy_answers_the_action_it_copies() -> None:
    hands = ("", "me_too_take me_too_insert")
    pieces = ("pair_gy ring_green ring_yellow", "ring_red pair_rb trio_rgb")
    inserting = table("green", "red", pieces=pieces, hands=hands, windows="full")
    inserting.when(0, c.Insert("green", "pair_gy")).when(1, c.MeTooTake()).then(refused("not_an_answer"))
    inserting.when(1, c.MeTooTakeIfHeld()).then(refused("not_an_answer"))
    taking = table("green", "red", pieces=pieces, hands=hands, windows="full")
    taking.when(0, c.Take(), chance=["blue"])
    taking.when(1, c.MeTooInsert("red", "ring_red")).then(refused("not_an_answer"))
    taking.when(1, c.MeTooInsertIfHeld("red", "ring_red")).then(refused("not_an_answer"))


@ge("GE-21")
@pytest.mark.parametrize(("hand", "kept"), [("me_too_take", True), ("tip_out", False)])
def test_a_copy_if_held_is_a_pass_without_the_card(hand: str, kept: bool) -> None:
    pieces = ("pair_gy ring_green ring_yellow", "ring_red pair_rb trio_rgb")
    scene = table("", "red", pieces=pieces, hands=("", hand), windows="full", slide="blue red")
    scene.when(0, c.Take(), chance=["blue"]).when(1, c.MeTooTakeIfHeld(["red"]), chance=["blue"] * kept)
    reply = Reply("me_too_take", ("red",)) if kept else None
    assert scene.came[0] == e.Answered(ONE, reply)
    held = hand if hand == "tip_out" else "me_too_insert"
    scene = table("green", "red", pieces=pieces, hands=("", held), windows="full")
    scene.when(0, c.Insert("green", "pair_gy")).when(1, c.MeTooInsertIfHeld("red", "ring_red"))
    (answered,) = happened(scene, e.Answered)
    assert (answered.reply is not None) == kept
    assert bool(state(scene).pieces[1][0].stones) == kept


@ge("GE-20")
@pytest.mark.parametrize(("windows", "together"), [("light", False), ("full", True)])
def test_only_in_full_windows_answers_are_given_together(windows: str, together: bool) -> None:
    hands = ("swap_stone", "not_so_fast", "tip_out")
    scene = table("red", "blue", "", hands=hands, windows=windows).when(0, c.SwapStone(1, "red", "blue"))
    asked = [one for one in scene.table.questions().values() if one.kind == "cancel"]
    assert [bool(one.together) for one in asked] == [together] * (2 if together else 1)
    assert len({one.together for one in asked}) == 1


@ge("GE-10")
def test_too_many_cards_in_anothers_turn_are_asked_about_and_nobody_waits() -> None:
    hands = ("", "not_so_fast tip_out pry_out swap_stone")
    scene = table("red", "", pieces=("ring_red:red,red",), hands=hands, points=(4, 0))
    scene.when(0, c.HandIn(["ring_red"]), chance=["deft_hands"])
    drops = [one for one in scene.table.questions().values() if one.kind == "drop"]
    assert [(one.seat, one.awaited) for one in drops] == [(1, False)]
    scene.when(1, c.Drop(["tip_out"]))
    assert scene.asked(1) == []
    assert state(scene).hands[1] == ["not_so_fast", "pry_out", "swap_stone", "deft_hands"]


@ge("GE-24")
def test_the_steps_of_a_turn_named_whole_are_its_players_alone() -> None:
    event = e.TurnNamed(ZERO, [Step("take", "red")])
    for reader, told in ((ZERO, True), (ONE, False), (PUBLIC, False), (AFTERWARDS, True)):
        seen = GEM_EDGE.core.redact(event, reader, GEM_EDGE.core.options())
        assert seen is not None and ("steps" in seen.fields) == told
        reply = GEM_EDGE.core.redact(e.Answered(ZERO, None), reader, GEM_EDGE.core.options())
        assert reply is not None and ("reply" in reply.fields) == told


# --- whole turns


@ge("GE-6")
def test_whole_turns_are_carried_out_step_by_step() -> None:
    discarding = table("yellow", "", pieces=("ring_red ring_green pair_rg",), slide="red blue")
    discarding.when(0, c.DiscardAndTake("yellow"), chance=["blue"])
    assert happened(discarding, e.TurnNamed)[0].steps == [Step("discard", "yellow"), Step("take", "red")]
    assert (state(discarding).carts[0], state(discarding).active) == (["red"], 1)
    two = table("", "", slide="red blue").when(0, c.TakeTwo(), chance=["green", "green"])
    assert happened(two, e.TurnNamed)[0].steps == [Step("take", "red"), Step("take", "blue")]
    assert state(two).carts[0] == ["red", "blue"]
    drawing = table("", "").when(0, c.DrawTwo(), chance=["tip_out", "pry_out"])
    assert happened(drawing, e.TurnNamed)[0].steps == [Step("draw"), Step("draw")]
    pair = table("red green", "", pieces=("ring_red ring_green pair_gy",))
    pair.when(0, c.InsertTwo("green", "pair_gy", "red", "ring_red")).then(refused("not_offered"))
    pair.when(0, c.InsertTwo("green", "ring_green", "red", "ring_red"))
    assert [one.stones for one in state(pair).pieces[0]] == [("red",), ("green",), ()]


@ge("GE-6", "GE-11")
def test_a_step_that_cannot_be_made_any_more_is_left_to_the_player() -> None:
    hands = ("", "me_too_take")
    scene = table("", "", hands=hands, slide="red blue", windows="full")
    scene.when(0, c.TakeTwo(), chance=["green"]).when(1, c.MeTooTake(), chance=["green"])
    assert state(scene).carts == [["red"], ["blue"]]
    assert (scene.asked(0), state(scene).actions) == (["act"], 1)  # green lies at the mouth now, not blue


# --- plans


@ge("GE-25")
def test_an_attack_since_the_own_last_turn_stops_a_plan_that_minds() -> None:
    minds = o.Orders(plan=o.Plan(lines=DRAW, stops=o.Stops(attacked=True), for_="every_turn"))
    scene = table("red", "blue", hands=("", "tip_out swap_stone"), active=1)
    start = len(scene.table.records)
    scene.when(1, c.TipOut(0, ["red"]))
    assert AUTOMATION.ahead(scene.view(0), minds, since(scene, start)) == "attacked"
    found: Any = AUTOMATION.further(scene.view(0), minds, since(scene, start))
    assert found.says == Message("further.attacked")
    assert found.orders.plan.stops == o.Stops(attacked=False)
    scene.when(1, c.Draw(), chance=["pry_out"])
    assert AUTOMATION.ahead(scene.view(0), minds, since(scene, start)) == "attacked"
    scene.when(0, c.DrawTwo(), chance=["pry_out", "deft_hands"])
    assert AUTOMATION.ahead(scene.view(0), minds, since(scene, start)) is None


@ge("GE-25")
def test_nothing_is_said_of_a_plan_that_is_not_there_or_over() -> None:
    scene = table("red", "blue", hands=("", "tip_out"), active=1)
    start = len(scene.table.records)
    scene.when(1, c.TipOut(0, ["red"]))
    seen = since(scene, start)
    assert AUTOMATION.ahead(scene.view(0), o.Orders(), seen) is None
    assert AUTOMATION.planned(scene.view(0), o.Orders(), seen) is None
    assert AUTOMATION.further(scene.view(0), o.Orders(), seen) is None
    (question,) = [one for one in scene.table.questions().values() if one.awaited]
    assert AUTOMATION.stopped(scene.view(0), question, o.Orders(), seen) is None
    kept = o.Orders(plan=o.Plan(lines=DRAW, for_="every_turn"))
    assert AUTOMATION.left(scene.view(0), kept, seen) == kept
    over = table("", "", pieces=("ring_red:red,red",), points=(18, 3)).when(0, c.HandIn(["ring_red"]))
    minds = o.Orders(plan=o.Plan(lines=DRAW, stops=o.Stops(rival=1), for_="every_turn"))
    assert AUTOMATION.ahead(over.view(1), minds, since(over, 0, 1)) is None
    assert AUTOMATION.further(over.view(1), minds, since(over, 0, 1)) is None


@ge("GE-20")
@pytest.mark.parametrize(
    ("orders", "answer"),
    [
        (o.Orders(), None),
        (o.Orders(copying="pass"), c.LetPass()),
        (o.Orders(me_too_insert="feed"), c.LetPass()),
    ],
    ids=str,
)
def test_without_an_order_to_copy_an_insert_its_owner_is_asked(orders: o.Orders, answer: Any) -> None:
    pieces = ("pair_gy ring_green ring_yellow", "ring_red pair_rb trio_rgb")
    scene = table("green", "red", pieces=pieces, hands=("", "tip_out"), windows="full")
    scene.when(0, c.Insert("green", "pair_gy"))
    (question,) = [one for one in scene.table.questions().values() if one.seat == 1]
    assert AUTOMATION.answer(scene.view(1), question, orders, since(scene, 0, 1), False) == answer


@ge("GE-25")
def test_a_plan_for_the_next_turn_waits_through_the_turns_of_others_and_what_comes_to_it_there() -> None:
    once = o.Orders(plan=o.Plan(lines=DRAW))
    pieces = ("", "ring_red:red,red", "")
    scene = table("", "", "", pieces=pieces, points=(0, 4, 5), active=1)
    start = len(scene.table.records)
    scene.when(1, c.HandIn(["ring_red"]), chance=["tip_out"])
    assert happened(scene, e.CardDrawn) == [e.CardDrawn(ZERO, "tip_out", "catch_up")]
    scene.when(1, c.Choose(scene.view(1).market[0]), chance=["trio_rgb"])
    scene.when(1, c.DrawTwo(), chance=["pry_out", "pry_out"])
    scene.when(2, c.DrawTwo(), chance=["deft_hands", "deft_hands"])
    for _ in range(2):
        (question,) = [one for one in scene.table.questions().values() if one.awaited]
        told = AUTOMATION.answer(scene.view(0), question, once, since(scene, start), False)
        assert told == c.Draw()
        scene.when(0, c.Draw(), chance=["swap_stone"])
    scene.when(1, c.DrawTwo(), chance=["three_cards", "three_cards"])
    scene.when(2, c.DrawTwo(), chance=["not_so_fast", "not_so_fast"])
    (question,) = [one for one in scene.table.questions().values() if one.awaited]
    assert AUTOMATION.answer(scene.view(0), question, once, since(scene, start), False) is None


# --- the slide


@ge("GE-1")
def test_ten_stones_are_in_sight_and_those_that_went_up_follow_them() -> None:
    ten = "red green blue yellow red green blue yellow red green"
    scene = table("blue", "", "", slide=ten, drained=True).when(0, c.Discard("blue"))
    assert (state(scene).slide, state(scene).returned) == (ten.split(), ["blue"])
    scene.when(0, c.Take())
    assert (state(scene).slide, state(scene).returned) == ([*ten.split()[1:], "blue"], [])
