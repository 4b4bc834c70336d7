"""When a plan stops, and what it does then (QZ-70)."""

from __future__ import annotations

import msgspec
import pytest

from games.rules.kernel.events import Command
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import orders as o
from games.titles.quartz.rules.orders import Orders, Stops
from tests.kit.given import Scene
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.positions import answered, now, planned, play, position, told_ahead

MINE, HERE_WE_GO, LEAVE = o.MineLine(), o.HereWeGoLine(), o.LeaveLine()


def acts(scene: Scene, *lines: o.Line, stops: Stops) -> Command | None:
    """Say what a plan just laid does on the open turn of seat 0."""
    return answered(scene, 0, planned(*lines, stops=stops))


@qz("QZ-70")
@pytest.mark.parametrize(
    ("cart", "asks"), [("sapphire obsidian", True), ("emerald obsidian", False), ("amber", False)]
)
def test_obsidian_with_something_to_lose_asks_by_default(cart: str, asks: bool) -> None:
    assert acts(position(carts={0: cart}), MINE, stops=Stops()) == (None if asks else c.Mine())


@qz("QZ-70")
@pytest.mark.parametrize(("then", "command"), [("ask", None), ("leave", c.Leave()), ("go_on", c.Mine())])
def test_what_a_stop_then_does(then: o.Then, command: Command | None) -> None:
    scene = position(carts={0: "ruby obsidian"})
    stops = [
        Stops(obsidian=o.AtObsidian(6, then)),
        Stops(obsidian=None, worth=o.AtWorth(6, then)),
        Stops(obsidian=None, inside=o.WhenFew(3, then)),
    ]
    assert [acts(scene, MINE, stops=one) for one in stops] == [command] * 3
    calm = [
        Stops(obsidian=o.AtObsidian(7, then)),
        Stops(obsidian=None, worth=o.AtWorth(7, then)),
        Stops(obsidian=None, inside=o.WhenFew(2, then)),
    ]
    assert [acts(scene, MINE, stops=one) for one in calm] == [c.Mine()] * 3


@qz("QZ-70")
def test_the_obsidian_stop_comes_after_the_card_lines_and_before_any_mine_line() -> None:
    scene = position(hands={0: "here_we_go"}, carts={0: "ruby obsidian"})
    assert acts(scene, HERE_WE_GO, MINE, stops=Stops()) == c.HereWeGo()
    assert acts(scene, MINE, HERE_WE_GO, stops=Stops()) is None
    assert acts(scene, LEAVE, MINE, stops=Stops()) == c.Leave()


@qz("QZ-70")
def test_a_spent_mine_line_does_not_stop_the_card_lines_behind_it() -> None:
    scene = position(hands={0: "here_we_go"}, carts={0: "ruby"})
    laid = now(scene)
    play(scene, (0, c.Mine()), (1, c.Mine()), (2, c.Mine()), chance="obsidian quartz quartz")
    assert answered(scene, 0, planned(MINE, HERE_WE_GO), laid=laid) == c.HereWeGo()
    home = Stops(obsidian=o.AtObsidian(0, "leave"))
    assert answered(scene, 0, planned(MINE, stops=home), laid=laid) == c.Leave()


@qz("QZ-70", "QZ-42")
def test_worth_is_the_price_of_the_cart_with_what_crystal_included() -> None:
    scene = position(carts={0: "quartz quartz quartz"}, parked={0: "sapphire"})  # 3 + 4 + 4
    assert acts(scene, MINE, stops=Stops(worth=o.AtWorth(11))) is None
    assert acts(scene, MINE, stops=Stops(worth=o.AtWorth(12))) == c.Mine()


@qz("QZ-70", "QZ-24", "QZ-62")
def test_obsidian_on_a_card_is_worth_nothing_and_stops_nothing() -> None:
    for covers in (False, True):
        scene = position(carts={0: "quartz"}, parked={0: "obsidian quartz"}, covered_carts=covers)
        assert acts(scene, MINE, stops=Stops(obsidian=o.AtObsidian(0), worth=o.AtWorth(3))) == c.Mine()
        assert acts(scene, MINE, stops=Stops(worth=o.AtWorth(2))) is None


@qz("QZ-70", "QZ-24")
def test_what_is_safe_is_not_counted_by_the_obsidian_stop() -> None:
    scene = position(carts={0: "emerald obsidian"}, parked={0: "amber"})
    assert acts(scene, MINE, stops=Stops()) == c.Mine()


def attacked(*moves: tuple[int, Command], chance: str = "", **more: object) -> tuple[Scene, int]:
    """Lay a plan at the turn of seat 0, who mines; then let the others move."""
    hands = {
        0: "eureka",
        1: "not_mine dont_belong gimme_a_hand come_closer out_of_my_way",
        2: "not_mine_either",
    }
    scene = position(hands=hands, carts={0: "ruby", 1: "emerald obsidian", 2: "quartz"})
    laid = now(scene)
    return play(scene, (0, c.Mine()), *moves, chance=f"quartz {chance}"), laid


WATCHFUL = planned(o.MineLine(9), stops=Stops(obsidian=None, attacked=o.WhenAttacked("ask")))


@qz("QZ-70")
@pytest.mark.parametrize(
    ("moves", "chance", "asks"),
    [
        (((1, c.Mine()), (2, c.Mine())), "quartz quartz", False),
        (
            ((1, c.GimmeAHand(0)), (0, c.Let()), (1, c.ShareNothing()), (2, c.Mine())),
            "ruby ruby quartz",
            True,
        ),
        (((1, c.DontBelong(0, ["ruby", "quartz"])), (0, c.Let()), (2, c.Mine())), "quartz", True),
        (((1, c.NotMine(0)), (0, c.Let()), (2, c.Mine())), "quartz", True),
        (
            ((1, c.GimmeAHand(2)), (2, c.Let()), (1, c.ShareNothing()), (2, c.Mine())),
            "ruby ruby quartz",
            False,
        ),
        (((1, c.NotMine(2)), (2, c.React(pass_to=0)), (0, c.Let()), (2, c.Mine())), "quartz", True),
        (((1, c.ComeCloser(0, "emerald", "ruby")), (2, c.Mine())), "quartz", True),
        (((1, c.OutOfMyWay()), (2, c.Mine())), "quartz ruby quartz", False),
    ],
    ids=[
        "left in peace",
        "lends a hand",
        "robbed",
        "given obsidian",
        "another one",
        "passed obsidian",
        "made to swap",
        "shoved with all others",
    ],
)
def test_a_plan_may_stop_when_its_owner_was_attacked(moves: tuple, chance: str, asks: bool) -> None:
    scene, laid = attacked(*moves, chance=chance)
    assert answered(scene, 0, WATCHFUL, laid=laid) == (None if asks else c.Mine())
    assert told_ahead(scene, 0, WATCHFUL, laid) is None, "the turn has come: nothing is ahead any more"


@qz("QZ-70")
def test_an_attack_is_forgotten_after_the_next_turn() -> None:
    scene, laid = attacked((1, c.NotMine(0)), (0, c.Let()), (2, c.Mine()), chance="quartz")
    play(scene, (0, c.Mine()), (1, c.Mine()), (2, c.Mine()), chance="quartz quartz quartz")
    assert answered(scene, 0, WATCHFUL, laid=laid) == c.Mine()


@qz("QZ-70")
def test_an_attack_since_the_last_turn_counts_however_long_ago_the_plan_was_laid() -> None:
    scene, laid = attacked((1, c.Mine()), (2, c.Mine()), chance="quartz quartz")
    play(scene, (0, c.Mine()), (1, c.NotMine(0)), (0, c.Let()), (2, c.Mine()), chance="quartz quartz")
    assert answered(scene, 0, WATCHFUL, laid=laid) is None


@qz("QZ-70", "QZ-62")
def test_under_covers_a_stop_counts_crystals() -> None:
    scene = position(carts={0: "quartz amber obsidian"}, covered_carts=True)
    for limit, command in ((2, None), (3, c.Mine())):
        assert acts(scene, MINE, stops=Stops(obsidian=None, worth=o.AtWorth(limit))) == command
        assert acts(scene, MINE, stops=Stops(obsidian=o.AtObsidian(limit))) == command


@qz("QZ-70")
@pytest.mark.parametrize(("then", "command"), [("ask", None), ("leave", c.Leave())])
def test_when_its_lines_are_spent_a_plan_asks_or_leaves(then: str, command: Command | None) -> None:
    assert acts(position(), stops=Stops(spent=o.WhenSpent(then))) == command  # type: ignore[arg-type]


@qz("QZ-70")
@pytest.mark.parametrize(
    "plan",
    [
        pytest.param({"lines": [{"do": "mine", "times": 0}]}, id="no stroke"),
        pytest.param({"lines": [{"do": "mine", "times": 13}]}, id="thirteen strokes"),
        pytest.param({"lines": [{"do": "leave"}] * 13}, id="thirteen lines"),
        pytest.param({"lines": [{"do": "not_mine", "on": 5}]}, id="sixth seat"),
        pytest.param({"if_silent": {"after_hours": 2}}, id="two hours"),
        pytest.param({"if_silent": {"after_hours": 25}}, id="more than a day"),
        pytest.param({"stops": {"spent": {"then": "go_on"}}}, id="spent and going on"),
        pytest.param({"stops": {"inside": {"k": 1}}}, id="alone"),
        pytest.param({"stops": {"inside": {"k": 6}}}, id="six inside"),
        pytest.param({"stops": {"worth": {"x": 1000}}}, id="a thousand coins"),
        pytest.param({"confirmed": 6}, id="sixth day"),
        pytest.param({"robot": "maybe"}, id="a robot perhaps"),
    ],
)
def test_what_no_plan_may_say_is_no_plan(plan: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"plan": plan}, Orders)
