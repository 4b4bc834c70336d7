"""Work: what each card gives, and what stops it."""

from __future__ import annotations

import pytest

from games.rules.kernel.seats import PUBLIC
from games.titles.gnomes.rules import commands as c
from games.titles.gnomes.rules import events as e
from tests.kit.given import refused
from tests.kit.reading import code, happened, offers, state
from tests.titles.gnomes.paragraphs import gn
from tests.titles.gnomes.scenes import ZERO, table


@gn("GN-1", "GN-2", "GN-11")
@pytest.mark.parametrize(
    ("drawn", "gem", "count", "home"),
    [
        ("R0b+aaa", "ruby", 1, 3),
        ("E0b+aa", "emerald", 1, 2),
        ("D0b+aaa", "diamond", 1, 2),
        ("T0b+aa", "topaz", 2, 2),
    ],
)
def test_a_mine_gives_its_gem_and_its_workers_go_home(drawn, gem, count, home) -> None:
    scene = table(drawn).when(0, c.Done())
    assert happened(scene, e.GemsMined) == [e.GemsMined(ZERO, "0/0", home, gem, count)]
    assert state(scene).gems[0] == {gem: count}
    assert state(scene).supply[0] == 7 - (len(drawn) - 4 - home)


@gn("GN-11")
def test_too_few_dwarves_stay_and_others_count_for_their_owner_alone() -> None:
    scene = table("R0b+aab").when(0, c.Done())
    assert happened(scene, e.GemsMined) == []
    assert state(scene).dwarves == {"0/0": (2, 1)}


@gn("GN-11", "GN-16")
def test_a_dragon_in_the_area_stops_a_mine_and_a_wall_keeps_it_out() -> None:
    scene = table("T0b+aa X2b").when(0, c.Done())
    assert happened(scene, e.WorkedInVain)[0].why == "dragon"
    assert state(scene).gems[0] == {}
    scene = table("T0b+aa X3b").when(0, c.Done())  # the dragon's wall is to the west
    assert len(happened(scene, e.GemsMined)) == 1


@gn("GN-11")
def test_an_empty_pile_gives_nothing() -> None:
    scene = table("R0b+aaa", gems=("", "ruby ruby ruby ruby ruby ruby")).when(0, c.Done())
    assert happened(scene, e.WorkedInVain) == [e.WorkedInVain(ZERO, "0/0", 3, "empty")]


@gn("GN-11", "GN-14")
def test_a_dragon_slain_first_frees_the_mine() -> None:
    scene = table("T0b+aa X2b+aaaaa").when(0, c.Done())
    assert scene.asked(0) == ["work"]
    scene.when(0, c.Work("1/0"))
    assert happened(scene, e.MonsterSlain) == [e.MonsterSlain(ZERO, "1/0", 5, "dragon", {})]
    assert len(happened(scene, e.GemsMined)) == 1
    scene = table("T0b+aa X2b+aaaaa").when(0, c.Done()).when(0, c.Work("0/0"))
    assert happened(scene, e.WorkedInVain)[0].why == "dragon"


@gn("GN-14")
def test_what_lies_beneath_a_slain_monster_is_open_again_and_a_gap_is_empty() -> None:
    scene = table("X0b/E0b+aaaaa C0a").when(0, c.Done())
    assert state(scene).land.top["0/0"] == "emerald_mine"
    assert state(scene).slain[0] == ("dragon",)
    scene = table("Y0b+aaaaa C0a").when(0, c.Done())
    assert "0/0" not in state(scene).land.stacks
    assert "0/0" in state(scene).land.edge


@gn("GN-14")
def test_one_dwarf_of_a_rival_blocks_the_hunt_and_goes_home_where_there_is_more_room() -> None:
    assert code(table("X0b+aaaab").when(0, c.PlaceDwarf("0/0"))) == "no_slot"
    scene = table("X0b+aaaaab", slots={"dragon": 6}).when(0, c.Done())
    assert happened(scene, e.MonsterSlain)[0].others == {"1": 1}
    assert state(scene).supply == [7, 7]


@gn("GN-15", "GN-35")
def test_a_tavern_gives_the_ogre_that_is_drawn_and_only_its_owner_sees_it() -> None:
    scene = table("V0b+aa").when(0, c.Done(), chance=["thief"])
    assert state(scene).ogres[0] == ("thief",)
    assert scene.view(0).me.ogres == ("thief",)
    assert scene.view(1).players[0].ogres is None
    assert scene.view(1).players[0].ogre_count == 1


@gn("GN-15")
def test_used_ogres_become_the_pile_and_without_any_the_dwarves_go_home() -> None:
    ogres = {"bouncer": 13}
    scene = table("V0b+aa E0b+b", ogres=("bouncer", " ".join(["bouncer"] * 12)), ogre_cards=ogres)
    scene.when(0, c.Bounce(1, "1/0", 1)).when(0, c.Done(), chance=["bouncer"])
    assert happened(scene, e.OgresShuffled) == [e.OgresShuffled(1)]
    scene = table("V0b+aa", ogres=("", " ".join(["bouncer"] * 13)), ogre_cards=ogres).when(0, c.Done())
    assert happened(scene, e.WorkedInVain) == [e.WorkedInVain(ZERO, "0/0", 2, "empty")]


@gn("GN-12", "GN-1")
def test_a_castle_digs_the_top_of_any_stack_without_dwarves() -> None:
    scene = table("C1b+aa . X2b/E0b R0b/D0b+b", seats=3).when(0, c.Done())
    assert [one["stack"] for one in offers(scene, 0, "work", "dig")] == ["2/0"]
    scene.when(0, c.Dig("0/0", "3/0")).then(refused("not_there", place="3/0"))
    scene.when(0, c.Dig("0/0", "2/0"))
    assert happened(scene, e.StackDug) == [e.StackDug(ZERO, "0/0", 2, "2/0", "dragon")]
    stack = state(scene).land.stacks["2/0"]
    assert [(one.card, one.turn) for one in stack] == [("emerald_mine", 0), ("dragon", 2)]


@gn("GN-11", "GN-12")
def test_digging_comes_to_nothing_near_a_monster_or_without_a_stack() -> None:
    scene = table("C2b+aa Y0b R0b/D0b").when(0, c.Done())
    assert happened(scene, e.WorkedInVain)[0].why == "monster"
    scene = table("C0b+aa R0b").when(0, c.Done())
    assert happened(scene, e.WorkedInVain)[0].why == "no_stack"


@gn("GN-3", "GN-13")
def test_a_shop_sells_an_open_goal_for_its_gems_and_a_new_one_is_opened() -> None:
    scene = table("S0b+aaa", gems=("ruby emerald topaz",)).when(0, c.Done())
    assert [one["goal"] for one in offers(scene, 0, "work", "buy")] == ["RE"]
    scene.when(0, c.Buy("0/0", "EED")).then(refused("cannot_pay"))
    scene.when(0, c.Buy("0/0", "RRTT")).then(refused("not_offered"))
    scene.when(0, c.Buy("0/0", "RE"), chance=["RD"])
    paid = {"emerald": 1, "ruby": 1}
    assert happened(scene, e.GoalBought) == [e.GoalBought(ZERO, "0/0", 3, "RE", 10, paid, "RD")]
    assert state(scene).row == ["EED", "REETT", "RD"]
    assert state(scene).gems[0] == {"topaz": 1}
    assert state(scene).piles["ruby"] == 6


@gn("GN-13")
def test_two_shops_buy_twice_the_second_time_perhaps_the_goal_just_opened() -> None:
    scene = table("S0b+aaa S0c+aaa", seats=3, gems=("ruby ruby emerald diamond",)).when(0, c.Done())
    scene.when(0, c.Buy("0/0", "RE"), chance=["RD"])
    scene.when(0, c.Buy("1/0", "RD"), chance=["EEDD"])
    assert state(scene).bought[0] == ("RE", "RD")


@gn("GN-13")
def test_with_an_empty_pile_the_row_shrinks() -> None:
    others = "RD TTR EDD TTED RRTT EEDD RDDTT"
    scene = table("S0b+aaa", gems=("ruby emerald",), bought=("", others)).when(0, c.Done())
    scene.when(0, c.Buy("0/0", "RE"))
    assert happened(scene, e.GoalBought)[0].opened is None
    assert state(scene).row == ["EED", "REETT"]


@gn("GN-11")
def test_nothing_may_be_dug_or_bought() -> None:
    scene = table("S0b+aaa", gems=("ruby emerald",)).when(0, c.Done()).when(0, c.Rest("0/0"))
    assert happened(scene, e.WorkedInVain) == [e.WorkedInVain(ZERO, "0/0", 3, "rest")]
    assert (
        code(table("S0b+aaa", gems=("ruby emerald",)).when(0, c.Done()).when(0, c.Work("0/0"))) == "no_work"
    )


@gn("GN-11")
@pytest.mark.parametrize("gems", ["", "topaz topaz", "ruby topaz topaz", "emerald emerald ruby ruby topaz"])
def test_nothing_is_asked_in_a_shop_that_sells_nothing_to_these_gems(gems) -> None:
    row = ("RD", "EED", "REETT")
    scene = table("S0b+aaa", gems=(gems,), row=row).when(0, c.Done())
    assert happened(scene, e.WorkedInVain) == [e.WorkedInVain(ZERO, "0/0", 3, "no_trade")]
    assert [one for one in happened(scene, e.StepAsked) if one.part == "work"] == []


@gn("GN-11", "GN-13", "GN-33")
@pytest.mark.parametrize(("gem", "why"), [("emerald", "rest"), ("topaz", "no_trade")])
def test_who_may_have_stolen_what_a_goal_costs_is_asked_whether_it_was_that_or_not(gem, why) -> None:
    scene = table("S0b+aaa", gems=("ruby topaz", "emerald topaz"), ogres=("thief",))
    scene.when(0, c.StealGem(1), chance=[gem]).when(0, c.Done())
    assert scene.asked(0) == ["work"]
    assert bool(offers(scene, 0, "work", "buy")) == (why == "rest")
    scene.when(0, c.Rest("0/0"))
    assert happened(scene, e.WorkedInVain)[0].why == why


@gn("GN-33")
def test_a_thief_leaves_it_open_which_gem_of_several_kinds_is_still_there() -> None:
    scene = table("S0b", gems=("ruby ruby topaz", "diamond"), ogres=("", "thief"), active=1)
    scene.when(1, c.StealGem(0), chance=["topaz"])
    assert [one.sure for one in scene.view(PUBLIC).players] == [{"ruby": 1}, {"diamond": 1}]


@gn("GN-17")
def test_over_nine_cards_gems_and_ogres_are_discarded_by_choice() -> None:
    scene = table("T0b+aa", gems=("ruby",)).when(0, c.Done())
    assert scene.asked(0) == ["discard"]  # eight kingdom cards were laid by nobody: nine in hand
    assert len(offers(scene, 0, "discard", "discard")) == 1
    scene.when(0, c.Discard(["ruby"])).then(refused("not_offered"))
    scene.when(0, c.Discard(["topaz", "topaz", "ruby"]))
    assert happened(scene, e.CardsDiscarded) == [e.CardsDiscarded(ZERO, {"ruby": 1, "topaz": 2}, [])]
    assert state(scene).piles == {"diamond": 8, "emerald": 8, "ruby": 6, "topaz": 12}


@gn("GN-17")
def test_goals_and_monsters_do_not_count_for_the_hand_limit() -> None:
    scene = table("E0b", bought=("RD TTR",), slain=("dragon",), gems=("ruby",)).when(0, c.Done())
    assert state(scene).active == 1
