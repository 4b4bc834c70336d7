"""The reactions, one by one, and the chains of not_mine_either."""

from __future__ import annotations

from typing import Any

from games.rules.kernel.seats import PUBLIC
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import events as e
from tests.kit.given import Scene, refused
from tests.kit.reading import happened, offers, state
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.scenes import FOUR, ONE, THREE, TWO, ZERO, bag, cart, table

EITHER = "not_mine_either"


def handed_to_one(*carts: str, hands: tuple[str, ...] = (), **more: Any) -> Scene:
    """Let seat 0 hand an obsidian to seat 1, who holds the reaction; the others' hands may follow."""
    scene = table("obsidian", *carts, hands=("not_mine", EITHER, *hands), **more)
    return scene.when(0, c.NotMine(1))


def receivers(scene: Scene, seat: int) -> list[int]:
    return [offer["pass_to"] for offer in offers(scene, seat, "window", "react")]


# --- on_my_break


@qz("QZ-34", "QZ-35")
def test_on_my_break_nothing_is_drawn() -> None:
    scene = table("", "", "", hands=("gimme_a_hand", "on_my_break")).when(0, c.GimmeAHand(1))
    scene.when(1, c.React()).then(e.Reacted(ONE, "on_my_break", None), e.TurnBegan(ONE))
    assert (scene.view(PUBLIC).bag, state(scene).attack) == (68, None)
    assert scene.view(PUBLIC).discard == {"gimme_a_hand": 1, "on_my_break": 1}
    assert [dwarf.hand_count for dwarf in scene.view(PUBLIC).dwarves] == [0, 0, 0]


@qz("QZ-34")
def test_on_my_break_names_nothing() -> None:
    scene = table("ruby", "", "", hands=("gimme_a_hand", "on_my_break")).when(0, c.GimmeAHand(1))
    for answer in (c.React(pass_to=2), c.React(take="ruby"), c.ReactIfHeld(pass_to=2)):
        scene.when(1, answer).then(refused("not_offered"))


# --- unacceptable


@qz("QZ-33")
def test_a_theft_fails_and_costs_the_thief_a_crystal() -> None:
    scene = table("quartz amber", "ruby emerald", "", hands=("dont_belong", "unacceptable"))
    scene.when(0, c.DontBelong(1, ["ruby", "emerald"])).when(1, c.React(take="amber")).then(
        e.Reacted(ONE, "unacceptable", None), e.TakenBack(ONE, ZERO, "amber"), e.TurnBegan(ONE)
    )
    assert (cart(scene, 0), cart(scene, 1)) == ({"quartz": 1}, {"ruby": 1, "emerald": 1, "amber": 1})


@qz("QZ-33")
def test_the_theft_of_a_single_crystal_fails_too() -> None:
    scene = table("quartz", "ruby", "", hands=("dont_belong", "unacceptable"))
    scene.when(0, c.DontBelong(1, ["ruby"])).when(1, c.React(take="quartz"))
    assert (cart(scene, 0), cart(scene, 1)) == ({}, {"ruby": 1, "quartz": 1})


@qz("QZ-33")
def test_a_thief_with_an_empty_cart_has_nothing_to_lose() -> None:
    for held in ("", "obsidian"):
        scene = table(held, "ruby", "", parked={0: "amber"}, hands=("dont_belong", "unacceptable"))
        scene.when(0, c.DontBelong(1, ["ruby"]))
        scene.when(1, c.React(take="amber")).then(refused("not_offered"))
        scene.when(1, c.React()).then(
            e.Reacted(ONE, "unacceptable", None), e.TakenBack(ONE, ZERO, None), e.TurnBegan(ONE)
        )
        assert cart(scene, 1) == {"ruby": 1}


@qz("QZ-33")
def test_one_valuable_crystal_of_the_thiefs_is_named_with_the_reaction() -> None:
    scene = table("quartz obsidian", "ruby", "", hands=("dont_belong", "unacceptable"))
    scene.when(0, c.DontBelong(1, ["ruby"]))
    assert [choice for choice in scene.offered(1, "window") if choice["kind"] == "react"] == [
        {"kind": "react", "take": "quartz"}
    ]
    for answer in (c.React(), c.ReactIfHeld(), c.React(pass_to=2, take="quartz")):
        scene.when(1, answer).then(refused("not_offered"))
    scene.when(1, c.React(take="amber")).then(refused("not_in_cart", seat=ZERO, gem="amber"))


@qz("QZ-30", "QZ-33")
def test_if_held_takes_what_was_named() -> None:
    scene = table("quartz amber", "ruby", "", hands=("dont_belong", "unacceptable"))
    scene.when(0, c.DontBelong(1, ["ruby"])).when(1, c.ReactIfHeld(take="amber")).then(
        e.Reacted(ONE, "unacceptable", None), e.TakenBack(ONE, ZERO, "amber"), e.TurnBegan(ONE)
    )


# --- not_mine_either


@qz("QZ-32")
def test_it_passes_the_obsidian_on_to_a_third_dwarf_who_is_asked_too() -> None:
    scene = handed_to_one("", "", hands=("eureka",))
    scene.when(1, c.React(pass_to=2)).then(e.Reacted(ONE, EITHER, TWO), e.WindowOpened(TWO, "not_mine"))
    scene.when(2, c.Let()).then(e.LetHappen(TWO), e.ObsidianLanded(TWO), e.TurnBegan(ONE))
    assert [cart(scene, seat) for seat in (0, 1, 2)] == [{}, {}, {"obsidian": 1}]


@qz("QZ-30", "QZ-32")
def test_if_held_passes_it_to_whoever_was_named() -> None:
    scene = handed_to_one("", "", "", hands=("", "eureka")).when(1, c.ReactIfHeld(pass_to=3))
    scene.then(e.Reacted(ONE, EITHER, THREE), e.WindowOpened(THREE, "not_mine"))


@qz("QZ-32")
def test_it_goes_to_anybody_inside_but_the_giver() -> None:
    scene = handed_to_one("", "", "", "", out=[3])
    assert receivers(scene, 1) == [2, 4]
    for seat in (0, 1, 3, 9):
        scene.when(1, c.React(pass_to=seat)).then(refused("not_a_target", seat=seat))
    for answer in (c.React(), c.ReactIfHeld(), c.React(pass_to=2, take="ruby")):
        scene.when(1, answer).then(refused("not_offered"))


@qz("QZ-32")
def test_the_chain_may_come_back_to_the_first_player() -> None:
    scene = handed_to_one("", "", "", hands=(EITHER,)).when(1, c.React(pass_to=2))
    assert sorted(receivers(scene, 2)) == [0, 3]
    scene.when(2, c.React(pass_to=0)).then(
        e.Reacted(TWO, EITHER, ZERO), e.ObsidianLanded(ZERO), e.TurnBegan(ONE)
    )
    assert cart(scene, 0) == {"obsidian": 1}


@qz("QZ-17", "QZ-32")
def test_a_token_may_save_whoever_the_chain_ends_with() -> None:
    hands = ("", "not_mine", EITHER)
    scene = table("obsidian ruby", "obsidian", "", tokens=[0], hands=hands, active=1).when(1, c.NotMine(2))
    scene.when(2, c.React(pass_to=0)).then(e.Reacted(TWO, EITHER, ZERO), e.ObsidianLanded(ZERO))
    assert scene.asked(0) == ["token"]
    scene.when(0, c.SpendToken()).then(e.TokenSpent(ZERO), e.TurnBegan(TWO))
    assert cart(scene, 0) == {"ruby": 1, "obsidian": 1}


@qz("QZ-32")
def test_a_chain_has_three_passes_at_most() -> None:
    hands = (EITHER, EITHER, "eureka")
    scene = handed_to_one("", "", "", "", hands=hands)
    scene.when(1, c.React(pass_to=2)).when(2, c.React(pass_to=3)).when(3, c.React(pass_to=4)).then(
        e.Reacted(THREE, EITHER, FOUR), e.ObsidianLanded(FOUR), e.TurnBegan(ONE)
    )
    assert scene.view(PUBLIC).discard == {"not_mine": 1, EITHER: 3}


@qz("QZ-32")
def test_it_may_go_to_the_givers_giver_but_not_to_the_giver() -> None:
    scene = handed_to_one("", "", hands=(EITHER,))
    scene.when(1, c.React(pass_to=2))
    assert receivers(scene, 2) == [0]


@qz("QZ-32")
def test_with_nobody_to_pass_it_to_it_goes_to_the_bag() -> None:
    scene = handed_to_one("", "", out=[2])
    assert scene.offered(1, "window") == [{"kind": "react"}, {"kind": "react_if_held"}, {"kind": "let"}]
    scene.when(1, c.React(pass_to=0)).then(refused("not_offered"))
    scene.when(1, c.React()).then(e.Reacted(ONE, EITHER, None), e.ObsidianLost(), e.TurnBegan(ONE))
    assert (bag(scene)["obsidian"], cart(scene, 0), cart(scene, 1)) == (18, {}, {})
    assert scene.view(PUBLIC).attack is None


@qz("QZ-14", "QZ-32")
def test_a_passed_obsidian_may_be_a_third_dwarfs_accident() -> None:
    scene = handed_to_one("", "obsidian ruby", hands=("eureka",))
    scene.when(1, c.React(pass_to=2)).when(2, c.Let())
    assert happened(scene, e.AccidentHappened) == [e.AccidentHappened(TWO, {"obsidian": 2, "ruby": 1}, True)]


@qz("QZ-32")
def test_without_the_card_the_receiver_may_try_and_it_lands() -> None:
    scene = handed_to_one("", "", hands=("eureka",)).when(1, c.React(pass_to=2))
    scene.when(2, c.ReactIfHeld(pass_to=0)).then(e.LetHappen(TWO), e.ObsidianLanded(TWO), e.TurnBegan(ONE))


@qz("QZ-31", "QZ-32")
def test_a_receiver_without_cards_has_no_window() -> None:
    scene = handed_to_one("", "").when(1, c.React(pass_to=2))
    scene.then(e.Reacted(ONE, EITHER, TWO), e.ObsidianLanded(TWO), e.TurnBegan(ONE))


@qz("QZ-11", "QZ-32")
def test_nobody_out_of_the_mine_receives_it() -> None:
    scene = handed_to_one("", "", "", out=[3])
    assert receivers(scene, 1) == [2]
