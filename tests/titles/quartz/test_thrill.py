"""The option `thrill`: the last dwarf inside may give up the bonus and dig on."""

from __future__ import annotations

from typing import Any

from games.rules.kernel.seats import PUBLIC
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import events as e
from tests.kit.given import Scene, refused
from tests.kit.reading import came, happened, result, state
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.scenes import ONE, TWO, ZERO, bag, cart, table

NEXT_DAY = ["here_we_go"] * 5


def alone(cart_: str, **more: Any) -> Scene:
    """Leave seat 0 alone inside, with this cart."""
    scene = table(cart_, "", "", out=[2], active=1, board=["eureka"], thrill=True, **more)
    return scene.when(1, c.Leave())


def digging(cart_: str, gem: str, **more: Any) -> Scene:
    """Let seat 0 give up the bonus, and draw this."""
    return alone(cart_, **more).when(0, c.GiveUpBonus(), chance=[gem])


@qz("QZ-60")
def test_the_last_dwarf_is_asked() -> None:
    scene = alone("ruby", hands=("here_we_go",))
    scene.then(e.LeftMine(ONE, False, None, 0), e.AloneInside(ZERO))
    assert scene.asked(0) == ["thrill"]
    assert scene.offered(0, "thrill") == [{"kind": "take_bonus"}, {"kind": "give_up_bonus"}]


@qz("QZ-60")
def test_it_is_off_by_default() -> None:
    scene = table("ruby", "", "", out=[2], active=1).when(1, c.Leave())
    assert happened(scene, e.AloneInside) == []


@qz("QZ-60", "QZ-13")
def test_the_bonus_may_be_taken() -> None:
    scene = alone("ruby").when(0, c.TakeBonus())
    scene.then(e.StayedLast(ZERO, "eureka", 1), e.EveningFell(2))
    assert state(scene).coins == [1, 0, 0]


@qz("QZ-60")
def test_given_up_the_card_is_discarded_and_a_crystal_drawn_at_once() -> None:
    scene = digging("ruby", "amber")
    scene.then(e.BonusGivenUp(ZERO, "eureka", 1), e.Mined(ZERO, "amber"), e.AloneInside(ZERO))
    assert scene.view(PUBLIC).discard == {"eureka": 1}
    assert (state(scene).coins, scene.view(PUBLIC).board) == ([0, 0, 0], [])
    assert cart(scene, 0) == {"ruby": 1, "amber": 1}
    assert scene.offered(0, "thrill_more") == [{"kind": "draw_on"}, {"kind": "stop"}]


@qz("QZ-60")
def test_three_more_may_follow_and_then_the_day_is_over() -> None:
    scene = digging("", "quartz")
    scene.when(0, c.DrawOn(), chance=["ruby"]).then(e.Mined(ZERO, "ruby"), e.AloneInside(ZERO))
    scene.when(0, c.DrawOn(), chance=["ruby"]).then(e.Mined(ZERO, "ruby"), e.AloneInside(ZERO))
    scene.when(0, c.DrawOn(), chance=["ruby"]).then(
        e.Mined(ZERO, "ruby"), e.ThrillEnded(ZERO), e.EveningFell(2)
    )
    assert cart(scene, 0) == {"quartz": 1, "ruby": 3}
    scene.when(0, c.DrawOn()).then(refused("not_an_answer"))


@qz("QZ-60", "QZ-45")
def test_one_may_stop_at_will_and_begins_the_next_day() -> None:
    scene = digging("", "quartz").when(0, c.Stop())
    scene.then(e.ThrillEnded(ZERO), e.EveningFell(2))
    scene.when(0, c.Store([]), chance=NEXT_DAY)
    assert happened(scene, e.DayBegan) == [e.DayBegan(3, ZERO)]
    assert scene.view(PUBLIC).thrills == -1


@qz("QZ-60")
def test_no_cards_can_be_played_any_more() -> None:
    scene = alone("ruby", hands=("here_we_go what_crystal",))
    for command in (c.HereWeGo(), c.WhatCrystal("ruby"), c.Mine(), c.Leave(), c.Stop()):
        scene.when(0, command).then(refused("not_an_answer"))
    scene.when(0, c.GiveUpBonus(), chance=["quartz"])
    for later in (c.HereWeGo(), c.Mine(), c.TakeBonus()):
        scene.when(0, later).then(refused("not_an_answer"))


@qz("QZ-60", "QZ-14", "QZ-15", "QZ-16")
def test_a_second_obsidian_is_an_accident_with_no_space_to_lose() -> None:
    scene = table("obsidian ruby", "", "", out=[2], active=1, thrill=True).when(1, c.Leave())
    scene.when(0, c.GiveUpBonus(), chance=["obsidian", *NEXT_DAY])
    assert came(scene)[:5] == [
        e.BonusGivenUp(ZERO, None, 1),
        e.Mined(ZERO, "obsidian"),
        e.AccidentHappened(ZERO, {"obsidian": 2, "ruby": 1}, True),
        e.EveningFell(2),
        e.DayBegan(3, ZERO),
    ]
    assert happened(scene, e.SpaceEmptied) == []
    assert (bag(scene)["obsidian"], scene.view(PUBLIC).dwarves[0].token) == (18, True)


@qz("QZ-60", "QZ-74")
def test_after_such_an_accident_the_chest_may_still_be_sold() -> None:
    scene = digging("obsidian", "obsidian", chests={0: "amber"})
    assert [name.seat for name in scene.table.awaited()] == [ZERO]
    scene.when(0, c.Store([]), chance=NEXT_DAY)
    assert came(scene)[:2] == [e.CrystalsSold(ZERO, {}, {"amber": 1}, 8), e.DayBegan(3, ZERO)]


@qz("QZ-60", "QZ-17")
def test_a_token_is_asked_for_there_too_and_digging_goes_on() -> None:
    scene = digging("obsidian", "obsidian", tokens=[0])
    scene.then(e.BonusGivenUp(ZERO, "eureka", 1), e.Mined(ZERO, "obsidian"))
    assert scene.asked(0) == ["token"]
    scene.when(0, c.SpendToken()).then(e.TokenSpent(ZERO), e.AloneInside(ZERO))
    assert scene.asked(0) == ["thrill_more"]
    scene.when(0, c.DrawOn(), chance=["obsidian", *NEXT_DAY])
    assert happened(scene, e.AccidentHappened) == [e.AccidentHappened(ZERO, {"obsidian": 2}, True)]


@qz("QZ-60", "QZ-17")
def test_a_token_at_the_fourth_draw_ends_the_digging() -> None:
    scene = digging("obsidian", "ruby", tokens=[0])
    scene.when(0, c.DrawOn(), chance=["ruby"]).when(0, c.DrawOn(), chance=["ruby"])
    scene.when(0, c.DrawOn(), chance=["obsidian"])
    scene.when(0, c.SpendToken()).then(e.TokenSpent(ZERO), e.ThrillEnded(ZERO), e.EveningFell(2))
    assert cart(scene, 0) == {"ruby": 3}


@qz("QZ-60", "QZ-17")
def test_a_token_may_be_spent_before_the_choice_and_between_draws() -> None:
    scene = alone("obsidian", tokens=[0])
    assert scene.asked(0) == ["spend", "thrill"]
    scene.when(0, c.SpendToken()).then(e.TokenSpent(ZERO))
    assert scene.asked(0) == ["thrill"]
    scene = digging("", "obsidian", tokens=[0])
    scene.when(0, c.SpendToken()).then(e.TokenSpent(ZERO))
    assert scene.asked(0) == ["thrill_more"]


@qz("QZ-60")
def test_who_is_last_by_anothers_accident_has_the_choice_too() -> None:
    scene = table("ruby", "obsidian", "", out=[2], active=1, thrill=True)
    scene.when(1, c.Mine(), chance=["obsidian"]).then(
        e.Mined(ONE, "obsidian"), e.AccidentHappened(ONE, {"obsidian": 2}, True), e.AloneInside(ZERO)
    )
    scene.when(0, c.TakeBonus()).then(e.StayedLast(ZERO, None, 1), e.EveningFell(2))


@qz("QZ-60")
def test_the_accident_of_the_last_dwarf_on_day_five_ends_the_match() -> None:
    scene = table("obsidian ruby", "", "", day=5, out=[2], active=1, thrill=True).when(1, c.Leave())
    scene.when(0, c.GiveUpBonus(), chance=["obsidian"])
    assert came(scene)[-1] == e.MatchEnded()
    assert happened(scene, e.HandSold)[0] == e.HandSold(ZERO, {}, 0, 3)
    assert [place.seat for place in result(scene) if place.rank == 1] == [ZERO]
    assert result(scene)[TWO].points == 0
