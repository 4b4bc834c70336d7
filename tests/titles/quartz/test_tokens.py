"""Experience tokens: spent at any time while inside, and asked for when a second obsidian lands."""

from __future__ import annotations

from games.rules.kernel.questions import Question
from games.rules.kernel.seats import PUBLIC
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import events as e
from tests.kit.given import Scene, refused
from tests.kit.reading import came, happened, state
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.scenes import ONE, TWO, ZERO, all_but, bag, cart, table


def open_question(scene: Scene, seat: int, kind: str) -> Question:
    return next(
        question
        for question in scene.table.questions().values()
        if (question.seat, question.kind) == (seat, kind)
    )


@qz("QZ-17")
def test_a_second_obsidian_asks_for_the_token_before_anything_else() -> None:
    scene = table("obsidian ruby", "", "", tokens=[0])
    scene.when(0, c.Mine(), chance=["obsidian"]).then(e.Mined(ZERO, "obsidian"))
    assert scene.asked(0) == ["token"]
    assert open_question(scene, 0, "token").awaited
    assert scene.offered(0, "token") == [{"kind": "spend_token"}, {"kind": "have_accident"}]
    assert cart(scene, 0)["obsidian"] == 2


@qz("QZ-17")
def test_nobody_waits_for_a_token_that_may_be_spent() -> None:
    question = open_question(table("obsidian", "", "", tokens=[0], active=1), 0, "spend")
    assert question.awaited is False


@qz("QZ-17")
def test_a_spent_token_saves_the_cart_and_play_goes_on() -> None:
    scene = table("obsidian ruby", "", "", tokens=[0]).when(0, c.Mine(), chance=["obsidian"])
    scene.when(0, c.SpendToken()).then(e.TokenSpent(ZERO), e.TurnBegan(ONE))
    assert cart(scene, 0) == {"ruby": 1, "obsidian": 1}
    assert (bag(scene)["obsidian"], scene.view(PUBLIC).dwarves[0].token) == (17, False)
    assert scene.asked(0) == []


@qz("QZ-17")
def test_the_next_second_obsidian_is_an_accident_again() -> None:
    scene = table("obsidian", "", "", tokens=[0]).when(0, c.Mine(), chance=["obsidian"])
    scene.when(0, c.SpendToken()).when(1, c.Mine(), chance=["ruby"]).when(2, c.Mine(), chance=["ruby"])
    scene.when(0, c.Mine(), chance=["obsidian"])
    assert happened(scene, e.AccidentHappened) == [e.AccidentHappened(ZERO, {"obsidian": 2}, True)]


@qz("QZ-17")
def test_its_owner_may_have_the_accident_instead() -> None:
    scene = table("obsidian", "ruby", "", tokens=[0], out=[2]).when(0, c.Mine(), chance=["obsidian"])
    scene.when(0, c.HaveAccident())
    assert came(scene)[:3] == [
        e.AccidentTaken(ZERO),
        e.AccidentHappened(ZERO, {"obsidian": 2}, False),
        e.StayedLast(ONE, None, 1),
    ]


@qz("QZ-17")
def test_the_interrupt_comes_in_anybodys_turn() -> None:
    scene = table("obsidian", "obsidian", "ruby", tokens=[1], hands=("not_mine",))
    scene.when(0, c.NotMine(1)).then(e.CardPlayed(ZERO, "not_mine", ONE, None, {}), e.ObsidianLanded(ONE))
    assert scene.asked(1) == ["token"]
    assert scene.table.awaited()[0].seat == ONE
    for seat, command in ((0, c.Mine()), (2, c.Mine()), (2, c.SpendToken())):
        scene.when(seat, command).then(refused("stale"))
    scene.when(1, c.SpendToken()).then(e.TokenSpent(ONE), e.TurnBegan(ONE))


@qz("QZ-17", "QZ-25")
def test_a_helper_with_a_token_is_asked_too() -> None:
    scene = table("", "obsidian", "", tokens=[1], hands=("gimme_a_hand",))
    scene.when(0, c.GimmeAHand(1), chance=["obsidian", "ruby"]).when(0, c.ShareNothing())
    assert scene.came == [e.Shared(ZERO, ONE, None, {"obsidian": 1, "ruby": 1}, {})]
    scene.when(1, c.SpendToken()).then(e.TokenSpent(ONE), e.TurnBegan(ONE))
    assert cart(scene, 1) == {"obsidian": 1, "ruby": 1}


@qz("QZ-17")
def test_with_one_obsidian_and_a_token_spending_is_offered_but_not_awaited() -> None:
    scene = table("", "obsidian", "", tokens=[1])
    question = open_question(scene, 1, "spend")
    assert not question.awaited
    assert [name.seat for name in scene.table.awaited()] == [ZERO]
    assert scene.offered(1, "spend") == [{"kind": "spend_token"}]


@qz("QZ-17")
def test_a_token_may_be_spent_in_somebody_elses_turn() -> None:
    scene = table("", "obsidian ruby", "", tokens=[1])
    scene.when(1, c.SpendToken()).then(e.TokenSpent(ONE))
    assert cart(scene, 1) == {"ruby": 1}
    assert scene.asked(0) == ["turn"]
    scene.when(1, c.SpendToken()).then(refused("stale"))


@qz("QZ-17")
def test_a_token_costs_no_action_and_the_turn_is_asked_anew() -> None:
    scene = table("obsidian", "", "", tokens=[0], hands=("not_mine",))
    before = open_question(scene, 0, "turn")
    scene.when(0, c.SpendToken()).then(e.TokenSpent(ZERO))
    after = open_question(scene, 0, "turn")
    assert (after.replaces, after.awaited) == (before.opened, True)
    assert after.opened != before.opened
    assert [choice["kind"] for choice in scene.offered(0, "turn")] == ["mine", "leave"]
    scene.when(0, c.Mine(), chance=["ruby"]).then(e.Mined(ZERO, "ruby"), e.TurnBegan(ONE))


@qz("QZ-17")
def test_a_token_may_be_spent_while_others_think_over_a_window_or_a_tray() -> None:
    scene = table("", "quartz", "obsidian", tokens=[2], hands=("gimme_a_hand", "eureka"))
    scene.when(0, c.GimmeAHand(1)).when(2, c.SpendToken()).then(e.TokenSpent(TWO))
    assert scene.asked(1) == ["window"]
    scene = table("", "", "obsidian", tokens=[2], hands=("here_we_go",))
    scene.when(0, c.HereWeGo(), chance=["ruby"] * 3).when(2, c.SpendToken()).then(e.TokenSpent(TWO))
    assert scene.asked(0) == ["keep"]


@qz("QZ-17")
def test_the_interrupt_takes_the_place_of_the_offer_to_spend() -> None:
    scene = table("", "obsidian", "", tokens=[1], active=1)
    assert not open_question(scene, 1, "spend").awaited
    scene.when(1, c.Mine(), chance=["obsidian"])
    assert scene.asked(1) == ["token"]
    interrupt = open_question(scene, 1, "token")
    assert interrupt.awaited
    assert interrupt.replaces is None, "nobody waited for the offer: a clock can't be inherited from it"


@qz("QZ-17")
def test_without_an_obsidian_or_without_a_token_there_is_nothing_to_spend() -> None:
    scene = table("ruby", "obsidian", "obsidian", tokens=[0])
    assert [scene.asked(seat) for seat in (0, 1, 2)] == [["turn"], [], []]
    scene.when(0, c.SpendToken()).then(refused("not_an_answer"))
    scene.when(1, c.SpendToken()).then(refused("stale"))


@qz("QZ-17")
def test_an_obsidian_mined_offers_the_token_at_once() -> None:
    scene = table("", "", "", tokens=[0]).when(0, c.Mine(), chance=["obsidian"])
    assert scene.asked(0) == ["spend"]
    scene.when(0, c.SpendToken()).then(e.TokenSpent(ZERO))
    assert scene.asked(1) == ["turn"]


@qz("QZ-17", "QZ-27")
def test_no_token_reaches_an_obsidian_in_flight() -> None:
    """Its owner holds a token and has just given the obsidian away: it lies on the played card."""
    scene = table("obsidian quartz", "ruby", "", tokens=[0], hands=("not_mine", "not_mine_either"))
    assert "spend" in scene.asked(0)
    scene.when(0, c.NotMine(1))
    assert cart(scene, 0) == {"quartz": 1}
    assert scene.asked(0) == []
    scene.when(0, c.SpendToken()).then(refused("stale"))
    assert state(scene).attack.obsidian


@qz("QZ-17", "QZ-32")
def test_an_obsidian_that_comes_back_can_be_spent_again() -> None:
    scene = table("obsidian", "", "", tokens=[0], hands=("not_mine", "not_mine_either", "not_mine_either"))
    scene.when(0, c.NotMine(1)).when(1, c.React(pass_to=2)).when(2, c.React(pass_to=0))
    assert cart(scene, 0) == {"obsidian": 1}
    assert scene.asked(0) == ["spend"]


@qz("QZ-17")
def test_a_token_at_an_accident_kept_for_later_is_not_offered_when_out() -> None:
    scene = table("obsidian", "", "", "", tokens=[0]).when(0, c.Mine(), chance=["obsidian"])
    scene.when(0, c.HaveAccident())
    assert scene.asked(0) == []
    assert scene.view(PUBLIC).dwarves[0].token


@qz("QZ-10", "QZ-17")
def test_a_spent_obsidian_may_be_drawn_again() -> None:
    scene = table(f"obsidian {all_but()}", *["obsidian"] * 4, tokens=[1], active=1)
    scene.when(1, c.SpendToken()).when(1, c.Mine(), chance=["obsidian"])
    assert cart(scene, 1) == {"obsidian": 1}
    assert happened(scene, e.AccidentHappened) == []


@qz("QZ-17", "QZ-24")
def test_an_obsidian_on_a_what_crystal_card_is_out_of_the_tokens_reach_and_the_next_is_not() -> None:
    scene = table("obsidian", "", "", tokens=[0], hands=("what_crystal",))
    assert scene.asked(0) == ["spend", "turn"]
    scene.when(0, c.WhatCrystal("obsidian")).when(1, c.Mine(), chance=["quartz"])
    assert scene.asked(0) == []
    scene.when(2, c.Mine(), chance=["quartz"]).when(0, c.Mine(), chance=["obsidian"])
    assert scene.asked(0) == ["spend"]
    scene.when(0, c.SpendToken())
    assert (cart(scene, 0), scene.view(PUBLIC).dwarves[0].parked_obsidian) == ({}, 1)
