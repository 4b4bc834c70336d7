"""come_closer, out_of_my_way and what_crystal, and what holds for every card: needs, deeds, refusals."""

from __future__ import annotations

import pytest

from games.rules.kernel.events import Command, kind_of
from games.rules.kernel.seats import PUBLIC
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import events as e
from tests.kit.given import Scene, refused
from tests.kit.reading import happened, state
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.scenes import ONE, THREE, TWO, ZERO, bag, cart, table


def kinds(scene: Scene) -> set[object]:
    return {choice["kind"] for choice in scene.offered(0, "turn")}


# --- come_closer


@qz("QZ-22")
def test_come_closer_swaps_two_crystals_without_a_window() -> None:
    scene = table("quartz ruby", "amber", "", hands=("come_closer", "unacceptable"))
    scene.when(0, c.ComeCloser(1, "quartz", "amber")).then(
        e.CardPlayed(ZERO, "come_closer", ONE, "quartz", {"amber": 1}),
        e.Traded(ZERO, ONE, "quartz", "amber"),
        e.TurnBegan(ONE),
    )
    assert (cart(scene, 0), cart(scene, 1)) == ({"ruby": 1, "amber": 1}, {"quartz": 1})
    assert scene.view(PUBLIC).attack is None


@qz("QZ-19a", "QZ-22")
def test_come_closer_needs_a_crystal_on_either_side() -> None:
    scene = table("", "amber", "", hands=("come_closer",))
    scene.when(0, c.ComeCloser(1, "quartz", "amber")).then(refused("not_in_cart", seat=ZERO, gem="quartz"))
    assert "come_closer" not in kinds(scene)
    scene = table("quartz", "obsidian", "", hands=("come_closer",))
    scene.when(0, c.ComeCloser(1, "quartz", "amber")).then(refused("no_crystal", seat=ONE))
    assert "come_closer" not in kinds(scene)


@qz("QZ-22")
def test_come_closer_names_what_is_there() -> None:
    scene = table("quartz obsidian", "amber obsidian", "", hands=("come_closer",))
    scene.when(0, c.ComeCloser(1, "quartz", "ruby")).then(refused("not_in_cart", seat=ONE, gem="ruby"))
    scene.when(0, c.ComeCloser(1, "quartz")).then(refused("not_offered"))
    scene.when(0, c.ComeCloser(0, "quartz", "quartz")).then(refused("not_a_target", seat=0))
    trades = [choice for choice in scene.offered(0, "turn") if choice["kind"] == "come_closer"]
    assert trades == [{"kind": "come_closer", "target": 1, "give": "quartz", "take": "amber"}]


# --- out_of_my_way


@qz("QZ-23")
def test_out_of_my_way_costs_all_others_inside_one_at_random() -> None:
    scene = table(
        "ruby", "quartz amber obsidian", "emerald emerald", "sapphire", out=[3], hands=("out_of_my_way",)
    )
    scene.when(0, c.OutOfMyWay(), chance=["amber", "emerald"]).then(
        e.CardPlayed(ZERO, "out_of_my_way", None, None, {}),
        e.Shoved(ZERO, [(ONE, "amber"), (TWO, "emerald")]),
        e.TurnBegan(ONE),
    )
    assert [cart(scene, seat) for seat in range(4)] == [
        {"ruby": 1},
        {"quartz": 1, "obsidian": 1},
        {"emerald": 1},
        {"sapphire": 1},
    ]
    assert (bag(scene)["amber"], bag(scene)["emerald"]) == (2, 9)


@qz("QZ-23", "QZ-24")
def test_out_of_my_way_spares_those_without_and_what_is_parked() -> None:
    scene = table("", "obsidian", "quartz", "", parked={1: "ruby"}, hands=("out_of_my_way",))
    scene.when(0, c.OutOfMyWay(), chance=["quartz"])
    assert happened(scene, e.Shoved) == [e.Shoved(ZERO, [(TWO, "quartz")])]
    assert state(scene).parked[1] == {"ruby": 1}


@qz("QZ-19a", "QZ-23")
def test_out_of_my_way_needs_somebody_with_something_to_lose() -> None:
    scene = table("ruby", "obsidian", "", "ruby", out=[3], parked={2: "ruby"}, hands=("out_of_my_way",))
    scene.when(0, c.OutOfMyWay()).then(refused("no_crystal"))
    assert kinds(scene) == {"mine", "leave"}


# --- what_crystal


@qz("QZ-24")
def test_what_crystal_puts_one_crystal_beside_the_cart() -> None:
    scene = table("ruby ruby", "", "", hands=("what_crystal",))
    scene.when(0, c.WhatCrystal("ruby")).then(
        e.CardPlayed(ZERO, "what_crystal", None, "ruby", {}), e.Parked(ZERO, "ruby"), e.TurnBegan(ONE)
    )
    assert cart(scene, 0) == {"ruby": 1}
    assert state(scene).parked[0] == {"ruby": 1}
    assert scene.view(PUBLIC).discard == {}


@qz("QZ-24")
def test_several_cards_may_lie_beside_a_cart() -> None:
    scene = table("ruby amber", "", "", parked={0: "ruby"}, hands=("what_crystal",))
    scene.when(0, c.WhatCrystal("amber"))
    assert scene.view(PUBLIC).dwarves[0].parked == {"ruby": 1, "amber": 1}


@qz("QZ-24")
def test_what_crystal_needs_a_crystal_of_the_own_cart() -> None:
    scene = table("", "ruby", "", parked={0: "ruby"}, hands=("what_crystal",))
    for gem in ("ruby", "obsidian"):
        scene.when(0, c.WhatCrystal(gem)).then(refused("not_in_cart", seat=ZERO, gem=gem))
    assert kinds(scene) == {"mine", "leave"}


@qz("QZ-24")
def test_what_crystal_takes_an_obsidian_out_of_the_cart() -> None:
    scene = table("obsidian", "", "", hands=("what_crystal",))
    offered = [offer for offer in scene.offered(0, "turn") if offer["kind"] == "what_crystal"]
    assert offered == [{"kind": "what_crystal", "gem": "obsidian"}]
    scene.when(0, c.WhatCrystal("obsidian")).then(
        e.CardPlayed(ZERO, "what_crystal", None, "obsidian", {}),
        e.Parked(ZERO, "obsidian"),
        e.TurnBegan(ONE),
    )
    assert (cart(scene, 0), state(scene).parked[0], bag(scene)["obsidian"]) == ({}, {"obsidian": 1}, 17)
    (dwarf, *_) = scene.view(PUBLIC).dwarves
    assert (dwarf.obsidian, dwarf.parked_obsidian, dwarf.parked_count) == (0, 1, 1)


@qz("QZ-24", "QZ-14")
def test_obsidian_on_a_card_is_in_no_cart_and_makes_no_accident() -> None:
    scene = table("quartz", "", "", parked={0: "obsidian"}, hands=("not_mine",))
    assert kinds(scene) == {"mine", "leave"}
    scene.when(0, c.NotMine(1)).then(refused("no_obsidian"))
    scene.when(0, c.Mine(), chance=["obsidian"]).then(e.Mined(ZERO, "obsidian"), e.TurnBegan(ONE))
    assert cart(scene, 0) == {"quartz": 1, "obsidian": 1}


@qz("QZ-24", "QZ-14", "QZ-40", "QZ-18")
def test_an_accident_leaves_the_obsidian_on_a_card_alone_until_evening() -> None:
    scene = table("obsidian quartz", "", "", parked={0: "obsidian ruby"})
    scene.when(0, c.Mine(), chance=["obsidian"])
    assert happened(scene, e.AccidentHappened) == [
        e.AccidentHappened(ZERO, {"quartz": 1, "obsidian": 2}, True)
    ]
    assert (state(scene).parked[0], bag(scene)["obsidian"]) == ({"obsidian": 1, "ruby": 1}, 17)
    scene.when(1, c.Leave())
    assert (cart(scene, 0), bag(scene)["obsidian"]) == ({"ruby": 1}, 18)


@qz("QZ-24")
def test_what_is_parked_meets_no_cards_need_and_is_in_nobodys_reach() -> None:
    hand = "come_closer dont_belong eureka out_of_my_way"
    scene = table("", "", "quartz", parked={0: "ruby", 1: "amber"}, hands=(hand,))
    assert kinds(scene) == {"mine", "leave", "dont_belong", "out_of_my_way"}
    scene.when(0, c.DontBelong(1, ["amber"])).then(refused("no_crystal", seat=ONE))
    scene.when(0, c.ComeCloser(2, "ruby", "quartz")).then(refused("not_in_cart", seat=ZERO, gem="ruby"))


@qz("QZ-24", "QZ-40")
def test_what_is_parked_comes_home_after_an_accident_and_after_leaving() -> None:
    scene = table("obsidian quartz", "", "", parked={0: "ruby", 1: "amber"})
    scene.when(0, c.Mine(), chance=["obsidian"]).when(1, c.Leave())
    assert happened(scene, e.EveningFell) == [e.EveningFell(2)]
    assert (cart(scene, 0), cart(scene, 1)) == ({"ruby": 1}, {"amber": 1})
    assert state(scene).parked == [{}, {}, {}]
    assert scene.view(PUBLIC).discard == {"what_crystal": 2}
    assert scene.offered(0, "sell") == [{"kind": "store", "gems": []}, {"kind": "store", "gems": ["ruby"]}]


# --- all cards


@qz("QZ-9", "QZ-20", "QZ-21", "QZ-22", "QZ-23", "QZ-24", "QZ-25", "QZ-26", "QZ-27")
@pytest.mark.parametrize(
    "command",
    [
        c.HereWeGo(),
        c.Eureka(),
        c.ComeCloser(1, "ruby", "ruby"),
        c.OutOfMyWay(),
        c.WhatCrystal("ruby"),
        c.GimmeAHand(1),
        c.DontBelong(1, ["ruby"]),
        c.NotMine(1),
    ],
    ids=lambda command: type(command).__name__,
)
def test_a_card_that_is_not_held_is_refused(command: Command) -> None:
    scene = table("ruby obsidian", "ruby", "").when(0, command)
    scene.then(refused("not_in_hand", card=kind_of(command)))


@qz("QZ-9")
def test_a_played_card_leaves_the_hand_for_the_discard_pile() -> None:
    scene = table("quartz", "ruby", "", hands=("come_closer come_closer", "on_my_break"))
    scene.when(0, c.ComeCloser(1, "quartz", "ruby"))
    assert state(scene).hands[0] == {"come_closer": 1}
    assert scene.view(PUBLIC).discard == {"come_closer": 1}
    assert scene.view(THREE - 1).dwarves[0].hand_count == 1
