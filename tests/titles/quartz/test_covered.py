"""The option `covered_carts`: who sees which crystal, what chance picks, and what is shown all the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules.kernel.seats import AFTERWARDS, PUBLIC, Reader
from games.titles.quartz.rules import commands as c
from games.titles.quartz.rules import events as e
from tests.kit.given import Scene, refused
from tests.kit.reading import happened, seen_by
from tests.titles.quartz.paragraphs import qz
from tests.titles.quartz.scenes import ONE, TWO, ZERO, cart, table


def covered(*carts: str, **more: Any) -> Scene:
    return table(*carts, covered_carts=True, **more)


def told(scene: Scene, kind: str, reader: Reader) -> dict[str, object]:
    """Give what a reader was told last in an event of a kind."""
    return seen_by(scene, reader, kind)[-1]


def shown(
    scene: Scene, kind: str, bare: Mapping[str, object], fields: Mapping[str, object], *concerned: Reader
) -> None:
    """Check that those concerned see these fields besides the bare ones, and that others don't."""
    for reader in (ZERO, ONE, TWO, PUBLIC, AFTERWARDS):
        sees = reader in concerned or reader is AFTERWARDS
        assert told(scene, kind, reader) == ({**bare, **fields} if sees else bare), reader


# --- the table


@qz("QZ-62")
def test_of_anothers_cart_only_the_count_is_seen_and_its_obsidian() -> None:
    scene = covered("ruby quartz obsidian", "", "", parked={0: "amber"})
    for reader in (ONE, PUBLIC):
        dwarf = scene.view(reader).dwarves[0]
        assert (dwarf.cart, dwarf.crystals, dwarf.obsidian) == (None, 3, 1)
        assert (dwarf.parked, dwarf.parked_count) == (None, 1)
    mine = scene.view(ZERO).dwarves[0]
    assert mine.cart == {"ruby": 1, "quartz": 1, "obsidian": 1}
    assert mine.parked == {"amber": 1}


@qz("QZ-62")
def test_carts_lie_open_by_default() -> None:
    assert table("ruby", "", "").view(ONE).dwarves[0].cart == {"ruby": 1}


@qz("QZ-62", "QZ-46")
def test_an_empty_tray_hides_nothing_and_afterwards_none_does() -> None:
    scene = covered("ruby", "", "", hands=("eureka",))
    assert (scene.view(PUBLIC).tray, scene.view(PUBLIC).bag_obsidian) == ({}, 18)
    scene.when(0, c.Eureka(), chance=["amber", *["quartz"] * 6])
    assert scene.view(PUBLIC).tray is None
    assert scene.view(AFTERWARDS).tray == {"amber": 1, "quartz": 6}


@qz("QZ-62")
def test_a_tray_is_seen_by_its_owner_and_counted_by_others() -> None:
    scene = covered("", "", "", hands=("here_we_go",))
    scene.when(0, c.HereWeGo(), chance=["ruby", "obsidian", "ruby"])
    assert scene.view(ZERO).tray == {"ruby": 2}
    for reader in (ONE, PUBLIC):
        assert (scene.view(reader).tray, scene.view(reader).tray_count) == (None, 2)
        assert scene.view(reader).bag_obsidian == 18


@qz("QZ-62", "QZ-25")
def test_caller_and_helper_see_the_tray_of_gimme_a_hand_and_nobody_else() -> None:
    scene = covered("", "", "", hands=("gimme_a_hand",))
    scene.when(0, c.GimmeAHand(1), chance=["ruby", "obsidian"])
    assert [scene.view(reader).tray for reader in (ZERO, ONE)] == [{"ruby": 1, "obsidian": 1}] * 2
    for reader in (TWO, PUBLIC):
        view = scene.view(reader)
        assert (view.tray, view.tray_count, view.bag_obsidian) == (None, 2, None)
    shown(
        scene,
        "tray_filled",
        {"seat": ONE, "card": "gimme_a_hand", "back": 0, "asks": ZERO, "count": 2},
        {"gems": {"ruby": 1, "obsidian": 1}},
        ZERO,
        ONE,
    )


# --- each event


@qz("QZ-62")
def test_a_crystal_mined_is_its_owners() -> None:
    scene = covered("", "", "").when(0, c.Mine(), chance=["amber"])
    shown(scene, "mined", {"seat": ZERO}, {"gem": "amber"}, ZERO)


@qz("QZ-62")
def test_an_obsidian_mined_is_shown_to_all() -> None:
    scene = covered("", "", "").when(0, c.Mine(), chance=["obsidian"])
    shown(scene, "mined", {"seat": ZERO, "gem": "obsidian"}, {})


@qz("QZ-62", "QZ-20")
def test_what_is_kept_and_what_goes_back_is_its_owners() -> None:
    scene = covered("", "", "", hands=("here_we_go",))
    scene.when(0, c.HereWeGo(), chance=["ruby", "amber", "quartz"])
    scene.when(0, c.Keep(["amber"]))
    shown(
        scene,
        "kept",
        {"seat": ZERO, "count": 1},
        {"gems": {"amber": 1}, "back": {"ruby": 1, "quartz": 1}},
        ZERO,
    )


@qz("QZ-62", "QZ-21")
def test_a_swap_by_eureka_is_its_owners() -> None:
    scene = covered("quartz", "", "", hands=("eureka",)).when(
        0, c.Eureka(), chance=["ruby"] * 4 + ["amber"] * 2 + ["obsidian"]
    )
    scene.when(0, c.Replace("quartz", "amber"))
    fields = {"gave": "quartz", "took": "amber", "back": {"ruby": 4, "amber": 1}}
    shown(scene, "replaced", {"seat": ZERO}, fields, ZERO)


@qz("QZ-62", "QZ-24")
def test_what_is_parked_is_its_owners() -> None:
    scene = covered("amber", "", "", hands=("what_crystal",)).when(0, c.WhatCrystal("amber"))
    shown(scene, "parked", {"seat": ZERO}, {"gem": "amber"}, ZERO)
    bare = {"seat": ZERO, "card": "what_crystal", "target": None}
    shown(scene, "card_played", bare, {"gives": "amber", "takes": {}}, ZERO)


@qz("QZ-62", "QZ-24")
def test_an_obsidian_that_is_parked_is_shown_to_all() -> None:
    scene = covered("obsidian amber", "", "", parked={0: "ruby"}, hands=("what_crystal",))
    scene.when(0, c.WhatCrystal("obsidian"))
    shown(scene, "parked", {"seat": ZERO, "gem": "obsidian"}, {})
    bare = {"seat": ZERO, "card": "what_crystal", "target": None, "gives": "obsidian", "takes": {}}
    shown(scene, "card_played", bare, {})
    for reader in (ONE, PUBLIC):
        view = scene.view(reader)
        dwarf = view.dwarves[0]
        assert (dwarf.crystals, dwarf.obsidian, dwarf.parked_obsidian) == (1, 0, 1)
        assert (dwarf.parked, dwarf.parked_count, view.bag_obsidian) == (None, 2, 17)


@qz("QZ-62", "QZ-23")
def test_what_is_shoved_is_its_losers() -> None:
    scene = covered("", "ruby", "quartz", hands=("out_of_my_way",))
    scene.when(0, c.OutOfMyWay(), chance=["ruby", "quartz"])
    losses = {reader: told(scene, "shoved", reader)["losses"] for reader in (ZERO, ONE, TWO, PUBLIC)}
    assert losses == {ZERO: [], ONE: [[ONE, "ruby"]], TWO: [[TWO, "quartz"]], PUBLIC: []}
    assert told(scene, "shoved", PUBLIC) == {"seat": ZERO, "losers": [ONE, TWO], "losses": []}


@qz("QZ-62", "QZ-25")
def test_what_is_shared_is_callers_and_helpers() -> None:
    scene = covered("", "", "", hands=("gimme_a_hand",))
    scene.when(0, c.GimmeAHand(1), chance=["ruby", "amber"]).when(0, c.Share("amber"))
    bare = {"player": ZERO, "miner": ONE, "taken": 1, "obsidian": None}
    shown(scene, "shared", bare, {"took": "amber", "kept": {"ruby": 1}, "back": {}}, ZERO, ONE)


@qz("QZ-62", "QZ-25")
def test_an_obsidian_that_lands_by_gimme_a_hand_is_shown_to_all() -> None:
    for command, landed in ((c.Share("obsidian"), ZERO), (c.Share("amber"), ONE), (c.ShareNothing(), ONE)):
        scene = covered("", "", "", hands=("gimme_a_hand",))
        scene.when(0, c.GimmeAHand(1), chance=["obsidian", "amber"]).when(0, command)
        assert told(scene, "shared", TWO)["obsidian"] == landed
        assert [dwarf.obsidian for dwarf in scene.view(TWO).dwarves][landed] == 1


@qz("QZ-62", "QZ-14")
def test_what_an_accident_costs_is_its_victims() -> None:
    scene = covered("obsidian amber", "", "").when(0, c.Mine(), chance=["obsidian"])
    bare = {"seat": ZERO, "token": True, "count": 3}
    shown(scene, "accident_happened", bare, {"lost": {"amber": 1, "obsidian": 2}}, ZERO)


@qz("QZ-62", "QZ-27")
def test_an_obsidian_handed_on_is_shown_to_all() -> None:
    scene = covered("obsidian", "", "", hands=("not_mine",)).when(0, c.NotMine(1))
    shown(scene, "obsidian_landed", {"seat": ONE}, {})


# --- what chance picks


@qz("QZ-62", "QZ-26")
def test_a_thief_names_no_colours_and_chance_picks_two_valuable_ones() -> None:
    scene = covered("", "ruby quartz obsidian amber", "", hands=("dont_belong",))
    assert {"kind": "dont_belong", "target": 1} in scene.offered(0, "turn")
    scene.when(0, c.DontBelong(1, ["ruby", "quartz"])).then(refused("not_offered"))
    scene.when(0, c.DontBelong(1), chance=["amber", "ruby"])
    assert happened(scene, e.Stolen) == [e.Stolen(ZERO, ONE, {"amber": 1, "ruby": 1})]
    assert cart(scene, 1) == {"quartz": 1, "obsidian": 1}
    bare = {"thief": ZERO, "victim": ONE, "count": 2}
    shown(scene, "stolen", bare, {"gems": {"amber": 1, "ruby": 1}}, ZERO, ONE)


@qz("QZ-62", "QZ-26")
def test_chance_picks_the_only_one_or_two_of_a_kind() -> None:
    scene = covered("", "ruby obsidian", "", hands=("dont_belong",))
    scene.when(0, c.DontBelong(1), chance=["ruby"])
    assert cart(scene, 0) == {"ruby": 1}
    scene = covered("", "ruby ruby", "", hands=("dont_belong",))
    scene.when(0, c.DontBelong(1), chance=["ruby", "ruby"])
    assert cart(scene, 0) == {"ruby": 2}


@qz("QZ-62", "QZ-22")
def test_a_trader_names_the_own_crystal_and_chance_picks_the_others() -> None:
    scene = covered("quartz", "ruby amber obsidian", "", hands=("come_closer",))
    assert {"kind": "come_closer", "target": 1, "give": "quartz"} in scene.offered(0, "turn")
    scene.when(0, c.ComeCloser(1, "quartz", "amber")).then(refused("not_offered"))
    scene.when(0, c.ComeCloser(1, "quartz"), chance=["amber"])
    shown(scene, "traded", {"seat": ZERO, "target": ONE}, {"gave": "quartz", "took": "amber"}, ZERO, ONE)
    bare = {"seat": ZERO, "card": "come_closer", "target": ONE}
    shown(scene, "card_played", bare, {"gives": "quartz", "takes": {}}, ZERO, ONE)


@qz("QZ-62", "QZ-33")
def test_chance_picks_what_unacceptable_takes_back() -> None:
    scene = covered("quartz amber obsidian", "ruby", "", hands=("dont_belong", "unacceptable"))
    scene.when(0, c.DontBelong(1))
    assert scene.offered(1, "window") == [{"kind": "react"}, {"kind": "react_if_held"}, {"kind": "let"}]
    scene.when(1, c.React(take="amber")).then(refused("not_offered"))
    scene.when(1, c.React(), chance=["amber"])
    bare = {"seat": ONE, "thief": ZERO, "count": 1}
    shown(scene, "taken_back", bare, {"gem": "amber"}, ZERO, ONE)
    assert cart(scene, 1) == {"ruby": 1, "amber": 1}


@qz("QZ-62", "QZ-33")
def test_from_an_empty_covered_cart_nothing_is_picked() -> None:
    scene = covered("obsidian", "ruby", "", hands=("dont_belong", "unacceptable"))
    scene.when(0, c.DontBelong(1)).when(1, c.React())
    assert happened(scene, e.TakenBack) == [e.TakenBack(ONE, ZERO, None)]


@qz("QZ-62")
def test_needs_go_by_what_all_can_count() -> None:
    scene = covered("quartz", "obsidian", "", hands=("come_closer dont_belong out_of_my_way",))
    assert [choice["kind"] for choice in scene.offered(0, "turn")] == ["mine", "leave"]
    scene.when(0, c.DontBelong(1)).then(refused("no_crystal", seat=ONE))


@qz("QZ-62")
def test_carts_of_the_same_size_look_the_same_to_others() -> None:
    one, other = covered("ruby", "amber", ""), covered("quartz", "amber", "")
    for reader in (ONE, TWO, PUBLIC):
        assert one.view(reader) == other.view(reader)
        assert one.table.seen(reader) == other.table.seen(reader)


@qz("QZ-62", "QZ-44")
def test_the_sale_is_told_as_ever() -> None:
    scene = covered("ruby quartz", "", "", out=[2], active=1).when(1, c.Leave())
    scene.when(0, c.Store(["quartz"]), chance=["here_we_go"] * 5)
    bare = {"seat": ZERO, "coins": 6, "stored_count": 1, "sold_count": 1}
    lots = {"stored": {"quartz": 1}, "sold": {"ruby": 1}}
    sum_ = {"colours": [["ruby", 1, 6]], "doubled": [], "variety": 0}
    shown(scene, "crystals_sold", bare, lots | sum_, ZERO)
