"""Plans and time: for which days they are, and what happens when nobody answers them (QZ-70)."""

from __future__ import annotations

import msgspec
import pytest

from games.rules.kernel.events import Command
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import orders as o
from games.titles.quartz.rules.answers import patience
from games.titles.quartz.rules.orders import Orders, Stops
from tests.kit.given import Scene
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.positions import answered, asked, now, planned, play, position, told_ahead

CALM = Stops(obsidian=None)


def next_turn(command: Command, *lines: o.Line, **more: object) -> Orders:
    return planned(*lines, next=command, **{"stops": CALM, **more})


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
def test_a_plan_that_waits_to_be_confirmed_asks_until_it_is() -> None:
    waits = planned(o.MineLine(2), start="when_i_confirm")
    assert answered(position(), 0, waits) is None
    assert answered(position(), 0, planned(o.MineLine(2), start="at_once")) == c.Mine()
    sleeper = planned(robot=True, start="when_i_confirm")
    assert answered(position(), 0, sleeper) is None


@qz("QZ-70")
def test_a_plan_that_was_not_confirmed_does_nothing_late_either() -> None:
    waits = planned(o.MineLine(2), start="when_i_confirm", if_silent=o.IfSilent(3))
    assert answered(position(), 0, waits, late=True) is None


@qz("QZ-70")
@pytest.mark.parametrize("for_", ["today", "tomorrow"])
def test_who_confirms_a_plan_for_another_day_means_this_one(for_: str) -> None:
    orders = next_turn(c.Mine(), for_=for_, start="when_i_confirm", confirmed=1)
    assert answered(position(), 0, orders) == c.Mine()


@qz("QZ-70")
def test_tomorrows_next_reckons_from_dawn_and_is_used_once() -> None:
    scene = position(turn=0, carts={0: "quartz"})
    laid = now(scene)
    play(scene, (0, c.Leave()), (1, c.Leave()), (0, c.Store([])), chance="here_we_go " * 5)
    play(scene, (2, c.Mine()), chance="quartz")
    orders = next_turn(c.Mine(), o.LeaveLine(), for_="tomorrow")
    assert answered(scene, 0, orders, laid=laid) == c.Mine()
    play(scene, (0, c.Mine()), (1, c.Mine()), (2, c.Mine()), chance="quartz quartz quartz")
    assert answered(scene, 0, orders, laid=laid) == c.Leave()


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


@qz("QZ-70")
def test_who_confirmed_tomorrows_plan_is_not_asked_to_confirm_it_the_day_after() -> None:
    """It is laid again by the press, so one more dawn has passed since."""
    orders = planned(o.MineLine(2), for_="tomorrow", start="when_i_confirm", confirmed=2)
    assert told_ahead(position(turn=1, day=3), 0, orders, 0) is None
    assert answered(position(turn=0, day=2), 0, orders, laid=0) == c.Mine()


@qz("QZ-70")
@pytest.mark.parametrize(("for_", "acts"), [("today", True), ("tomorrow", False), ("every_day", True)])
def test_a_plan_laid_while_the_table_fills_counts_from_the_first_day(for_: str, acts: bool) -> None:
    orders = planned(o.MineLine(2), stops=CALM, for_=for_)
    assert bool(answered(position(turn=0), 0, orders, laid=0)) is acts


@qz("QZ-70")
def test_a_plan_for_every_day_is_confirmed_day_by_day() -> None:
    orders = planned(o.MineLine(2), for_="every_day", start="when_i_confirm", confirmed=1)
    assert told_ahead(position(turn=1, day=2), 0, orders, 0) == "confirm"


@qz("QZ-70")
def test_a_plan_says_for_how_long_it_waits_and_leaves_standing_orders_behind() -> None:
    scene = position(carts={0: "obsidian"}, tokens=(0,))
    mine, spending = asked(scene, 0, "turn"), asked(scene, 0, "spend")
    assert patience(planned(o.MineLine(2), if_silent=o.IfSilent(3)), mine) == 3
    assert patience(planned(o.MineLine(2), if_silent=o.IfSilent(3)), spending) is None
    assert patience(planned(o.MineLine(2)), mine) is None
    assert patience(o.Orders(), mine) is None
    standing = o.Orders(token="always")
    assert o.unplanned(planned(o.MineLine(2))) == o.Orders()
    assert o.unplanned(msgspec.structs.replace(standing, plan=o.READY_MADE["bold"])) == standing
