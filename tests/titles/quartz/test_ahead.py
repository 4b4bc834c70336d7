"""What is sure to make a plan ask is known ahead, to its owner only (QZ-75)."""

from __future__ import annotations

import pytest

from games.rules.kernel.events import Command
from games.rules.kernel.seats import PUBLIC, Reader
from games.titles.quartz.rules import QUARTZ
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import orders as o
from games.titles.quartz.rules.orders import READY_MADE, Orders, Stops
from games.titles.quartz.rules.plans import REASONS
from games.titles.quartz.words import WORDS
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.positions import asked, now, planned, play, position, told_ahead

CALM = Stops(obsidian=None)


def next_turn(command: Command) -> Orders:
    return planned(next=command, stops=CALM)


def ahead(orders: Orders, cart: str = "quartz", *moves: tuple[int, Command], chance: str = "") -> str | None:
    """Lay a plan on the open turn of seat 0, who mines; say what is known once seat 1 has the turn."""
    hands = {0: "not_mine", 1: "not_mine gimme_a_hand"}
    scene = position(4, hands=hands, carts={0: cart, 1: "obsidian"})
    laid = now(scene)
    return told_ahead(play(scene, (0, c.Mine()), *moves, chance=f"quartz {chance}"), 0, orders, laid)


@qz("QZ-75")
def test_a_plan_that_will_go_on_tells_nothing() -> None:
    assert ahead(planned(o.MineLine(2))) is None
    assert ahead(Orders()) is None
    assert ahead(planned(o.MineLine(1), stops=Stops(spent=o.WhenSpent("leave")))) is None
    assert ahead(planned(o.MineLine(1), stops=CALM, for_="tomorrow")) is None


@qz("QZ-75")
@pytest.mark.parametrize(
    ("reason", "orders", "cart"),
    [
        ("spent", planned(o.MineLine(1)), "quartz"),
        ("obsidian", planned(o.MineLine(9)), "ruby obsidian"),
        ("worth", planned(o.MineLine(9), stops=Stops(worth=o.AtWorth(9))), "amber"),
        ("inside", planned(o.MineLine(9), stops=Stops(inside=o.WhenFew(4, "ask"))), "quartz"),
        ("confirm", planned(o.MineLine(9), start="when_i_confirm"), "quartz"),
        ("confirm", planned(robot=True, start="when_i_confirm"), "quartz"),
    ],
)
def test_what_will_make_a_plan_ask_is_known_ahead(reason: str, orders: Orders, cart: str) -> None:
    assert ahead(orders, cart) == reason


@qz("QZ-75")
def test_an_attack_is_known_ahead() -> None:
    watchful = planned(o.MineLine(9), stops=Stops(attacked=o.WhenAttacked("ask")))
    assert ahead(watchful, "quartz", (1, c.NotMine(0)), (0, c.Let())) == "attacked"


@qz("QZ-75")
def test_a_void_next_is_known_ahead() -> None:
    scene = position(4, turn=1, hands={0: "eureka", 1: "not_mine"}, carts={1: "obsidian"})
    laid = now(scene)
    play(scene, (1, c.NotMine(0)), (0, c.Let()))
    assert told_ahead(scene, 0, next_turn(c.Mine()), laid) == "next_void"


@qz("QZ-75")
def test_a_next_whose_target_has_left_is_known_to_be_void_ahead() -> None:
    scene = position(4, turn=1, hands={0: "gimme_a_hand"})
    laid = now(scene)
    play(scene, (1, c.Leave()))
    assert told_ahead(scene, 0, next_turn(c.GimmeAHand(1)), laid) == "next_void"
    assert told_ahead(scene, 0, next_turn(c.GimmeAHand(2)), laid) is None


@qz("QZ-75")
def test_a_held_card_keeps_a_plan_going() -> None:
    orders = planned(o.MineLine(1), o.NotMineLine(), stops=CALM)
    assert ahead(orders, "obsidian") is None
    assert ahead(orders, "quartz") is None, "an obsidian handed over would make the line act"
    assert ahead(planned(o.MineLine(1), stops=CALM), "quartz") == "spent"


@qz("QZ-75")
def test_a_held_card_may_act_before_the_stop_at_obsidian_does() -> None:
    orders = planned(o.DontBelongLine(), o.MineLine(9))
    for hand, known in (("dont_belong", None), ("eureka", "obsidian")):
        scene = position(turn=1, hands={0: hand}, carts={0: "ruby obsidian", 1: "quartz"})
        assert told_ahead(scene, 0, orders) == known


@qz("QZ-75", "QZ-76")
def test_a_sleepwalker_never_asks() -> None:
    assert ahead(Orders(plan=READY_MADE["sleepwalker"]), "ruby obsidian") is None


@qz("QZ-75")
def test_nothing_is_ahead_for_who_is_out_or_has_the_turn_or_in_the_evening() -> None:
    spent = planned(for_="every_day")
    scene = position(carts={0: "quartz"})
    assert told_ahead(scene, 0, spent) is None
    assert told_ahead(scene, 1, spent) == "spent"
    play(scene, (0, c.Leave()))
    assert told_ahead(scene, 0, spent) is None
    play(scene, (1, c.Leave()))
    assert [told_ahead(scene, seat, spent) for seat in range(3)] == [None] * 3


@qz("QZ-75", "QZ-60")
def test_alone_inside_there_is_no_turn_any_more_at_which_a_plan_could_stop() -> None:
    scene = position(thrill=True, carts={2: "obsidian"})
    play(scene, (0, c.Leave()))
    assert told_ahead(scene, 2, planned()) == "spent"
    play(scene, (1, c.Leave()))
    assert scene.asked(2) == ["thrill"]
    assert told_ahead(scene, 2, planned()) is None


@qz("QZ-75")
def test_a_held_card_behind_a_mine_line_with_strokes_left_saves_no_plan_from_obsidian() -> None:
    scene = position(turn=1, hands={0: "here_we_go dont_belong"}, carts={0: "ruby obsidian", 1: "amber"})
    orders = planned(o.MineLine(9), o.HereWeGoLine(), o.DontBelongLine())
    assert told_ahead(scene, 0, orders) == "obsidian"


@qz("QZ-75")
def test_every_reason_has_its_words() -> None:
    rows = {key for key in WORDS if "|" not in key}
    assert {f"ahead.{reason}" for reason in REASONS} == {key for key in rows if key.startswith("ahead.")}
    assert {f"plan.{name}" for name in READY_MADE} == {key for key in rows if key.startswith("plan.")}


# --- once the turn has come


def stopped(orders: Orders, cart: str, hand: str = "not_mine", reader: Reader | None = None) -> str | None:
    """Lay a plan on the open turn of seat 0; say why it leaves the turn to its owner."""
    scene = position(4, hands={0: hand}, carts={0: cart})
    question = asked(scene, 0, "turn")
    if reader is None:
        return QUARTZ.automation.stopped(scene.view(0), question, orders, [])
    return QUARTZ.secrecy.public_stopped(scene.view(reader), question, orders, [])


@qz("QZ-75")
@pytest.mark.parametrize(
    ("reason", "orders", "cart"),
    [
        ("spent", planned(o.NotMineLine(), stops=CALM), "quartz"),
        ("obsidian", planned(o.MineLine(9)), "ruby obsidian"),
        ("worth", planned(o.MineLine(9), stops=Stops(worth=o.AtWorth(9))), "amber amber"),
        ("next_void", next_turn(c.GimmeAHand(2)), "quartz"),
        (None, planned(o.MineLine(9)), "quartz"),
        (None, planned(robot=True), "ruby obsidian"),
        (None, Orders(), "ruby obsidian"),
    ],
)
def test_a_plan_says_why_it_left_the_turn_to_its_owner(reason: str | None, orders: Orders, cart: str) -> None:
    assert stopped(orders, cart) == reason


@qz("QZ-75")
def test_nobody_else_learns_from_it_that_a_card_was_missing() -> None:
    lines = planned(o.NotMineLine(), stops=CALM)
    assert [stopped(lines, "obsidian quartz", hand, PUBLIC) for hand in ("", "not_mine")] == [None, None]
    assert stopped(planned(o.MineLine(9)), "ruby obsidian", reader=PUBLIC) == "obsidian"


@qz("QZ-75")
def test_a_plan_says_what_it_does_next() -> None:
    scene = position(4, turn=1)
    planned_by = QUARTZ.automation.planned
    assert planned_by(scene.view(0), planned(o.MineLine(2), stops=CALM), []) == c.Mine()
    assert planned_by(scene.view(0), planned(stops=CALM), []) is None
    assert planned_by(scene.view(1), planned(o.MineLine(2), stops=CALM), []) is None, "it is asked now"
