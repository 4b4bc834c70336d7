"""Plans for own turns: their lines, and the ready-made ones (QZ-70, QZ-76)."""

from __future__ import annotations

import random

import msgspec
import pytest

from games.rules.kernel.events import Command
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import orders as o
from games.titles.quartz.rules.orders import READY_MADE, Orders, Plan, Stops
from tests.kit.given import Scene
from tests.titles.quartz.laying import some_orders
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.positions import answered, now, planned, play, position

MINE, HERE_WE_GO, THEFT, LEAVE = o.MineLine(), o.HereWeGoLine(), o.DontBelongLine(), o.LeaveLine()
CALM = Stops(obsidian=None)


def acts(scene: Scene, *lines: o.Line, stops: Stops = CALM, **more: object) -> Command | None:
    """Say what a plan just laid does on the open turn of seat 0."""
    return answered(scene, 0, planned(*lines, stops=stops, **more))


# --- lines


@qz("QZ-70")
def test_without_a_plan_the_turn_is_asked() -> None:
    assert answered(position(), 0, Orders()) is None


@qz("QZ-70")
def test_the_first_line_that_can_act_does() -> None:
    scene = position(hands={0: "here_we_go"})
    assert acts(scene, HERE_WE_GO, MINE) == c.HereWeGo()
    assert acts(scene, MINE, HERE_WE_GO) == c.Mine()
    assert acts(position(hands={0: "eureka"}), HERE_WE_GO, LEAVE) == c.Leave()


@qz("QZ-70")
def test_a_line_is_legal_or_skipped() -> None:
    lines = (HERE_WE_GO, THEFT, o.ComeCloserLine(gain=0), o.NotMineLine())
    assert acts(position(carts={0: "ruby", 1: "amber"}), *lines, MINE) == c.Mine()


def mining(times: int, strokes: int, dawns: int = 0) -> Command | None:
    """Lay a mine line and let its owner mine so often; then say what the plan does."""
    scene = position()
    laid = now(scene)
    for _ in range(strokes):
        play(scene, (0, c.Mine()), (1, c.Mine()), (2, c.Mine()), chance="quartz quartz quartz")
    return answered(scene, 0, planned(o.MineLine(times), stops=CALM), laid=laid)


@qz("QZ-70")
@pytest.mark.parametrize(
    ("times", "strokes", "goes_on"), [(1, 0, True), (1, 1, False), (3, 2, True), (3, 3, False)]
)
def test_a_mine_line_mines_so_many_times(times: int, strokes: int, goes_on: bool) -> None:
    assert mining(times, strokes) == (c.Mine() if goes_on else None)


@qz("QZ-70")
def test_mine_lines_add_up() -> None:
    scene = position()
    laid = now(scene)
    play(scene, (0, c.Mine()), (1, c.Mine()), (2, c.Mine()), chance="quartz quartz quartz")
    assert answered(scene, 0, planned(MINE, MINE, stops=CALM), laid=laid) == c.Mine()
    play(scene, (0, c.Mine()), (1, c.Mine()), (2, c.Mine()), chance="quartz quartz quartz")
    assert answered(scene, 0, planned(MINE, MINE, LEAVE, stops=CALM), laid=laid) == c.Leave()


@qz("QZ-70")
def test_a_theft_takes_the_dearest_two_of_the_richest() -> None:
    scene = position(4, hands={0: "dont_belong"}, carts={1: "ruby", 2: "quartz ruby sapphire", 3: "amber"})
    assert acts(scene, THEFT) == c.DontBelong(2, ["ruby", "sapphire"])
    assert acts(scene, o.DontBelongLine(on=3)) == c.DontBelong(3, ["amber"])


@qz("QZ-70")
@pytest.mark.parametrize(("least", "acts_"), [(None, True), (5, True), (6, False)])
def test_a_theft_is_worth_five_or_as_much_as_its_line_says(least: int | None, acts_: bool) -> None:
    scene = position(hands={0: "dont_belong"}, carts={1: "quartz sapphire"})
    assert acts(scene, o.DontBelongLine(at_least=least)) == (
        c.DontBelong(1, ["sapphire", "quartz"]) if acts_ else None
    )


@qz("QZ-70")
def test_in_covered_carts_crystals_are_counted_in_place_of_worth() -> None:
    scene = position(4, hands={0: "dont_belong"}, carts={1: "amber", 2: "quartz quartz"}, covered_carts=True)
    assert acts(scene, THEFT) == c.DontBelong(2)
    assert acts(scene, o.DontBelongLine(on=1)) is None
    assert acts(scene, o.DontBelongLine(on=1, at_least=1)) == c.DontBelong(1)


@qz("QZ-70", "QZ-62")
def test_from_a_covered_cart_no_more_than_two_valuable_crystals_are_counted() -> None:
    scene = position(
        4,
        hands={0: "dont_belong"},
        carts={1: "quartz quartz quartz", 2: "amber obsidian"},
        covered_carts=True,
    )
    assert acts(scene, o.DontBelongLine(at_least=3)) is None
    assert acts(scene, o.DontBelongLine(on=2)) is None
    assert acts(scene, o.DontBelongLine(on=2, at_least=1)) == c.DontBelong(2)


@qz("QZ-70")
def test_under_covers_a_theft_counts_the_two_it_takes_and_no_obsidian() -> None:
    scene = position(
        hands={0: "dont_belong"}, carts={1: "ruby ruby ruby", 2: "ruby obsidian"}, covered_carts=True
    )
    assert acts(scene, o.DontBelongLine(at_least=3)) is None
    assert acts(scene, o.DontBelongLine(at_least=2)) == c.DontBelong(1)
    assert acts(scene, o.DontBelongLine(on=2, at_least=2)) is None


@qz("QZ-70")
@pytest.mark.parametrize(("gain", "acts_"), [(4, True), (5, True), (6, False)])
def test_a_trade_gives_the_cheapest_for_the_dearest_if_it_gains(gain: int, acts_: bool) -> None:
    scene = position(hands={0: "come_closer"}, carts={0: "ruby quartz", 1: "emerald", 2: "ruby quartz"})
    assert acts(scene, o.ComeCloserLine(gain=gain)) == (c.ComeCloser(2, "quartz", "ruby") if acts_ else None)


@qz("QZ-70")
def test_a_trade_needs_a_crystal_of_both() -> None:
    trade = o.ComeCloserLine(gain=0)
    assert acts(position(hands={0: "come_closer"}, carts={1: "amber"}), trade) is None
    assert acts(position(hands={0: "come_closer"}, carts={0: "quartz", 1: "obsidian"}), trade) is None


@qz("QZ-70")
def test_the_dearest_in_sight_goes_by_worth_not_by_name() -> None:
    scene = position(hands={0: "come_closer"}, carts={0: "quartz", 1: "sapphire", 2: "ruby"})
    assert acts(scene, o.ComeCloserLine(gain=0)) == c.ComeCloser(2, "quartz", "ruby")


@qz("QZ-70")
def test_a_trade_may_be_meant_for_one_seat() -> None:
    scene = position(hands={0: "come_closer"}, carts={0: "quartz", 1: "emerald", 2: "ruby"})
    assert acts(scene, o.ComeCloserLine(on=1, gain=2)) == c.ComeCloser(1, "quartz", "emerald")
    assert acts(scene, o.ComeCloserLine(on=1, gain=3)) is None


@qz("QZ-70")
def test_under_covers_no_trade_line_acts() -> None:
    scene = position(hands={0: "come_closer"}, carts={0: "quartz", 1: "amber"}, covered_carts=True)
    assert acts(scene, o.ComeCloserLine(gain=0)) is None


@qz("QZ-70")
def test_obsidian_goes_to_the_richest_who_holds_one_else_to_the_richest() -> None:
    some = {0: "obsidian", 1: "ruby", 2: "obsidian"}
    assert acts(position(hands={0: "not_mine"}, carts=some), o.NotMineLine()) == c.NotMine(2)
    none = {0: "obsidian", 1: "ruby", 2: "quartz"}
    assert acts(position(hands={0: "not_mine"}, carts=none), o.NotMineLine()) == c.NotMine(1)
    assert acts(position(hands={0: "not_mine"}, carts=none), o.NotMineLine(on=2)) == c.NotMine(2)


@qz("QZ-70")
def test_a_line_for_a_seat_that_is_out_or_ones_own_is_skipped() -> None:
    scene = position(4, turn=3, hands={0: "not_mine dont_belong"}, carts={0: "obsidian", 3: "amber"})
    play(scene, (3, c.Leave()))
    for gone in (3, 0):
        assert acts(scene, o.NotMineLine(on=gone), o.DontBelongLine(on=gone), LEAVE) == c.Leave()


# --- ready-made


@qz("QZ-76")
def test_the_ready_made_plans_say_what_they_promise() -> None:
    said = msgspec.to_builtins(READY_MADE)
    lines = {
        name: [(line["do"], line["times"]) if "times" in line else line["do"] for line in plan["lines"]]
        for name, plan in said.items()
    }
    assert lines == {
        "careful": [("mine", 2)],
        "digger": [("mine", 6)],
        "bold": ["here_we_go", "dont_belong", "come_closer", "not_mine", ("mine", 9)],
        "sleepwalker": [],
    }
    assert {name: plan["stops"]["worth"] and plan["stops"]["worth"]["x"] for name, plan in said.items()} == {
        "careful": 10,
        "digger": 18,
        "bold": 18,
        "sleepwalker": None,
    }
    assert [said[name]["stops"]["obsidian"]["at_worth"] for name in ("careful", "digger", "bold")] == [
        0,
        0,
        4,
    ]
    assert said["careful"]["stops"]["attacked"] == {"then": "ask"}
    assert said["digger"]["stops"]["attacked"] is said["bold"]["stops"]["attacked"] is None


@qz("QZ-76")
def test_careful_and_digger_ask_at_any_obsidian_and_bold_only_with_something_to_lose() -> None:
    scene = position(carts={0: "quartz obsidian"})
    found = {name: answered(scene, 0, Orders(plan=plan)) for name, plan in READY_MADE.items()}
    assert (found["careful"], found["digger"], found["bold"]) == (None, None, c.Mine())


@qz("QZ-76")
def test_a_sleepwalker_plays_as_the_robot_does_every_day_until_lifted() -> None:
    scene = position(hands={0: "not_mine"}, carts={0: "amber obsidian", 1: "ruby"})
    laid = now(scene)
    assert answered(scene, 0, Orders(plan=READY_MADE["sleepwalker"])) == c.NotMine(1)
    play(scene, (0, c.Leave()), (1, c.Leave()), (0, c.Store([])), (1, c.Store([])), chance="here_we_go " * 5)
    play(scene, (2, c.Mine()), chance="quartz")
    assert answered(scene, 0, Orders(plan=READY_MADE["sleepwalker"]), laid=laid) is not None


@qz("QZ-76")
def test_a_sleepwalker_is_a_plan_for_turns_only() -> None:
    scene = position(hands={0: "gimme_a_hand", 1: "eureka"}).when(0, c.GimmeAHand(1))
    assert answered(scene, 1, Orders(plan=READY_MADE["sleepwalker"]), "window") is None
    assert Plan().robot is False


# --- as they are written down


@qz("QZ-70")
def test_orders_are_read_back_as_they_were_written() -> None:
    dice = random.Random(1)
    for _ in range(200):
        orders = some_orders(dice, c.DontBelong(2, ["ruby"]))
        assert msgspec.json.decode(msgspec.json.encode(orders), type=Orders) == orders


@qz("QZ-70")
def test_a_plan_is_written_in_the_words_of_the_rules() -> None:
    said = {
        "plan": {
            "lines": [{"do": "dont_belong", "on": 2, "at_least": 5}, {"do": "mine", "times": 3}],
            "stops": {"obsidian": {"at_worth": 4, "then": "leave"}, "inside": {"k": 2, "then": "ask"}},
            "if_silent": {"after_hours": 12, "then": "next_line"},
            "next": {"kind": "not_mine", "target": 1},
            "for": "every_day",
            "start": "when_i_confirm",
        },
        "unacceptable": {"when_worth": 6},
        "token": {"when_cart_worth": 8},
    }
    orders = msgspec.convert(said, Orders)
    assert orders.plan == Plan(
        lines=(o.DontBelongLine(2, 5), o.MineLine(3)),
        stops=Stops(obsidian=o.AtObsidian(4, "leave"), inside=o.WhenFew(2, "ask")),
        if_silent=o.IfSilent(12, "next_line"),
        next=c.NotMine(1),
        for_="every_day",
        start="when_i_confirm",
    )
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(said | {"not_an_order": True}, Orders)


@qz("QZ-70", "QZ-72")
def test_what_is_not_said_is_as_the_rules_have_it() -> None:
    assert Orders() == Orders(None, "ask", "ask", "ask", "next_seat", "ask", "all", "ask", "ask", "ask")
    assert Plan().stops == Stops(o.AtObsidian(4, "ask"), None, None, None, o.WhenSpent("ask"))
    assert (Plan().for_, Plan().start, Plan().if_silent, Plan().next) == ("today", "at_once", None, None)
    assert (o.ComeCloserLine().gain, o.AtWorth().x, o.WhenFew().k) == (4, 18, 2)
    assert (o.AtWorth().then, o.WhenAttacked().then, o.WhenFew().then) == ("ask", "go_on", "go_on")
