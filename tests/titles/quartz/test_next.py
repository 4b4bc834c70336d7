"""The one exact command for the next turn: when it acts, when it is void, when it is used up (QZ-70)."""

from __future__ import annotations

import pytest

from games.rules.kernel.events import Command
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import orders as o
from games.titles.quartz.rules.orders import Orders, Stops
from tests.kit.given import Scene
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.positions import answered, now, planned, play, position, told_ahead

CALM = Stops(obsidian=None)
Moves = tuple[tuple[int, Command], ...]


def next_turn(command: Command, *lines: o.Line, **more: object) -> Orders:
    return planned(*lines, next=command, **{"stops": CALM, **more})


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
def test_next_is_void_when_something_else_came_after_a_theft_that_failed() -> None:
    hands = {0: "unacceptable", 1: "dont_belong", 2: "out_of_my_way"}
    scene = position(turn=1, hands=hands, carts={0: "quartz"})
    laid = now(scene)
    play(scene, (1, c.DontBelong(0, ["quartz"])), (0, c.React()), (2, c.OutOfMyWay()), chance="quartz")
    assert answered(scene, 0, next_turn(c.Mine()), laid=laid) is None


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


@qz("QZ-70")
def test_after_next_the_lines_go_on() -> None:
    scene, laid = waiting(*PEACE, chance="quartz quartz")
    orders = next_turn(c.Mine(), o.LeaveLine())
    assert answered(scene, 0, orders, laid=laid) == c.Mine()
    play(scene, (0, c.Mine()), *PEACE, chance="quartz quartz quartz")
    assert answered(scene, 0, orders, laid=laid) == c.Leave()


@qz("QZ-70")
def test_a_stroke_by_next_wears_the_mine_line_down_like_its_own() -> None:
    scene, laid = waiting(*PEACE, chance="quartz quartz")
    play(scene, (0, c.Mine()), *PEACE, chance="quartz quartz quartz")
    lines = (o.MineLine(1), o.LeaveLine())
    assert answered(scene, 0, next_turn(c.Mine(), *lines), laid=laid) == c.Leave()
    assert answered(scene, 0, next_turn(c.Mine(), o.MineLine(2)), laid=laid) == c.Mine()


@qz("QZ-70")
def test_leaving_uses_next_up_for_the_days_to_come() -> None:
    scene = position(carts={1: "quartz"})
    laid = now(scene)
    play(
        scene,
        (0, c.Leave()),
        (1, c.Leave()),
        (1, c.Store([])),
        (2, c.Mine()),
        chance="here_we_go " * 5 + "quartz",
    )
    assert answered(scene, 0, next_turn(c.Mine(), o.LeaveLine(), for_="every_day"), laid=laid) == c.Leave()


@qz("QZ-70")
@pytest.mark.parametrize("what", ["lends a hand", "takes back", "is given obsidian", "spends a token"])
def test_whatever_else_touches_the_cart_makes_next_void(what: str) -> None:
    hands = {0: "unacceptable", 1: "gimme_a_hand dont_belong not_mine"}
    scene = position(turn=1, hands=hands, carts={0: "ruby", 1: "obsidian amber"}, tokens=(0,))
    laid = now(scene)
    if what == "lends a hand":
        play(scene, (1, c.GimmeAHand(0)), (0, c.Let()), (1, c.ShareNothing()), chance="ruby ruby")
    elif what == "takes back":
        play(scene, (1, c.DontBelong(0, ["ruby"])), (0, c.React(take="amber")))
    else:
        play(scene, (1, c.NotMine(0)), (0, c.Let()))
    if what == "spends a token":
        laid = now(scene)
        scene.when(0, c.SpendToken(), asked="spend")
    play(scene, (2, c.Mine()), chance="quartz")
    assert answered(scene, 0, next_turn(c.Mine()), laid=laid) is None
    assert answered(scene, 0, next_turn(c.Mine())) == c.Mine()


@qz("QZ-70")
def test_a_cart_that_was_sold_in_the_evening_has_changed() -> None:
    for cart, command in (("quartz", None), ("", c.Mine())):
        scene = position(carts={0: cart, 1: "quartz"})
        play(scene, (0, c.Leave()))
        laid = now(scene)
        play(
            scene,
            (1, c.Leave()),
            *([(0, c.Store([]))] if cart else []),
            (1, c.Store([])),
            chance="here_we_go " * 5,
        )
        play(scene, (2, c.Mine()), chance="quartz")
        assert answered(scene, 0, next_turn(c.Mine(), for_="every_day"), laid=laid) == command
        assert answered(scene, 0, next_turn(c.Mine(), for_="tomorrow"), laid=laid) == c.Mine()


@qz("QZ-70")
def test_a_next_for_tomorrow_is_used_once_too() -> None:
    scene = position(carts={0: "quartz"})
    laid = now(scene)
    orders = next_turn(c.Mine(), o.LeaveLine(), for_="tomorrow")
    play(
        scene,
        (0, c.Leave()),
        (1, c.Leave()),
        (0, c.Store([])),
        (2, c.Mine()),
        chance="here_we_go " * 5 + "quartz",
    )
    assert answered(scene, 0, orders, laid=laid) == c.Mine()
    play(scene, (0, c.Mine()), (1, c.Mine()), (2, c.Mine()), chance="quartz quartz quartz")
    assert answered(scene, 0, orders, laid=laid) == c.Leave()


@qz("QZ-70", "QZ-76")
def test_next_goes_before_what_the_robot_would_do_and_asks_when_it_is_void() -> None:
    robbed: Moves = ((1, c.DontBelong(0, ["quartz"])), (0, c.Let()), (2, c.Mine()))
    orders = next_turn(c.Leave(), robot=True)
    for moves, chance, command in ((PEACE, "quartz quartz", c.Leave()), (robbed, "quartz", None)):
        scene, laid = waiting(*moves, chance=chance)
        assert answered(scene, 0, orders, laid=laid) == command
    scene, laid = waiting((1, c.DontBelong(0, ["quartz"])), (0, c.Let()))
    assert told_ahead(scene, 0, orders, laid) == "next_void"
    scene = position(hands={0: "here_we_go"})
    assert answered(scene, 0, next_turn(c.Mine(), robot=True)) == c.Mine()
    play(scene, (0, c.Mine()), *PEACE, chance="quartz quartz quartz")
    assert answered(scene, 0, next_turn(c.Mine(), robot=True), laid=0) == c.HereWeGo()


def own_turn(card: str, *moves: tuple[int, Command], chance: str = "") -> tuple[Scene, int]:
    """Play a card, lay `next` while its window or tray is open, and come round to the next turn."""
    hands = {0: card, 1: "unacceptable here_we_go", 2: "here_we_go"}
    scene = position(turn=0, hands=hands, carts={0: "ruby", 1: "quartz quartz"})
    play(scene, moves[0], chance=chance)
    laid = now(scene)
    play(scene, *moves[1:])
    return play(scene, (1, c.Mine()), (2, c.Mine()), chance="quartz quartz"), laid


@qz("QZ-70")
@pytest.mark.parametrize(
    ("card", "moves", "chance"),
    [
        (
            "dont_belong",
            ((0, c.DontBelong(1, ["quartz", "quartz"])), (1, c.React(take="ruby"))),
            "",
        ),
        ("dont_belong", ((0, c.DontBelong(1, ["quartz", "quartz"])), (1, c.Let())), ""),
        ("here_we_go", ((0, c.HereWeGo()), (0, c.Keep(["ruby"]))), "ruby ruby ruby"),
    ],
    ids=["robbed back", "a thief's booty", "a find kept"],
)
def test_next_is_void_when_its_owners_own_card_changes_the_cart(card: str, moves: Moves, chance: str) -> None:
    scene, laid = own_turn(card, *moves, chance=chance)
    assert answered(scene, 0, next_turn(c.Mine()), laid=laid) is None


@qz("QZ-70")
def test_next_holds_when_nothing_of_a_find_was_kept() -> None:
    scene, laid = own_turn("here_we_go", (0, c.HereWeGo()), (0, c.Keep([])), chance="ruby ruby ruby")
    assert answered(scene, 0, next_turn(c.Mine()), laid=laid) == c.Mine()


@qz("QZ-70")
@pytest.mark.parametrize("share", [c.Share("obsidian"), c.ShareNothing()], ids=["obsidian", "nothing"])
def test_next_is_void_for_who_called_and_took_a_share(share: Command) -> None:
    scene = position(turn=0, hands={0: "gimme_a_hand", 1: "here_we_go", 2: "here_we_go"})
    play(scene, (0, c.GimmeAHand(1)))
    laid = now(scene)
    play(scene, (1, c.Let()), chance="obsidian quartz")
    play(scene, (0, share))
    play(scene, (1, c.Mine()), (2, c.Mine()), chance="quartz quartz")
    assert answered(scene, 0, next_turn(c.Mine()), laid=laid) == (
        None if share == c.Share("obsidian") else c.Mine()
    )


@qz("QZ-70", "QZ-75")
def test_a_next_whose_card_is_gone_is_known_ahead() -> None:
    scene, laid = waiting()
    assert told_ahead(scene, 0, next_turn(c.Eureka()), laid) == "next_void"
    assert told_ahead(scene, 0, next_turn(c.HereWeGo()), laid) is None


@qz("QZ-70", "QZ-24")
def test_the_next_move_may_hide_an_obsidian() -> None:
    orders = next_turn(c.WhatCrystal("obsidian"))
    scene = position(hands={0: "what_crystal"}, carts={0: "obsidian"})
    assert answered(scene, 0, orders) == c.WhatCrystal("obsidian")
    scene = position(hands={0: "what_crystal"}, carts={0: "quartz"})
    assert answered(scene, 0, orders) is None
