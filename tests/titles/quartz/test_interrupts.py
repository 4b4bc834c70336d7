"""Tokens and accidents that come between a question and its answer."""

from __future__ import annotations

from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import events as e
from tests.kit.given import refused
from tests.kit.reading import came, happened, state
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.scenes import ONE, TWO, ZERO, cart, table

NEXT_DAY = ["here_we_go"] * 5


@qz("QZ-17", "QZ-25")
def test_a_caller_may_spend_the_token_while_choosing_and_then_take_the_obsidian() -> None:
    scene = table("obsidian", "", "", tokens=[0], hands=("gimme_a_hand",))
    scene.when(0, c.GimmeAHand(1), chance=["obsidian", "ruby"])
    assert scene.asked(0) == ["spend", "share"]
    scene.when(0, c.SpendToken()).then(e.TokenSpent(ZERO))
    scene.when(0, c.Share("obsidian"))
    assert happened(scene, e.AccidentHappened) == []
    assert (cart(scene, 0), cart(scene, 1)) == ({"obsidian": 1}, {"ruby": 1})


@qz("QZ-17", "QZ-27")
def test_the_attacked_may_spend_the_token_before_answering() -> None:
    scene = table("obsidian", "obsidian", "", tokens=[1], hands=("not_mine", "eureka"))
    scene.when(0, c.NotMine(1)).when(1, c.SpendToken()).then(e.TokenSpent(ONE))
    scene.when(1, c.Let()).then(e.LetHappen(ONE), e.ObsidianLanded(ONE), e.TurnBegan(ONE))
    assert cart(scene, 1) == {"obsidian": 1}


@qz("QZ-17")
def test_two_tokens_may_be_spent_at_the_same_interrupt() -> None:
    scene = table("obsidian", "obsidian", "", tokens=[0, 1], hands=("not_mine",), active=1)
    scene.when(1, c.Mine(), chance=["obsidian"]).when(0, c.SpendToken()).then(e.TokenSpent(ZERO))
    assert scene.asked(1) == ["token"]
    scene.when(1, c.SpendToken()).then(e.TokenSpent(ONE), e.TurnBegan(TWO))


@qz("QZ-17", "QZ-25", "QZ-13")
def test_an_accident_chosen_at_an_interrupt_ends_the_day_in_anothers_turn() -> None:
    scene = table("ruby", "obsidian", "", tokens=[1], out=[2], hands=("gimme_a_hand",))
    scene.when(0, c.GimmeAHand(1), chance=["obsidian", "quartz"]).when(0, c.Share("quartz"))
    scene.when(1, c.HaveAccident()).then(
        e.AccidentTaken(ONE),
        e.AccidentHappened(ONE, {"obsidian": 2}, False),
        e.StayedLast(ZERO, None, 1),
        e.EveningFell(2),
    )
    assert cart(scene, 0) == {"ruby": 1, "quartz": 1}


@qz("QZ-14", "QZ-9")
def test_after_anothers_accident_the_round_goes_on_past_the_victim() -> None:
    scene = table("obsidian", "obsidian", "", "", hands=("not_mine",)).when(0, c.NotMine(1))
    assert came(scene)[-1] == e.TurnBegan(TWO)


@qz("QZ-17")
def test_at_evening_a_token_is_no_use() -> None:
    scene = table("obsidian ruby", "", "", tokens=[0], out=[2], active=1).when(1, c.Leave())
    assert scene.asked(0) == ["sell"]
    scene.when(0, c.SpendToken()).then(refused("not_an_answer"))
    assert state(scene).tokens == [True, False, False]


@qz("QZ-31")
def test_a_copy_taken_by_the_last_dwarf_inside_counts_for_the_next_days() -> None:
    seen = ["on_my_break"] * 2
    scene = table("", "", "", out=[2], active=1, board=["on_my_break"], discard=seen, hands=("gimme_a_hand",))
    scene.when(1, c.Leave(), chance=NEXT_DAY)
    scene.when(0, c.GimmeAHand(1), chance=["ruby", "ruby"])
    assert happened(scene, e.WindowOpened) == []


@qz("QZ-8", "QZ-31")
def test_a_reshuffle_makes_windows_open_again() -> None:
    """The three copies lay in the discard pile; in the new deck, and out of it, nobody knows."""
    seen = ["on_my_break"] * 3
    rest = ["here_we_go"] * 10 + ["eureka"] * 3 + ["come_closer"] * 3 + ["out_of_my_way"] * 3
    rest += ["what_crystal"] * 3 + ["dont_belong"] * 8 + ["not_mine"] * 8
    rest += ["not_mine_either"] * 3 + ["unacceptable"] * 3
    hands = (" ".join(["gimme_a_hand"] * 8), " ".join(rest))
    scene = table("", "", "", out=[2], active=1, discard=seen, hands=hands)
    scene.when(1, c.Leave(), chance=["on_my_break"] * 3)
    assert happened(scene, e.DeckShuffled) == [e.DeckShuffled(3)]
    assert came(scene)[-3:-1] == [e.SpaceFilled(None, 0), e.SpaceFilled(None, 1)]
    scene.when(0, c.GimmeAHand(1))
    assert scene.asked(1) == ["window"]
