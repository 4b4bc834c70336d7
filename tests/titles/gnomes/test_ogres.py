"""Ogres: free, any number, and only where they change something."""

from __future__ import annotations

from games.rules.kernel.seats import PUBLIC
from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules import events as e
from games.titles.gnomes.rules.facts import actions_left
from tests.kit.given import refused
from tests.kit.reading import code, offers, seen_by, state
from tests.titles.gnomes.paragraphs import gn
from tests.titles.gnomes.scenes import ONE, TWO, ZERO, table


@gn("GN-5", "GN-10")
def test_a_bouncer_sends_up_to_two_dwarves_of_a_rival_home_and_costs_no_action() -> None:
    scene = table("E0b+bba", ogres=("bouncer",))
    assert [one["count"] for one in offers(scene, 0, "act", "bounce")] == [1, 2]
    scene.when(0, c.Bounce(1, "0/0", 2)).then(e.Bounced(ZERO, ONE, "0/0", 2), e.StepAsked(ZERO, "act", [ONE]))
    assert state(scene).supply == [6, 7]
    assert state(scene).used == {"bouncer": 1}
    assert actions_left(state(scene)) == 3
    assert code(scene.when(0, c.Bounce(1, "0/0", 1))) == "not_in_hand"


@gn("GN-5")
def test_a_bouncer_takes_dwarves_of_a_rival_who_has_them_there() -> None:
    scene = table("E0b+ba T0b", ogres=("bouncer",))
    assert code(scene.when(0, c.Bounce(0, "0/0", 1))) == "not_offered"
    assert code(scene.when(0, c.Bounce(3, "0/0", 1))) == "not_offered"
    assert code(scene.when(0, c.Bounce(1, "0/0", 2))) == "no_dwarf"
    assert code(scene.when(0, c.Bounce(1, "1/0", 1))) == "no_dwarf"
    assert offers(table("E0b+a", ogres=("bouncer",)), 0, "act", "bounce") == []


@gn("GN-5")
def test_a_shover_moves_two_different_dwarves_through_walls_one_after_the_other() -> None:
    scene = table("C1b+ab T0b+b", ogres=("shover",))
    scene.when(0, c.Shove(1, "0/0>1/0"))
    assert state(scene).used == {"shover": 1}
    ways = {(one["owner"], one["way"]) for one in offers(scene, 0, "act", "shove")}
    assert ways == {(0, "0/0>1/0"), (1, "1/0>0/0")}  # one of the two that are there now
    scene.when(0, c.Shove(0, "0/0>1/0"))
    assert scene.came[0] == e.DwarfShoved(ZERO, ZERO, "0/0", "1/0", True)
    assert offers(scene, 0, "act", "shove") == []
    assert state(scene).dwarves == {"1/0": (1, 2)}


@gn("GN-5")
def test_a_shover_does_not_move_one_dwarf_twice_and_waits_for_nobody() -> None:
    scene = table("C0b+b T0b E0b", ogres=("shover",)).when(0, c.Shove(1, "0/0>1/0"))
    assert offers(scene, 0, "act", "shove") == []
    assert code(scene.when(0, c.Shove(1, "1/0>2/0"))) == "not_in_hand"
    scene = table("C0b+b T0b+a E0b", ogres=("shover",)).when(0, c.Shove(1, "0/0>1/0"))
    scene.when(0, c.PlaceDwarf("2/0"))
    assert offers(scene, 0, "act", "shove") == []


@gn("GN-5")
def test_a_second_shover_may_move_the_same_dwarf() -> None:
    scene = table("C0b+b T0b E0b", ogres=("shover shover",)).when(0, c.Shove(1, "0/0>1/0"))
    scene.when(0, c.Shove(1, "1/0>2/0"))
    assert scene.came[0] == e.DwarfShoved(ZERO, ONE, "1/0", "2/0", False)
    assert state(scene).used == {"shover": 2}


@gn("GN-5")
def test_a_shover_needs_a_free_slot_next_to_a_dwarf() -> None:
    scene = table("C0b+bbb T0b+b . E0b", ogres=("shover",))
    assert code(scene.when(0, c.Shove(1, "1/0>0/0"))) == "no_slot"
    assert code(scene.when(0, c.Shove(1, "0/0>3/0"))) == "no_way"
    assert code(scene.when(0, c.Shove(0, "0/0>1/0"))) == "no_dwarf"


@gn("GN-5", "GN-33")
def test_a_thief_takes_a_gem_that_only_the_two_concerned_see() -> None:
    scene = table("E0b", seats=3, ogres=("thief",), gems=("", "ruby topaz"))
    assert [one["rival"] for one in offers(scene, 0, "act", "steal_gem")] == [1]
    scene.when(0, c.StealGem(1), chance=["ruby"])
    assert state(scene).gems == [{"ruby": 1}, {"topaz": 1}, {}]
    for reader, seen in ((ZERO, True), (ONE, True), (TWO, False), (PUBLIC, False)):
        (fields,) = seen_by(scene, reader, "gem_stolen")
        assert ("gem" in fields) == seen
    assert code(table("E0b", ogres=("thief",)).when(0, c.StealGem(1))) == "nothing_there"


@gn("GN-5", "GN-33")
def test_a_sharp_takes_an_ogre_that_only_the_two_concerned_see() -> None:
    scene = table("E0b", seats=3, ogres=("sharp", "thief thief"))
    scene.when(0, c.StealOgre(1), chance=["thief"])
    assert state(scene).ogres == [("thief",), ("thief",), ()]
    assert state(scene).used == {"sharp": 1}
    assert [("ogre" in seen_by(scene, reader, "ogre_stolen")[0]) for reader in (ZERO, ONE, TWO)] == [
        True,
        True,
        False,
    ]
    assert code(table("E0b", ogres=("sharp",)).when(0, c.StealOgre(1))) == "nothing_there"


@gn("GN-5")
def test_a_changer_lets_dwarves_of_two_colors_on_two_cards_change_places() -> None:
    scene = table("E0b+a T0b+b . D0b+b", ogres=("changer",))
    assert {one["way"] for one in offers(scene, 0, "act", "swap")} == {"0/0>1/0", "0/0>3/0"}
    scene.when(0, c.Swap(1, 1, "1/0>3/0")).then(refused("not_offered"))
    scene.when(0, c.Swap(0, 1, "0/0>0/0")).then(refused("not_offered"))
    scene.when(0, c.Swap(0, 1, "0/0>3/0"))
    assert state(scene).dwarves == {"0/0": (0, 1), "1/0": (0, 1), "3/0": (1, 0)}


@gn("GN-10")
def test_any_number_of_ogres_may_be_played() -> None:
    scene = table("E0b+bb T0b+b", ogres=("bouncer bouncer",))
    scene.when(0, c.Bounce(1, "0/0", 2)).when(0, c.Bounce(1, "1/0", 1))
    assert state(scene).used == {"bouncer": 2}
