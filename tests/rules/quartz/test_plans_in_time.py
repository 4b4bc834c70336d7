"""Plans and time: `next`, days, and silence (QZ-70)."""

from __future__ import annotations

import pytest

from games.rules.kernel.events import Command
from games.rules.quartz import commands as c
from games.rules.quartz import orders as o
from games.rules.quartz.orders import Orders, Stops
from tests.kit import Scene
from tests.rules.quartz.paragraphs import qz
from tests.rules.quartz.positions import answered, now, planned, play, position

CALM = Stops(obsidian=None)
Moves = tuple[tuple[int, Command], ...]


def next_turn(command: Command, *lines: o.Line, **more: object) -> Orders:
    return planned(*lines, next=command, **{"stops": CALM, **more})


# --- next


def waiting(*moves: tuple[int, Command], chance: str = "", cart: str = "quartz") -> tuple[Scene, int]:
    """Lay a plan while seat 1 has the turn; seat 0 is to move after these."""
    hands = {
        0: "here_we_go not_mine",
        1: "dont_belong come_closer eureka out_of_my_way",
        2: "not_mine_either eureka",
    }
    scene = position(turn=1, hands=hands, carts={0: cart, 1: "quartz", 2: "obsidian ruby"})
    laid = now(scene)
    return play(scene, *moves, chance=chance), laid


PEACE: Moves = ((1, c.Mine()), (2, c.Mine()))


@qz("QZ-70")
def test_next_is_what_its_owner_does_on_the_next_turn() -> None:
    scene, laid = waiting(*PEACE, chance="quartz quartz")
    assert answered(scene, 0, next_turn(c.HereWeGo(), o.LeaveLine()), laid=laid) == c.HereWeGo()


@qz("QZ-70")
def test_next_goes_before_the_stops() -> None:
    scene, laid = waiting(*PEACE, chance="quartz quartz", cart="amber obsidian")
    assert answered(scene, 0, next_turn(c.Mine(), stops=Stops()), laid=laid) == c.Mine()


@qz("QZ-70")
@pytest.mark.parametrize(
    ("moves", "chance"),
    [
        (((1, c.DontBelong(0, ["quartz"])), (0, c.Let()), (2, c.Mine())), "quartz"),
        (((1, c.ComeCloser(0, "quartz", "quartz")), (2, c.Mine())), "quartz"),
        (((1, c.OutOfMyWay()), (2, c.Mine())), "ruby quartz quartz"),
    ],
    ids=["robbed", "traded", "shoved"],
)
def test_next_is_void_when_the_cart_has_changed(moves: Moves, chance: str) -> None:
    scene, laid = waiting(*moves, chance=chance)
    assert answered(scene, 0, next_turn(c.HereWeGo(), o.LeaveLine()), laid=laid) is None


@qz("QZ-70")
def test_next_outlives_a_theft_that_failed_and_brought_nothing() -> None:
    scene = position(turn=1, hands={0: "unacceptable", 1: "dont_belong"}, carts={0: "quartz"})
    laid = now(scene)
    play(scene, (1, c.DontBelong(0, ["quartz"])), (0, c.React()), (2, c.Mine()), chance="quartz")
    assert answered(scene, 0, next_turn(c.Mine()), laid=laid) == c.Mine()


@qz("QZ-70")
def test_next_is_void_when_its_target_is_gone() -> None:
    for target, command in ((1, None), (2, c.GimmeAHand(2))):
        scene = position(4, turn=1, hands={0: "gimme_a_hand"})
        laid = now(scene)
        play(scene, (1, c.Leave()), (2, c.Mine()), (3, c.Mine()), chance="quartz quartz")
        assert answered(scene, 0, next_turn(c.GimmeAHand(target)), laid=laid) == command


@qz("QZ-70")
@pytest.mark.parametrize(
    "command",
    [c.Eureka(), c.NotMine(2), c.DontBelong(2, ["amber"]), c.WhatCrystal("quartz"), c.GimmeAHand(0)],
)
def test_a_next_that_is_not_legal_asks(command: Command) -> None:
    scene, laid = waiting(*PEACE, chance="quartz quartz")
    assert answered(scene, 0, next_turn(command, o.MineLine()), laid=laid) is None


@qz("QZ-70")
def test_a_theft_named_for_the_next_turn_needs_its_crystals_to_be_there_still() -> None:
    orders = next_turn(c.DontBelong(2, ["ruby", "quartz"]))
    for mined, command in (("quartz", c.DontBelong(2, ["ruby", "quartz"])), ("amber", None)):
        scene = position(turn=2, hands={0: "dont_belong"}, carts={2: "ruby"})
        laid = now(scene)
        play(scene, (2, c.Mine()), chance=mined)
        assert answered(scene, 0, orders, laid=laid) == command


@qz("QZ-70")
@pytest.mark.parametrize("later", [False, True], ids=["laid on the open turn", "laid before the turn"])
def test_next_is_used_once(later: bool) -> None:
    """A not_mine that was let happen leaves a cart that nobody touched since: it must not be tried again."""
    scene = position(hands={0: "not_mine not_mine"}, carts={0: "obsidian"}, turn=2 if later else 0)
    laid = now(scene)
    if later:
        play(scene, (2, c.Mine()), chance="quartz")
    orders = next_turn(c.NotMine(1), o.LeaveLine())
    assert answered(scene, 0, orders, laid=laid) == c.NotMine(1)
    play(scene, (0, c.NotMine(1)), (1, c.Mine()), (2, c.Mine()), chance="quartz quartz")
    assert answered(scene, 0, orders, laid=laid) == c.Leave()


@qz("QZ-70")
def test_a_turn_that_was_played_otherwise_uses_next_up_too() -> None:
    scene = position(hands={0: "not_mine here_we_go"}, carts={0: "obsidian"})
    laid = now(scene)
    play(scene, (0, c.NotMine(1)), (1, c.Mine()), (2, c.Mine()), chance="quartz quartz")
    assert answered(scene, 0, next_turn(c.HereWeGo(), o.LeaveLine()), laid=laid) == c.Leave()


# --- for today, tomorrow, every day


def night(scene: Scene) -> Scene:
    """End the day with seat 2 inside; nobody has anything to sell but seats 0 and 1."""
    play(scene, (0, c.Leave()), (1, c.Leave()), (0, c.Store([])), (1, c.Store([])), chance="here_we_go " * 5)
    return play(scene, (2, c.Mine()), chance="quartz")


def day_after_day(orders: Orders, days: int) -> Command | None:
    scene = position(carts={0: "quartz", 1: "quartz"})
    laid = now(scene)
    for day in range(days):
        if day:
            play(scene, (0, c.Mine()), (1, c.Mine()), (2, c.Leave()), chance="quartz quartz")
            play(
                scene,
                (0, c.Leave()),
                (0, c.Store([])),
                (1, c.Store([])),
                (2, c.Store([])),
                chance="not_mine " * 5,
            )
            play(scene, (1, c.Mine()), (2, c.Mine()), chance="quartz quartz")
        else:
            night(scene)
    return answered(scene, 0, orders, laid=laid)


@qz("QZ-70")
@pytest.mark.parametrize(
    ("for_", "days"),
    [("today", [0]), ("tomorrow", [1]), ("every_day", [0, 1, 2])],
    ids=lambda value: str(value),
)
def test_for_which_days_a_plan_is(for_: str, days: list[int]) -> None:
    orders = planned(o.MineLine(2), stops=CALM, for_=for_)
    assert [day for day in range(3) if day_after_day(orders, day)] == days


@qz("QZ-70")
def test_mine_lines_begin_anew_each_day() -> None:
    scene = position()
    laid = now(scene)
    orders = planned(o.MineLine(1), stops=CALM, for_="every_day")
    play(scene, (0, c.Mine()), (1, c.Mine()), (2, c.Mine()), chance="quartz quartz quartz")
    assert answered(scene, 0, orders, laid=laid) is None
    play(
        scene, (0, c.Leave()), (1, c.Leave()), *((s, c.Store([])) for s in range(3)), chance="here_we_go " * 5
    )
    play(scene, (2, c.Mine()), chance="quartz")
    assert answered(scene, 0, orders, laid=laid) == c.Mine()


@qz("QZ-70")
def test_a_next_for_tomorrow_reckons_with_an_empty_cart() -> None:
    scene = position(carts={0: "quartz", 1: "quartz"})
    laid = now(scene)
    night(scene)
    assert answered(scene, 0, next_turn(c.Mine(), for_="tomorrow"), laid=laid) == c.Mine()
    assert (
        answered(scene, 0, next_turn(c.Mine(), for_="every_day"), laid=laid) is None
    )  # today's cart is sold


@qz("QZ-70")
def test_a_plan_that_waits_to_be_confirmed_asks_until_it_is() -> None:
    waits = planned(o.MineLine(2), start="when_i_confirm")
    assert answered(position(), 0, waits) is None
    assert answered(position(), 0, planned(o.MineLine(2), start="at_once")) == c.Mine()
    sleeper = planned(robot=True, start="when_i_confirm")
    assert answered(position(), 0, sleeper) is None


# --- if silent


@qz("QZ-70")
@pytest.mark.parametrize(
    ("then", "command"), [("leave", c.Leave()), ("mine", c.Mine()), ("next_line", c.HereWeGo())]
)
def test_a_plan_that_has_asked_in_vain_does_what_it_says(then: str, command: Command) -> None:
    scene = position(hands={0: "here_we_go"}, carts={0: "amber obsidian"})
    quiet = o.IfSilent(3, then)  # type: ignore[arg-type]
    orders = planned(o.HereWeGoLine(), stops=Stops(worth=o.AtWorth(8)), if_silent=quiet)
    assert answered(scene, 0, orders) is None
    assert answered(scene, 0, orders, late=True) == command


@qz("QZ-70")
def test_without_if_silent_a_plan_goes_on_asking() -> None:
    orders = planned(o.MineLine(2))
    assert answered(position(carts={0: "amber obsidian"}), 0, orders, late=True) is None


@qz("QZ-70")
def test_the_next_line_goes_past_the_stop_that_asked() -> None:
    orders = planned(o.MineLine(2), if_silent=o.IfSilent(3, "next_line"))
    assert answered(position(carts={0: "amber obsidian"}), 0, orders, late=True) == c.Mine()
    spent = planned(if_silent=o.IfSilent(3, "next_line"))
    assert answered(position(), 0, spent, late=True) is None


@qz("QZ-70")
def test_a_next_that_is_void_or_not_legal_is_covered_by_silence_too() -> None:
    orders = next_turn(c.Eureka(), if_silent=o.IfSilent(3, "mine"))
    assert answered(position(), 0, orders) is None
    assert answered(position(), 0, orders, late=True) == c.Mine()


@qz("QZ-70")
def test_a_plan_for_another_day_says_nothing_late_either() -> None:
    orders = planned(o.MineLine(2), for_="tomorrow", if_silent=o.IfSilent(3))
    assert answered(position(), 0, orders, late=True) is None
