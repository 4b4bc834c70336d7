"""Two obsidian in one cart: what is lost, what is safe, and what becomes of the bravery board."""

from __future__ import annotations

from games.rules.kernel.seats import PUBLIC
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import events as e
from tests.kit.reading import came, code, happened, seen_by, state
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.scenes import ONE, THREE, TWO, ZERO, bag, cart, chest, table

NEXT_DAY = ["here_we_go"] * 5


@qz("QZ-14", "QZ-15", "QZ-16")
def test_a_second_obsidian_empties_the_cart_and_a_space() -> None:
    scene = table("ruby obsidian", "", "", "", board=["eureka", "not_mine", None])
    scene.when(0, c.Mine(), chance=["obsidian"]).then(
        e.Mined(ZERO, "obsidian"),
        e.AccidentHappened(ZERO, {"ruby": 1, "obsidian": 2}, True),
        e.SpaceEmptied("eureka", 0),
        e.TurnBegan(ONE),
    )
    assert (cart(scene, 0), bag(scene)["obsidian"], bag(scene)["ruby"]) == ({}, 18, 4)
    dwarf = scene.view(PUBLIC).dwarves[0]
    assert (dwarf.inside, dwarf.token, dwarf.coins, dwarf.hand_count) == (False, True, 0, 0)
    assert scene.view(PUBLIC).discard == {"eureka": 1}


@qz("QZ-14")
def test_what_is_parked_in_the_chest_or_in_the_hand_is_safe() -> None:
    scene = table(
        "ruby obsidian", "", "", parked={0: "amber"}, chests={0: "sapphire"}, hands=("eureka not_mine",)
    )
    scene.when(0, c.Mine(), chance=["obsidian"])
    assert cart(scene, 0) == {}
    assert chest(scene, 0) == {"sapphire": 1}
    assert state(scene).parked[0] == {"amber": 1}
    assert state(scene).hands[0] == {"eureka": 1, "not_mine": 1}


@qz("QZ-14")
def test_who_is_out_by_accident_has_no_turn_and_can_not_be_named() -> None:
    scene = table("obsidian", "", "", "", hands=("here_we_go", "gimme_a_hand"))
    scene.when(0, c.Mine(), chance=["obsidian"])
    assert scene.asked(0) == []
    assert code(scene.when(1, c.GimmeAHand(0))) == "not_a_target"
    scene.when(1, c.Mine(), chance=["ruby"]).when(2, c.Mine(), chance=["ruby"])
    assert came(scene.when(3, c.Mine(), chance=["ruby"]))[-1] == e.TurnBegan(ONE)


@qz("QZ-14")
def test_one_accident_a_day_does_not_hinder_the_next_day() -> None:
    scene = table("obsidian", "", "").when(0, c.Mine(), chance=["obsidian"])
    scene.when(1, c.Leave(), chance=NEXT_DAY)
    assert all(dwarf.inside for dwarf in scene.view(PUBLIC).dwarves)


@qz("QZ-15")
def test_a_space_without_a_card_is_lost_too() -> None:
    scene = table("obsidian", "", "", board=[None, "eureka"]).when(0, c.Mine(), chance=["obsidian"])
    assert happened(scene, e.SpaceEmptied) == [e.SpaceEmptied(None, 0)]
    assert scene.view(PUBLIC).discard == {}


@qz("QZ-15")
def test_the_coins_of_a_lost_space_go_to_nobody() -> None:
    scene = table("obsidian", "", "", "", out=[3], board=["eureka", None])
    scene.when(0, c.Mine(), chance=["obsidian"])
    assert happened(scene, e.SpaceEmptied) == [e.SpaceEmptied("eureka", 1)]
    assert state(scene).coins == [0, 0, 0, 0]


@qz("QZ-13", "QZ-15")
def test_an_accident_may_leave_a_last_dwarf_who_takes_the_space() -> None:
    scene = table("obsidian", "", "", out=[1], board=["eureka"])
    scene.when(0, c.Mine(), chance=["obsidian", *NEXT_DAY])
    assert came(scene)[1:4] == [
        e.AccidentHappened(ZERO, {"obsidian": 2}, True),
        e.StayedLast(TWO, "eureka", 1),
        e.EveningFell(2),
    ]
    assert happened(scene, e.SpaceEmptied) == []


@qz("QZ-14")
def test_it_counts_whoever_put_it_there() -> None:
    scene = table("obsidian", "obsidian quartz", "", hands=("not_mine",))
    scene.when(0, c.NotMine(1)).then(
        e.CardPlayed(ZERO, "not_mine", ONE, None, {}),
        e.ObsidianLanded(ONE),
        e.AccidentHappened(ONE, {"obsidian": 2, "quartz": 1}, True),
        e.SpaceEmptied(None, 0),
        e.TurnBegan(TWO),
    )


@qz("QZ-14", "QZ-25")
def test_an_accident_ends_the_day_in_the_middle_of_a_gimme_a_hand() -> None:
    """The helper's second obsidian leaves the caller alone inside, who takes the last space."""
    scene = table("quartz", "obsidian", "", out=[2], hands=("gimme_a_hand",), board=["eureka"])
    scene.when(0, c.GimmeAHand(1), chance=["obsidian", "ruby"])
    scene.when(0, c.Share("ruby")).then(
        e.Shared(ZERO, ONE, "ruby", {"obsidian": 1}, {}),
        e.AccidentHappened(ONE, {"obsidian": 2}, True),
        e.StayedLast(ZERO, "eureka", 1),
        e.EveningFell(2),
    )
    assert cart(scene, 0) == {"quartz": 1, "ruby": 1}
    assert scene.asked(0) == ["sell"]


@qz("QZ-14", "QZ-25")
def test_the_callers_own_accident_ends_the_day_as_well() -> None:
    scene = table("obsidian quartz", "", "", out=[2], hands=("gimme_a_hand",))
    scene.when(0, c.GimmeAHand(1), chance=["obsidian", "ruby"]).when(0, c.Share("obsidian"))
    assert came(scene)[1:4] == [
        e.AccidentHappened(ZERO, {"obsidian": 2, "quartz": 1}, True),
        e.StayedLast(ONE, None, 1),
        e.EveningFell(2),
    ]
    assert cart(scene, 1) == {"ruby": 1}


@qz("QZ-16")
def test_a_token_gained_by_an_accident_does_not_undo_it() -> None:
    scene = table("obsidian", "", "").when(0, c.Mine(), chance=["obsidian"])
    assert happened(scene, e.AccidentHappened) != []
    assert scene.asked(0) == []


@qz("QZ-16")
def test_a_token_that_is_kept_stays_a_single_one() -> None:
    scene = table("obsidian", "", "", tokens=[0]).when(0, c.Mine(), chance=["obsidian"])
    scene.when(0, c.HaveAccident()).then(
        e.AccidentTaken(ZERO),
        e.AccidentHappened(ZERO, {"obsidian": 2}, False),
        e.SpaceEmptied(None, 0),
        e.TurnBegan(ONE),
    )
    assert scene.view(PUBLIC).dwarves[0].token is True
    assert seen_by(scene, PUBLIC, "accident_happened")[-1]["token"] is False


@qz("QZ-18", "QZ-40")
def test_one_obsidian_at_evening_goes_back_and_does_no_harm() -> None:
    scene = table("obsidian ruby", "", "obsidian", out=[0], active=1)
    scene.when(1, c.Leave())
    assert happened(scene, e.AccidentHappened) == []
    assert cart(scene, 0) == {"ruby": 1}
    assert (cart(scene, 2), bag(scene)["obsidian"]) == ({}, 18)


@qz("QZ-18")
def test_a_new_day_begins_without_obsidian_in_any_cart() -> None:
    scene = table("obsidian", "obsidian", "obsidian", "", out=[0], active=1)
    scene.when(1, c.Leave()).when(2, c.Leave(), chance=["here_we_go"] * 7)
    assert happened(scene, e.DayBegan)[0] == e.DayBegan(3, THREE)
    assert [dwarf.obsidian for dwarf in scene.view(PUBLIC).dwarves] == [0] * 4
