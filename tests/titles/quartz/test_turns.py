"""Turns: who has one, mining, leaving with and without a bonus, and the last dwarf inside."""

from __future__ import annotations

import pytest

from games.rules.kernel.seats import PUBLIC
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import events as e
from tests.kit.given import refused
from tests.kit.reading import came, happened, state
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.scenes import FOUR, ONE, THREE, TWO, ZERO, all_but, bag, cart, table

NEXT_DAY = ["here_we_go"] * 5


@qz("QZ-9")
def test_turns_go_clockwise() -> None:
    scene = table("", "", "", order=[2, 0, 1], active=2)
    scene.when(2, c.Mine(), chance=["ruby"]).then(e.Mined(TWO, "ruby"), e.TurnBegan(ZERO))
    scene.when(0, c.Mine(), chance=["ruby"]).then(e.Mined(ZERO, "ruby"), e.TurnBegan(ONE))
    scene.when(1, c.Mine(), chance=["ruby"]).then(e.Mined(ONE, "ruby"), e.TurnBegan(TWO))


@qz("QZ-9", "QZ-11")
def test_who_is_out_is_passed_over() -> None:
    scene = table("", "", "", "", "", out=[1, 2])
    scene.when(0, c.Mine(), chance=["ruby"]).then(e.Mined(ZERO, "ruby"), e.TurnBegan(THREE))


@qz("QZ-9")
def test_a_turn_is_to_mine_to_play_a_card_or_to_leave() -> None:
    scene = table("", "", "", hands=("here_we_go here_we_go on_my_break",))
    assert [choice["kind"] for choice in scene.offered(0, "turn")] == ["mine", "here_we_go", "leave"]


@qz("QZ-9")
def test_a_card_is_the_whole_turn() -> None:
    scene = table("", "", "", hands=("here_we_go here_we_go",))
    scene.when(0, c.HereWeGo(), chance=["ruby"] * 3).when(0, c.Keep(["ruby"]))
    assert came(scene)[-1] == e.TurnBegan(ONE)


@qz("QZ-9")
def test_nobody_plays_out_of_turn() -> None:
    for command in (c.Mine(), c.Leave(), c.HereWeGo()):
        table("", "", "", hands=("", "here_we_go")).when(1, command).then(refused("stale"))


@qz("QZ-10")
def test_mining_draws_one_crystal_from_the_bag() -> None:
    scene = table("quartz", "", "").when(0, c.Mine(), chance=["amber"])
    assert cart(scene, 0) == {"quartz": 1, "amber": 1}
    assert (bag(scene)["amber"], scene.view(PUBLIC).bag) == (1, 66)


@qz("QZ-10")
def test_the_bag_is_never_empty() -> None:
    """All valuable crystals lie in one cart and an obsidian in each of the five: 13 are left."""
    scene = table(f"obsidian {all_but()}", *["obsidian"] * 4, active=1)
    assert scene.view(PUBLIC).bag == 13
    scene.when(1, c.Mine(), chance=["obsidian"])
    assert happened(scene, e.AccidentHappened) == [e.AccidentHappened(ONE, {"obsidian": 2}, True)]


@qz("QZ-11", "QZ-12")
def test_leaving_two_behind_earns_the_leftmost_space() -> None:
    scene = table("ruby", "", "", "", board=["eureka", "not_mine", None])
    scene.when(0, c.Leave()).then(e.LeftMine(ZERO, True, "eureka", 0), e.TurnBegan(ONE))
    scene.when(1, c.Leave()).then(e.LeftMine(ONE, True, "not_mine", 1), e.TurnBegan(TWO))
    assert state(scene).hands[:2] == [{"eureka": 1}, {"not_mine": 1}]
    assert state(scene).coins == [0, 1, 0, 0]
    assert [space.coins for space in scene.view(PUBLIC).board] == [2]
    assert cart(scene, 0) == {"ruby": 1}


@qz("QZ-12", "QZ-13")
def test_leaving_one_behind_earns_nothing_and_ends_the_day() -> None:
    scene = table("", "", "", out=[1], board=["eureka"])
    scene.when(0, c.Leave(), chance=NEXT_DAY)
    assert came(scene)[:3] == [
        e.LeftMine(ZERO, False, None, 0),
        e.StayedLast(TWO, "eureka", 1),
        e.EveningFell(2),
    ]
    assert state(scene).hands[2] == {"eureka": 1, "here_we_go": 1}
    assert state(scene).coins == [0, 0, 1]


@qz("QZ-13", "QZ-45")
def test_the_last_dwarf_keeps_the_cart_and_begins_the_next_day() -> None:
    scene = table("", "", "ruby sapphire", out=[1])
    scene.when(0, c.Leave())
    assert cart(scene, 2) == {"ruby": 1, "sapphire": 1}
    scene.when(2, c.Store([]), chance=NEXT_DAY)
    assert happened(scene, e.DayBegan) == [e.DayBegan(3, TWO)]
    assert came(scene)[-1] == e.TurnBegan(TWO)


@qz("QZ-13")
def test_the_day_ends_in_the_middle_of_a_round() -> None:
    """Seat 3 would have the next turn, and never gets it."""
    scene = table("", "", "", "", out=[0, 1], active=2)
    scene.when(2, c.Leave(), chance=["here_we_go"] * 7)
    assert happened(scene, e.StayedLast) == [e.StayedLast(THREE, None, 2)]
    assert happened(scene, e.TurnBegan) == [e.TurnBegan(THREE)]
    assert happened(scene, e.DayBegan)[0].day == 3


@qz("QZ-11")
def test_who_has_left_can_not_be_named() -> None:
    hand = "gimme_a_hand dont_belong come_closer not_mine"
    for command in (
        c.GimmeAHand(1),
        c.DontBelong(1, ["ruby"]),
        c.ComeCloser(1, "quartz", "ruby"),
        c.NotMine(1),
    ):
        scene = table("quartz obsidian", "ruby", "ruby", "", out=[1], hands=(hand,))
        scene.when(0, command).then(refused("not_a_target", seat=1))
        named = {choice.get("target") for choice in scene.offered(0, "turn")}
        assert named == {None, 2, 3}


@qz("QZ-11")
def test_who_has_left_loses_nothing_to_others() -> None:
    scene = table("", "ruby", "quartz", "", out=[1], hands=("out_of_my_way",))
    scene.when(0, c.OutOfMyWay(), chance=["quartz"])
    assert happened(scene, e.Shoved) == [e.Shoved(ZERO, [(TWO, "quartz")])]
    assert cart(scene, 1) == {"ruby": 1}


@qz("QZ-11")
def test_who_has_left_has_no_turn_and_no_token_to_spend() -> None:
    scene = table("obsidian", "ruby", "ruby", "", tokens=[0])
    assert scene.asked(0) == ["spend", "turn"]
    scene.when(0, c.Leave())
    assert scene.asked(0) == []
    for command in (c.Mine(), c.SpendToken()):
        scene.when(0, command).then(refused("stale"))


@qz("QZ-12", "QZ-13", "QZ-15")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_spaces_come_out_even_however_the_day_goes(seats: int) -> None:
    """Seat 0 has an accident, the others leave one after the other."""
    scene = table("obsidian", *[""] * (seats - 1)).when(0, c.Mine(), chance=["obsidian"])
    for seat in range(1, seats - 1):
        view = scene.view(PUBLIC)
        assert len(view.board) == sum(dwarf.inside for dwarf in view.dwarves) - 1
        scene.when(seat, c.Leave(), chance=["here_we_go"] * (2 * seats - 1) if seat == seats - 2 else ())
    assert happened(scene, e.StayedLast) == [
        e.StayedLast((ZERO, ONE, TWO, THREE, FOUR)[seats - 1], None, seats - 2)
    ]
